import { describe, expect, it } from "vitest";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import type { OpenLine } from "#app/domain/orders/placement/open-lines.ts";
import { planMarginHold } from "#app/domain/orders/placement/plan-margin-hold.ts";
import type { SupplierVariantId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";

function line(wholesale: number, quantity = 1): OpenLine {
  const part = { variantId: asId<SupplierVariantId>("v1"), sku: null, quantityPerUnit: 1 };
  return {
    lineGid: asId("l1"),
    ...{ variantGid: asId("g1"), quantity, title: "Kurta", supplierStoreId: null, sources: [] },
    parts: [{ ...part, title: null, wholesalePrice: rupees(wholesale), minResalePrice: rupees(0) }],
  };
}

type Given = {
  readonly before?: number;
  readonly now?: number;
  readonly costThen?: number;
  /** Null: the fee is unknown. */
  readonly left: number | null;
  readonly beforeFee?: number;
  readonly quantity?: number;
  readonly marginPkr?: Rupees;
  readonly marginPercent?: number;
};

function plan({
  before = 1000,
  now = 1200,
  costThen,
  left,
  beforeFee,
  quantity,
  marginPkr,
  marginPercent,
}: Given) {
  return planMarginHold({
    before: [line(before, quantity)],
    now: [line(now, quantity)],
    expected:
      left === null
        ? { margin: rupees(beforeFee ?? 0), deliveredNet: null }
        : { margin: rupees(left), deliveredNet: rupees(left) },
    costThen: new Map(costThen === undefined ? [] : [[asId<SupplierVariantId>("v1"), rupees(costThen)]]),
    floorOf: () => ({ marginPkr: marginPkr ?? null, marginPercent: marginPercent ?? null }),
  });
}

describe("planMarginHold", () => {
  it("holds what a rise of cost makes a loss, also where no margin was asked for", () => {
    expect(plan({ left: -50 })).toEqual({
      ...{ code: "margin_below_floor" },
      params: { title: "Kurta", variantId: "v1", margin: -50, floor: 0, rise: 200 },
    });
    expect(plan({ left: 0 })).toBeNull();
  });

  it("while the fee is unknown, lets only go what was asked no margin for and is no loss", () => {
    expect(plan({ left: null, beforeFee: 300 })).toBeNull();
    expect(plan({ left: null, beforeFee: 300, marginPkr: rupees(100) })).toMatchObject({
      params: { beforeFee: 300, floor: 100, rise: 200 },
    });
  });

  it("holds what leaves less than the margin asked for, per unit, in rupees or percent of the cost", () => {
    expect(plan({ left: 299, marginPkr: rupees(150), quantity: 2 })).toMatchObject({
      params: { floor: 300, rise: 400 },
    });
    expect(plan({ left: 300, marginPkr: rupees(150), quantity: 2 })).toBeNull();
    expect(plan({ left: 119, marginPercent: 10 })).toMatchObject({ params: { floor: 120 } });
  });

  it("lets go what was thin before, or costs less than it did", () => {
    expect(plan({ now: 1000, left: -50 })).toBeNull();
    expect(plan({ now: 900, left: 10, marginPkr: rupees(500) })).toBeNull();
  });

  it("remembers what it cost when the order was made, whatever our rows say by now", () => {
    expect(plan({ before: 1200, now: 1200, costThen: 1000, left: -50 })).toMatchObject({
      params: { rise: 200 },
    });
    expect(plan({ before: 1000, now: 1200, costThen: 1300, left: -50 })).toBeNull();
  });
});
