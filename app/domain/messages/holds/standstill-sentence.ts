import { countOfParam } from "#app/domain/messages/count-of.ts";
import { type HoldParams, text } from "./hold-sentences.ts";

/** How long, and what is usual: nineteen of twenty is what the days are counted by. */
export function standstillSentence(p: HoldParams): string {
  const which =
    typeof p.of === "number" && p.of > 1
      ? `Parcel ${text(p, "part", "1")} of ${text(p, "of", "1")}`
      : "The parcel";
  const days = countOfParam(p, "days", { one: "day", many: "days", unknown: "several" });
  const where = p.status === "SHIPPED" ? "has been on the road" : "has waited to leave";
  return `${which} ${where} for ${days}. ${usualWords(p)} Ask the supplier, or call the customer.`;
}

function usualWords(p: HoldParams): string {
  const usual = countOfParam(p, "usualDays", { one: "day", many: "days", unknown: "fewer" });
  const courier = text(p, "courier", "this courier");
  switch (p.basis) {
    case "courier_city":
      return `19 of 20 parcels with ${courier} to ${text(p, "city", "this city")} arrive within ${usual}.`;
    case "courier":
      return `19 of 20 parcels with ${courier} arrive within ${usual}.`;
    case "shop":
      return `19 of 20 of your parcels leave within ${usual}.`;
    default:
      return p.status === "SHIPPED" ? `Most arrive within ${usual}.` : `Most leave within ${usual}.`;
  }
}
