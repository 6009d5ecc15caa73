import { countOf } from "#app/domain/messages/count-of.ts";
import type { ShadowOutcome, ShadowVerdict } from "./shadow-mode.ts";

/** As the page and the file name them. */
export const verdictWords: Readonly<Record<ShadowVerdict, string>> = {
  place: "placed",
  hold: "held",
  wait: "waiting",
};

export const outcomeWords: Readonly<Record<ShadowOutcome, string>> = {
  placed: "You had it placed",
  fulfilled: "You sent it yourself",
  cancelled: "It was cancelled",
  open: "Nothing yet",
};

/** "12 orders decided". */
export function decidedWords(decided: number): string {
  return decided === 0 ? "No order decided yet" : `${countOf(decided, "order", "orders")} decided`;
}
