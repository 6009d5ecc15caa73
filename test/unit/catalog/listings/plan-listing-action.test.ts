import { describe, expect, it } from "vitest";
import { groupReasons } from "#app/domain/bulk-actions/group-reasons.ts";
import { listingActions } from "#app/domain/catalog/listings/run/listing-actions.ts";
import { planListingAction } from "#app/domain/catalog/listings/run/plan-listing-action.ts";
import type { ProductGid } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";

const ready = {
  listingStatus: "in_sync",
  origin: "imported",
  productGid: asId<ProductGid>("gid://shopify/Product/1"),
} as const;

describe("an action on a chosen listing", () => {
  it.each(listingActions)(
    "%s fits one that is in the store, and none that is unlinked or on its way",
    (action) => {
      expect(planListingAction(action, ready)).toBeNull();
      expect(planListingAction(action, { ...ready, listingStatus: "unlinked" })).toBe(
        "It is unlinked already.",
      );
      expect(planListingAction(action, { ...ready, listingStatus: "waiting" })).toContain("being added");
    },
  );

  it.each(["resync", "publish"] as const)("%s fits none that is not in the store", (action) => {
    expect(planListingAction(action, { ...ready, productGid: null })).toBe("It is not in your store.");
  });

  it.each(["unlink", "delete"] as const)("%s leaves the merchant's own product alone", (action) => {
    expect(planListingAction(action, { ...ready, origin: "mapped" })).toContain("your own product before");
  });
});

describe("what cannot be done", () => {
  it("is told by its reason, the commonest first, with the first of the names", () => {
    const named = (reason: string, names: string) => [...names].map((name) => ({ name, reason }));
    expect(groupReasons([...named("unlinked", "a"), ...named("on its way", "bcde")])).toEqual([
      { reason: "on its way", count: 4, names: ["b", "c", "d"] },
      { reason: "unlinked", count: 1, names: ["a"] },
    ]);
  });
});
