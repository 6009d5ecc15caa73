import { documentedTerms } from "#app/supplier/terms.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Until when a delivered parcel may be sent back; null where it was not delivered, or that is over (R17). */
export function returnableUntil(
  { status, deliveredAt }: { readonly status: string; readonly deliveredAt: Date | null },
  now: Date,
): Date | null {
  if (status !== "DELIVERED" || deliveredAt === null) return null;
  const until = new Date(deliveredAt.getTime() + documentedTerms.returnWindowDays * DAY_MS);
  return until < now ? null : until;
}
