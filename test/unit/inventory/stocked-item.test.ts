import { describe, expect, it } from "vitest";
import {
  isEditedByHand,
  planObservedQuantity,
  planQuantity,
  type StockedComponent,
  type StockedItem,
  type StockPolicy,
  type UnitsNotInSupplierStock,
} from "#app/domain/inventory/stocked-item.ts";
import type { InventoryItemGid, ListingId, StockedItemId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";

const reportedAt = new Date("2026-11-21T10:00:00Z");
const before = new Date("2026-11-21T09:59:59Z");
const after = new Date("2026-11-21T10:00:01Z");

const part = (stock: number, change: Partial<StockedComponent> = {}): StockedComponent => ({
  ...{ supplierVariantId: asId("v1"), perUnit: 1, stock, stockAt: reportedAt },
  ...change,
});

const stockedItem = (parts: readonly StockedComponent[], policy: Partial<StockPolicy> = {}): StockedItem => ({
  ...{
    id: asId<StockedItemId>("1"),
    listingId: asId<ListingId>("l"),
    variantGid: asId("gid://1"),
    inventoryItemGid: asId<InventoryItemGid>("gid://i"),
  },
  ...{ pushed: 5, movedAt: null, isStale: false, isWithheld: false, dueAt: reportedAt, parts },
  policy: { buffer: 0, cap: null, leavesEdits: false, keepsSelling: false, ...policy },
});

const sold = (units: number, takenAt: Date | null, supplierVariantId = "v1"): UnitsNotInSupplierStock => ({
  ...{ supplierVariantId: asId(supplierVariantId), units, takenAt },
});

describe("the quantity of a stocked item", () => {
  it.each([
    ["all the service has", stockedItem([part(10)]), [], 10],
    ["less what is kept back", stockedItem([part(10)], { buffer: 3 }), [], 7],
    ["never below nothing", stockedItem([part(2)], { buffer: 3 }), [sold(4, null)], 0],
    ["less what was sold and not placed", stockedItem([part(10)]), [sold(4, null)], 6],
    ["less what the service took after it last told", stockedItem([part(10)]), [sold(4, after)], 6],
    ["with what it took before it last told", stockedItem([part(10)]), [sold(4, before)], 10],
    ["with what it took at the moment it told", stockedItem([part(10)]), [sold(4, reportedAt)], 10],
    ["without what was sold of another variant", stockedItem([part(10)]), [sold(4, null, "v2")], 10],
    ["whole units of a bundle", stockedItem([part(10, { perUnit: 4 })]), [], 2],
    [
      "as many bundles as the scarcest part makes",
      stockedItem([part(10, { perUnit: 2 }), part(3, { supplierVariantId: asId("v2") })]),
      [],
      3,
    ],
    [
      "bundles less the parts sold alone",
      stockedItem([part(10, { perUnit: 2 }), part(9, { supplierVariantId: asId("v2") })]),
      [sold(3, null)],
      3,
    ],
    ["nothing of a bundle without parts", stockedItem([]), [], 0],
    ["no more than the merchant wants shown", stockedItem([part(10)], { cap: 4 }), [], 4],
    ["no more than there is, whatever the merchant wants", stockedItem([part(2)], { cap: 4 }), [], 2],
    [
      "what stands there, where the shop goes on selling",
      stockedItem([part(0)], { keepsSelling: true }),
      [],
      null,
    ],
    [
      "what there is, where the shop would go on selling",
      stockedItem([part(1)], { keepsSelling: true }),
      [],
      1,
    ],
  ] as const)("is %s", (_what, given, missingUnits, wanted) => {
    expect(planQuantity(given, missingUnits)).toBe(wanted);
  });

  it("is nothing of what nobody may buy, also where the shop goes on selling", () => {
    const withheld = { ...stockedItem([part(9)], { keepsSelling: true }), isWithheld: true };
    expect(planQuantity(withheld, [])).toBe(0);
  });

  it("is less by an order that only Shopify knows", () => {
    expect(planObservedQuantity(10, { available: 7, committed: 5 }, 2)).toBe(7);
    expect(planObservedQuantity(10, { available: 8, committed: 2 }, 2)).toBe(10);
    expect(planObservedQuantity(10, { available: 8, committed: 1 }, 2)).toBe(10);
    expect(planObservedQuantity(1, { available: 0, committed: 9 }, 0)).toBe(0);
    expect(planObservedQuantity(null, { available: 0, committed: 9 }, 0)).toBe(null);
  });
});

describe("what somebody set by hand", () => {
  const level = { available: 9, committed: 1 };

  it("stands elsewhere than written, and no order moved it", () => {
    expect(isEditedByHand(stockedItem([part(5)]), level, 1)).toBe(true);
  });

  it.each([
    ["it stands as written", { pushed: 9 }, 1],
    ["an order of ours moved it", { movedAt: reportedAt }, 1],
    ["an order we have not heard of may have", {}, 0],
    ["it was never written", { pushed: null }, 1],
  ] as const)("is not claimed when %s", (_what, change, current) => {
    expect(isEditedByHand({ ...stockedItem([part(5)]), ...change }, level, current)).toBe(false);
  });
});
