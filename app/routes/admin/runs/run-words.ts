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
