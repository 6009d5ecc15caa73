import { amount, type HoldParams, text } from "./hold-sentences.ts";

/** What a customer told us from their tracking page. `asked` and `due` in rupees. */
export function riderAskedSentence(p: HoldParams): string {
  const which = typeof p.of === "number" && p.of > 1 ? ` for parcel ${text(p, "part", "1")} of ${p.of}` : "";
  const due = p.due === 0 ? "nothing is to be paid" : `${amount(p, "due")} is to be paid`;
  return `The customer says that the rider asked for ${amount(p, "asked")}${which}; ${due}. Call the customer, and tell the courier.`;
}
