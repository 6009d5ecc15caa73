import { setTimeout as pause } from "node:timers/promises";
import { type Delivery, send } from "#test/support/deliveries.ts";

export type SteadyLoad = {
  /** Deliveries that were taken, and how often one was answered with a status, or 0 where nobody answered. */
  readonly taken: () => number;
  readonly answers: ReadonlyMap<number, number>;
  /** Sends no more, and waits until each delivery was taken. */
  readonly stop: () => Promise<void>;
};

const againAfterMs = 250;

/** Sends so many deliveries a second; one that is not taken is sent again until it is, as both sides do. */
export function startSteadyLoad(next: () => Delivery, perSecond: number): SteadyLoad {
  const answers = new Map<number, number>();
  const sending = new Set<Promise<void>>();
  let taken = 0;
  const untilTaken = async (delivery: Delivery) => {
    for (;;) {
      const status = await send(delivery).then(
        (answer) => answer.status,
        () => 0,
      );
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status === 200) break;
      await pause(againAfterMs);
    }
    taken += 1;
  };
  const timer = setInterval(() => {
    const sent = untilTaken(next()).finally(() => sending.delete(sent));
    sending.add(sent);
  }, 1000 / perSecond);
  return {
    answers,
    taken: () => taken,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(sending);
    },
  };
}
