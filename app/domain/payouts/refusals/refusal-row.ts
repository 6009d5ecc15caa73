export const refusalSubjects = ["product", "city", "route", "confirmation"] as const;

/** By what refusals are grouped. */
export type RefusalSubject = (typeof refusalSubjects)[number];

/** Who had the order confirmed when a parcel left. */
export const confirmedBys = [
  /** Somebody of the shop reached the customer, and the order was meant. */
  "person",
  "supplier",
  /** Somebody tried, and nobody answered. */
  "no_answer",
  /** Nobody asked. */
  "nobody",
] as const;

/** How many of the parcels of one product, city, route or confirmation were refused at the door. */
export type RefusalRow = {
  /** The supplier's variant, the city, COD or PREPAID, or who confirmed; null where it is not known. */
  readonly key: string | null;
  readonly label: string | null;
  readonly refused: number;
  /** Taken at the door or refused there. */
  readonly ended: number;
  /** Between these the rate of parcels to come lies in 19 of 20 cases (Wilson's interval), in percent. */
  readonly lowPercent: number;
  readonly highPercent: number;
};

/** Of the ended parcels, how many were refused, in whole percent. */
export function refusedPercent({ refused, ended }: Pick<RefusalRow, "refused" | "ended">): number {
  return ended === 0 ? 0 : Math.round((100 * refused) / ended);
}
