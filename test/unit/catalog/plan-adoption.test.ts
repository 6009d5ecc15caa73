import { describe, expect, it } from "vitest";
import {
  type AdoptionFacts,
  type ExistingVariant,
  planAdoption,
} from "#app/domain/catalog/adoption/plan-adoption.ts";
import type { PlannedListing, PlannedVariant } from "#app/domain/catalog/import/plan-listing.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import type { InventoryItemGid, SupplierVariantId, VariantGid } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";

type Offered = { id: string; sku?: string | null; size?: string; price?: number; cost?: number };

function offer(title: string, offered: readonly Offered[]): PlannedListing {
  const variants = offered.map(
    ({ id, sku = null, price = 1600, cost = 1000 }): PlannedVariant => ({
      ...{
        supplierVariantId: asId(id),
        sku,
        title: "",
        weightKg: null,
        stock: 5,
        suggestedPkr: null,
        supplierCompareAtPkr: null,
        compareAtPkr: null,
      },
      ...{ wholesalePkr: rupees(cost), minResalePkr: rupees(0), pricePkr: rupees(price) },
    }),
  );
  const specs = offered.map(({ id, sku = null, size = "One" }) => ({
    ...{
      supplierVariantId: asId<SupplierVariantId>(id),
      sku,
      pricePkr: rupees(1600),
      compareAtPkr: null,
      costPkr: rupees(1000),
      weightKg: null,
    },
    options: [{ name: "Size", value: size }],
  }));
  const product = {
    ...{ supplierProductId: "live-p", title, descriptionHtml: "", images: [], options: [] },
    status: "ACTIVE" as const,
    variants: specs,
  };
  return { title, imageUrl: null, storeId: null, shippingPkr: rupees(200), variants, product };
}

const existing = (overrides: Partial<ExistingVariant> & { size?: string } = {}): ExistingVariant => {
  const { size = "One", ...facts } = overrides;
  return {
    ...{
      id: asId<VariantGid>("v1"),
      inventoryItemId: asId<InventoryItemGid>("i1"),
      sku: null,
      price: "1600.00",
      cost: "1000.00",
      supplierVariantId: asId("a"),
    },
    options: [{ name: "Size", value: size }],
    ...facts,
  };
};

function adopt(facts: Partial<AdoptionFacts>) {
  const plan = planAdoption({
    ...{ goods: offer("Kurta", [{ id: "a" }]), knownTitle: "Kurta", existing: [existing()] },
    givenPrices: new Map(),
    ...facts,
  });
  if (plan.kind === "other_goods") return plan.kind;
  const pairs = plan.variants.map(({ planned, existing: { id } }) => `${planned.supplierVariantId}=${id}`);
  return { pairs, changes: plan.changes, missing: plan.missing.map(({ id }) => id) };
}

describe("planAdoption", () => {
  it("takes an id for proof only where title or SKU agrees", () => {
    expect(adopt({})).toMatchObject({ pairs: ["a=v1"] });
    expect(adopt({ knownTitle: "Lantern" })).toBe("other_goods");
    const goods = offer("Kurta", [{ id: "a", sku: "K-1" }]);
    expect(adopt({ goods, knownTitle: "Lantern", existing: [existing({ sku: "k-1" })] })).toMatchObject({
      pairs: ["a=v1"],
    });
  });

  it("never links a variant whose SKU is another", () => {
    const goods = offer("Kurta", [{ id: "a", sku: "K-2" }]);
    expect(adopt({ goods, existing: [existing({ sku: "K-1" })] })).toBe("other_goods");
  });

  it("tells variants apart by SKU, then by id, then by their options", () => {
    const goods = offer("Kurta", [
      { id: "x", sku: "K-1", size: "S" },
      { id: "b", size: "M" },
      { id: "y", size: "L" },
    ]);
    const all = [
      existing({ id: asId("v1"), sku: "K-1", supplierVariantId: asId("a"), size: "S" }),
      existing({ id: asId("v2"), supplierVariantId: asId("b"), size: "M" }),
      existing({ id: asId("v3"), supplierVariantId: asId("c"), size: "L" }),
    ];
    expect(adopt({ goods, existing: all })).toMatchObject({ pairs: ["x=v1", "b=v2", "y=v3"], missing: [] });
  });

  it("names what is ours and not offered, and leaves the merchant's own variants alone", () => {
    const all = [
      existing(),
      existing({ id: asId("v2"), supplierVariantId: asId("gone"), size: "XL" }),
      existing({ id: asId("v3"), supplierVariantId: null, size: "Gift" }),
    ];
    expect(adopt({ existing: all })).toMatchObject({ pairs: ["a=v1"], missing: ["v2"] });
  });

  it.each([
    ["a price the app gave", "1600.00", 1600, [{ id: "v1", pricePkr: rupees(1750) }]],
    ["a price the merchant set", "1699.00", 1600, []],
    ["a price with paisa", "1600.50", 1600, []],
    ["a price of nobody known", "1600.00", undefined, []],
  ])("changes %s as it should be", (_, price, given, changes) => {
    const goods = offer("Kurta", [{ id: "a", price: 1750 }]);
    const givenPrices = new Map(given === undefined ? [] : [[asId<VariantGid>("v1"), rupees(given)]]);
    expect(adopt({ goods, givenPrices, existing: [existing({ price })] })).toMatchObject({ changes });
  });

  it("writes the supplier's cost of today", () => {
    const goods = offer("Kurta", [{ id: "a", cost: 1100 }]);
    expect(adopt({ goods })).toMatchObject({ changes: [{ id: "v1", costPkr: 1100 }] });
    expect(adopt({ existing: [existing({ cost: null })] })).toMatchObject({
      changes: [{ id: "v1", costPkr: 1000 }],
    });
  });
});
