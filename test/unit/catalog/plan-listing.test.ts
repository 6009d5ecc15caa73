import { describe, expect, it } from "vitest";
import { matchVariants } from "#app/domain/catalog/match-variants.ts";
import { planListing } from "#app/domain/catalog/plan-listing.ts";
import { productSchema } from "#app/supplier/catalog.ts";

const cup = {
  id: "prd_cup",
  title: "<b>Cup</b>\n red",
  description: "<p>Holds tea.</p>",
  images: ["https://images.example/1.jpg", "http://images.example/2.jpg", "https://images.example/1.jpg"],
  storeId: "store_1",
  weightKg: 0.4,
  category: { id: "cat_1", name: "Kitchen" },
  brand: "Lahore Wholesale",
  wholesalePrice: 100,
  suggestedPrice: 180,
  minResalePrice: 120,
  stock: 7,
};

const variant = { wholesalePrice: 100, suggestedPrice: 180, minResalePrice: 120, stock: 3 };

function plan(overrides: Record<string, unknown> = {}, mode = "live") {
  const product = productSchema.parse({ ...cup, ...overrides });
  return planListing({ mode, product, vendor: "Rang", status: "ACTIVE", hiddenNames: [] });
}

describe("planListing", () => {
  it("cleans the title, copies open images once, and writes the shop as vendor", () => {
    expect(plan().product).toMatchObject({
      title: "Cup red",
      vendor: "Rang",
      productType: "Kitchen",
      images: [{ url: "https://images.example/1.jpg", alt: "Cup red" }],
      descriptionHtml: "<p>Holds tea.</p>",
    });
    expect(JSON.stringify(plan())).not.toContain("Lahore Wholesale");
  });

  it("makes a product without variants its own only one, without a real option", () => {
    const { product, variants } = plan();
    expect(variants).toMatchObject([
      { supplierVariantId: "prd_cup", stock: 7, pricePkr: 180, wholesalePkr: 100 },
    ]);
    expect(product.options).toEqual([{ name: "Title", values: ["Default Title"] }]);
    expect(product.variants[0]).toMatchObject({
      options: [{ name: "Title", value: "Default Title" }],
      costPkr: 100,
    });
  });

  it("gives each variant its own price, cost and options", () => {
    const { product } = plan({
      variants: [
        { ...variant, id: "v1", sku: "CUP-R", color: "Red" },
        { ...variant, id: "v2", color: "Blue", suggestedPrice: 110 },
        { ...variant, id: "v3", color: "Green", suggestedPrice: null },
      ],
    });
    expect(product.variants).toMatchObject([
      { supplierVariantId: "v1", sku: "CUP-R", pricePkr: 180, options: [{ name: "Color", value: "Red" }] },
      { supplierVariantId: "v2", sku: null, pricePkr: 120, options: [{ name: "Color", value: "Blue" }] },
      { supplierVariantId: "v3", pricePkr: 180 },
    ]);
  });

  it("keeps an unknown weight unset and a negative stock at nothing", () => {
    const { variants } = plan({ weightKg: null, variants: [{ ...variant, id: "v1", stock: -4 }] });
    expect(variants).toMatchObject([{ weightKg: null, stock: 0 }]);
  });

  it("tells a product of test mode from the same one of live", () => {
    expect(plan({}, "test").product.supplierProductId).not.toBe(plan({}, "live").product.supplierProductId);
  });

  it("has nothing to sell without a wholesale price", () => {
    expect(plan({ wholesalePrice: null }).variants).toEqual([]);
  });

  it("adds the images of variants after those of the product", () => {
    const { product } = plan({
      variants: [{ ...variant, id: "v1", image: "https://images.example/v1.jpg" }],
    });
    expect(product.images.map((image) => image.url)).toEqual([
      "https://images.example/1.jpg",
      "https://images.example/v1.jpg",
    ]);
  });
});

describe("matchVariants", () => {
  const options = (value: string) => [{ name: "Color", value }];
  const answered = (id: string, supplierVariantId: string | null, value: string) => {
    return { id, inventoryItemId: `item-${id}`, supplierVariantId, options: options(value) };
  };
  const asked = [
    { supplierVariantId: "v1", options: options("Red") },
    { supplierVariantId: "v2", options: options("Blue") },
  ];

  it("goes by the id we wrote, whatever the order and the options say", () => {
    const matched = matchVariants(asked, [answered("b", "v2", "Crimson"), answered("a", "v1", "Blue")]);
    expect([matched.get("v1")?.id, matched.get("v2")?.id]).toEqual(["a", "b"]);
  });

  it("goes by the options where no id came back, in any case", () => {
    const matched = matchVariants(asked, [answered("b", null, "BLUE"), answered("a", null, "red")]);
    expect([matched.get("v1")?.id, matched.get("v2")?.id]).toEqual(["a", "b"]);
  });

  it("does not accept that a variant is missing", () => {
    expect(() => matchVariants(asked, [answered("a", "v1", "Red")])).toThrow("v2");
  });
});
