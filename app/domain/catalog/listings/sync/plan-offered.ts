import type { Listing } from "@prisma/client";
import type { ListingPolicy } from "#app/domain/policy/pricing/listing-policy.ts";

export type OfferedPlan =
  | { readonly kind: "as_it_is" }
  | {
      readonly kind: "take_out";
      readonly how: ListingPolicy["whenRemoved"];
      readonly status: "DRAFT" | "ARCHIVED" | null;
    }
  /** We took it out, and it is offered again. */
  | { readonly kind: "bring_back"; readonly status: "ACTIVE" | null };

type PlanOfferedInput = {
  readonly listing: Pick<Listing, "offered" | "takenOut" | "takenOutFor" | "takenOutAt">;
  readonly policy: ListingPolicy["whenRemoved"];
  /** As it stands in Shopify: ACTIVE, ARCHIVED, DRAFT, UNLISTED. */
  readonly status: string;
};

const HIDDEN: Readonly<Record<string, "DRAFT" | "ARCHIVED">> = { draft: "DRAFT", archive: "ARCHIVED" };

/**
 * Whether a listing is taken out of sale, or brought back. Only what we hid ourselves comes back: a product the merchant
 * had hidden before, or has changed since, stays as they left it.
 */
export function planOffered({ listing, policy, status }: PlanOfferedInput): OfferedPlan {
  const isOurs = listing.takenOutFor === "removed";
  if (!listing.offered) {
    // Without the time it was intended only: the run died before it was done.
    if (isOurs && listing.takenOutAt !== null) return { kind: "as_it_is" };
    const hidden = HIDDEN[policy] ?? null;
    if (isOurs && status === hidden) return { kind: "take_out", how: policy, status: null };
    if (hidden === null || status !== "ACTIVE") return { kind: "take_out", how: "quantity", status: null };
    return { kind: "take_out", how: policy, status: hidden };
  }
  if (!isOurs || listing.takenOut === null) return { kind: "as_it_is" };
  const ours = HIDDEN[listing.takenOut];
  return { kind: "bring_back", status: ours !== undefined && status === ours ? "ACTIVE" : null };
}
