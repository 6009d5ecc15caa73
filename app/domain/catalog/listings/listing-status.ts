import type { ListingState, TakenOutWay } from "#app/domain/catalog/listings/listing-state.ts";
/** How a listing stands, in one word; a listing is in exactly one. */
export const listingStatuses = [
  "in_sync",
  /** Its import is under way. */
  "waiting",
  /** Its import, or the last try to keep it right, failed. */
  "failed",
  /** The service no longer offers it. */
  "removed",
  /** Out of sale by a policy of the shop, until it is back in stock. */
  "taken_out",
  /** A variant of it costs more than its price once delivered. */
  "losing",
  /** In sync but for fields the merchant keeps. */
  "edited",
  "unlinked",
] as const;

export type ListingStatus = (typeof listingStatuses)[number];

export type ListingStatusFacts = {
  readonly state: ListingState;
  readonly syncFailure: string | null;
  readonly offered: boolean;
  readonly removedAt: Date | null;
  readonly takenOut: TakenOutWay | null;
  readonly losesMoney: boolean;
  readonly lockedFields: readonly string[];
  readonly unlinkedAt: Date | null;
};

/** What a listing's facts come to, the gravest first. The column `listing.standing` is worked out the same way. */
export function listingStatusOf(facts: ListingStatusFacts): ListingStatus {
  if (facts.state === "importing") return "waiting";
  if (facts.unlinkedAt !== null) return "unlinked";
  if (facts.state === "failed") return "failed";
  if (facts.syncFailure !== null) return "failed";
  if (facts.removedAt !== null || !facts.offered) return "removed";
  if (facts.takenOut !== null) return "taken_out";
  if (facts.losesMoney) return "losing";
  return facts.lockedFields.length > 0 ? "edited" : "in_sync";
}
