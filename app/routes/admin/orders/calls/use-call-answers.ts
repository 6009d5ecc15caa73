import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { ContactResult, ContactWay } from "#app/domain/orders/customer/contact/plan-contact.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";

export type CallAnswer = {
  readonly id: string;
  /** The order's own number. */
  readonly name: string;
  readonly result: ContactResult;
};

/** What became of the last press, which may be taken back where it was done. */
export type LastCallAnswer = CallAnswer & {
  readonly isUndo: boolean;
  readonly answer: ActionAnswer;
};

/** One press at a time: the list moves after each, and the next one is meant for who stands there then. */
export function useCallAnswers() {
  const fetcher = useFetcher<ActionAnswer>();
  const [pressed, setPressed] = useState<(CallAnswer & { readonly isUndo: boolean }) | null>(null);
  const isBusy = fetcher.state !== "idle";
  const { listRef, keepPlace } = useFocusOnNext(isBusy);
  const press = (call: CallAnswer, fields: Readonly<Record<string, string>>) => {
    keepPlace();
    setPressed({ ...call, isUndo: fields.intent === "undo_contact" });
    fetcher.submit(fields, { method: "post", action: `/orders/${call.id}/contact` });
  };
  const { data } = fetcher;
  const last: LastCallAnswer | null = pressed && data && !isBusy ? { ...pressed, answer: data } : null;
  return {
    ...{ last, isBusy, listRef },
    answer: (call: CallAnswer, how: ContactWay) =>
      press(call, { intent: "contacted", how, result: call.result }),
    undo: (call: CallAnswer) => press(call, { intent: "undo_contact", result: call.result }),
  };
}

/** Whoever works with keys goes on where they were: at whoever took the place of the row that left. */
function useFocusOnNext(isBusy: boolean) {
  const listRef = useRef<HTMLUListElement>(null);
  const place = useRef(-1);
  useEffect(() => {
    if (isBusy || place.current < 0) return;
    const rows = [...(listRef.current?.children ?? [])];
    const next = rows[Math.min(place.current, rows.length - 1)];
    place.current = -1;
    next?.querySelector("a")?.focus();
  }, [isBusy]);
  const keepPlace = () => {
    const rows = [...(listRef.current?.children ?? [])];
    place.current = rows.findIndex((row) => row.contains(document.activeElement));
  };
  return { listRef, keepPlace };
}
