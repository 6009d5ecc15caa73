import type { Listing, ListingVariant } from "@prisma/client";
import { lockableFields, parseLocks, priceLock } from "./listing-locks.ts";
import type { ListingNeedCode } from "./plan-needs.ts";

const pricedNeeds: readonly ListingNeedCode[] = ["cost_changed", "below_minimum", "sales_held"];

type Asked = Pick<Listing, "locked" | "origin"> & {
  readonly variants: readonly Pick<ListingVariant, "id">[];
};

/** What *Take it over* writes for a need, by the names of locks; what is the merchant's own stays, so it may be nothing. */
export function takeOverFields({ locked, origin, variants }: Asked, code: string): readonly string[] {
  if (origin === "mapped") return [];
  const locks = parseLocks(locked);
  const isOurs = (field: string) => locks[field] === undefined;
  if (code === "content_changed") return lockableFields.filter(isOurs);
  if (code === "variants_added") return ["variants"];
  return pricedNeeds.some((each) => each === code) ? variants.map(priceLock).filter(isOurs) : [];
}
