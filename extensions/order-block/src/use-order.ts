import { useState } from "preact/hooks";
import type { PressOutcome } from "../../shared/ask-app.ts";
import { type Reading, useReading } from "../../shared/use-reading.ts";
import type { OnPressed } from "./hold-notice.tsx";
import type { OrderBlock } from "./order-block.ts";

/** The work a press asks for is done in the background: mostly by the third of these moments, by the last on a slow day. */
const LOOKS_AFTER_PRESS_MS = [0, 2000, 6000, 15_000, 30_000];

export type OrderOnScreen = {
  readonly path: string | null;
  readonly reading: Reading<OrderBlock>;
  readonly onRead: () => void;
  readonly outcome: PressOutcome | null;
  readonly onPressed: OnPressed;
};

/** What the app tells of the order, read again after a press. */
export function useOrder(path: string | null): OrderOnScreen {
  const { reading, read } = useReading<OrderBlock>(path);
  const [outcome, setOutcome] = useState<PressOutcome | null>(null);
  const onPressed = (came: PressOutcome | null) => {
    setOutcome(came);
    if (came !== null) for (const waitMs of LOOKS_AFTER_PRESS_MS) setTimeout(() => void read(), waitMs);
  };
  return { path, reading, outcome, onPressed, onRead: () => void read() };
}
