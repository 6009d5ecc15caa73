import { describe, expect, it } from "vitest";
import {
  costOfParts,
  findPartsRefusal,
  type MappingPart,
  MOST_PARTS,
  minimumOfParts,
  stockOfParts,
} from "#app/domain/catalog/mapping/mapping-part.ts";
import { planShape } from "#app/domain/catalog/mapping/plan-shape.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import type { VariantGid } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";

function part(overrides: Partial<MappingPart> = {}): MappingPart {
  return {
    ...{
      supplierProductId: asId("p1"),
      supplierVariantId: asId("v1"),
      supplierStoreId: "s1",
      title: "Lamp",
      sku: "L",
    },
    ...{ quantity: 1, wholesalePkr: rupees(1000), minResalePkr: rupees(1200), stock: 10 },
    ...overrides,
  };
}

const lamp = part();
const cables = part({
  supplierProductId: asId("p2"),
  supplierVariantId: asId("v2"),
  quantity: 3,
  stock: 10,
  minResalePkr: rupees(50),
});

describe("the parts of one unit", () => {
  it("add up to its minimum, its cost, and as many sets as are whole", () => {
    expect(minimumOfParts([lamp, cables])).toBe(1350);
    expect(costOfParts([lamp, cables])).toBe(4000);
    expect(stockOfParts([lamp, cables])).toBe(3);
    expect(stockOfParts([lamp, { ...cables, stock: 2 }])).toBe(0);
    expect(stockOfParts([part({ stock: -4 })])).toBe(0);
    expect(stockOfParts([])).toBe(0);
  });

  it.each([
    ["nothing", [], "at least one"],
    ["half a unit", [part({ quantity: 0.5 })], "whole number from 1 to 100"],
    ["no unit", [part({ quantity: 0 })], "whole number"],
    ["too many units", [part({ quantity: 101 })], "whole number"],
    ["one part twice", [lamp, part({ quantity: 2 })], "stands there twice"],
    [
      "too many parts",
      Array.from({ length: MOST_PARTS + 1 }, (_, at) => part({ supplierVariantId: asId(`v${at}`) })),
      "up to 10",
    ],
    ["two stores", [lamp, { ...cables, supplierStoreId: "s2" }], "different supplier stores"],
    ["a store that is not told", [lamp, { ...cables, supplierStoreId: null }], "different supplier stores"],
  ])("are refused for %s", (_, parts, words) => {
    expect(findPartsRefusal(parts)).toContain(words);
  });

  it("may be several of one store, or of one product whose store is not told", () => {
    expect(findPartsRefusal([lamp, cables])).toBeNull();
    const unknown = { supplierStoreId: null };
    expect(findPartsRefusal([part(unknown), part({ ...unknown, supplierVariantId: asId("v9") })])).toBeNull();
  });
});

describe("how a mapped product is kept", () => {
  const one = (gid: string, ...parts: MappingPart[]) => ({ variantGid: asId<VariantGid>(gid), parts });
  const red = one("a", part({ supplierVariantId: asId("red") }));
  const blue = one("b", part({ supplierVariantId: asId("blue") }));

  it("is a listing where it is one of the service's products, variant by variant", () => {
    expect(planShape([red, blue], new Set())).toEqual({ kind: "listing", supplierProductId: "p1" });
  });

  it.each([
    ["a bundle is among them", [red, one("b", lamp, cables)]],
    ["a variant is several of one", [red, one("b", part({ supplierVariantId: asId("blue"), quantity: 2 }))]],
    ["two variants are the same goods", [red, one("b", part({ supplierVariantId: asId("red") }))]],
    ["its variants are goods of two products", [red, one("b", cables)]],
    ["nothing is mapped", []],
  ])("is by links where %s", (_, variants) => {
    expect(planShape(variants, new Set())).toEqual({ kind: "links" });
  });

  it("is by links where another product of the shop is the listing already", () => {
    expect(planShape([red], new Set(["p1"]))).toEqual({ kind: "links" });
  });
});
