import { describe, expect, it } from "vitest";
import {
  type OwnVariant,
  type SupplierGoods,
  suggestMapping,
} from "#app/domain/catalog/mapping/suggest-mapping.ts";
import { asId } from "#test/support/as-id.ts";

function own(overrides: Partial<OwnVariant> = {}): OwnVariant {
  return {
    variantGid: asId("a"),
    sku: null,
    options: [],
    productTitle: "Lawn suit",
    linkedBefore: null,
    ...overrides,
  };
}

function goods(overrides: Partial<SupplierGoods> = {}): SupplierGoods {
  const nothing = { sku: null, color: null, size: null, productTitle: "Printed Lawn" };
  return { supplierVariantId: asId("v1"), ...nothing, ...overrides };
}

const suggested = (variant: OwnVariant, ...all: SupplierGoods[]) =>
  suggestMapping([variant], all).get(asId("a")) ?? null;
const option = (...values: string[]) => values.map((value, at) => ({ name: `Option ${at}`, value }));

describe("what a variant of the merchant's may be", () => {
  it.each([
    ["what it was linked to before", own({ linkedBefore: asId("v1"), sku: "X" }), goods(), "linked_before"],
    ["what has its SKU, however it is written", own({ sku: " lawn-1 " }), goods({ sku: "LAWN-1" }), "sku"],
    [
      "what has its options, whatever they are called",
      own({ options: option("m", "RED") }),
      goods({ color: "Red", size: "M" }),
      "options",
    ],
    ["what has its title", own({ productTitle: "printed  lawn" }), goods(), "title"],
  ])("is %s", (_, variant, found, because) => {
    expect(
      suggested(
        variant,
        found,
        goods({ supplierVariantId: asId("v2"), sku: "Z", color: "Green", productTitle: "" }),
      ),
    ).toEqual({
      supplierVariantId: "v1",
      because,
    });
  });

  it.each([
    [
      "two fit equally",
      own({ sku: "A" }),
      [goods({ sku: "a" }), goods({ sku: "A", supplierVariantId: asId("v2") })],
    ],
    ["it has no SKU, nor has the other", own(), [goods({ productTitle: "Other" })]],
    ["only one of two options agrees", own({ options: option("Red") }), [goods({ color: "Red", size: "M" })]],
    [
      "the title agrees, but the other has options",
      own({ productTitle: "Printed Lawn" }),
      [goods({ color: "Red" })],
    ],
  ])("is nothing where %s", (_, variant, all) => {
    expect(suggested(variant, ...all)).toBeNull();
  });

  it("trusts a SKU before options", () => {
    const variant = own({ sku: "A", options: option("Red") });
    const bySku = goods({ sku: "A", color: "Green", supplierVariantId: asId("sku") });
    expect(suggested(variant, goods({ color: "Red" }), bySku)).toEqual({
      supplierVariantId: "sku",
      because: "sku",
    });
  });
});
