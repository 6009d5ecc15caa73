import { countOf } from "#app/domain/messages/count-of.ts";

export const GOES_ON = "You may leave this page: it goes on by itself.";

type RunSummary = {
  readonly total: number;
  readonly done: number;
  readonly refused: number;
  readonly isFinished: boolean;
};

/** "11 of 12 done, 1 not possible." with what to add, and that nobody has to wait. */
export function runSummary({ total, done, refused, isFinished }: RunSummary, more = ""): string {
  const parts = [
    `${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} done`,
    ...(refused > 0 ? [`${refused.toLocaleString("en-US")} not possible`] : []),
  ];
  return [`${parts.join(", ")}.`, more, isFinished ? "" : GOES_ON].filter(Boolean).join(" ");
}

/** Of those that were pressed and wait all the same. */
export function waitsWords(count: number): string {
  if (count === 0) return "";
  return countOf(count, "still waits: it says why.", "still wait: each says why.");
}
