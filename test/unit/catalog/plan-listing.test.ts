import { describe, expect, it } from "vitest";
import { matchVariants } from "#app/domain/catalog/adoption/match-variants.ts";
import { type ListingChoices, parseListingChoices } from "#app/domain/catalog/import/listing-choices.ts";
import { countLeftImages, planListing } from "#app/domain/catalog/import/plan-listing.ts";
import { sanitizeDescription } from "#app/domain/catalog/text/sanitize-description.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { suggestedRule } from "#app/domain/policy/pricing/price-rule.ts";
import type { InventoryItemGid, SupplierVariantId } from "#app/platform/ids.ts";
import { productSchema } from "#app/supplier/catalog.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { asId } from "#test/support/as-id.ts";
import { buildTerms } from "./build-terms.ts";

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

function plan(overrides: Record<string, unknown> = {}, mode: Mode = "live", choices: ListingChoices = {}) {
  const product = productSchema.parse({ ...cup, ...overrides });
  const facts = { mode, product, vendor: "Rang", status: "ACTIVE", hiddenNames: ["Lahore House"] } as const;
  const descriptionHtml = sanitizeDescription(product.description ?? "", facts.hiddenNames);
  return planListing({ ...facts, descriptionHtml, priceRule: suggestedRule, terms: buildTerms(), choices });
}

describe("planListing", () => {
  it("takes an id that is the name of what every object has for an id", () => {
    const ids = ["constructor", "toString"];
    const { variants } = plan({ variants: ids.map((id) => ({ ...variant, id })) }, "live", { prices: {} });
    expect(variants.map(({ pricePkr }) => pricePkr)).toEqual([180, 180]);
  });

  it("leaves out an image whose address is none", () => {
    expect(plan({ images: ["https://[", "https://images.example/1.jpg"] }).product.images).toHaveLength(1);
  });

  it("keeps as a draft what was chosen in a way that cannot be read any more", () => {
    expect(parseListingChoices({ variantsLeftOut: "v1" })).toEqual({ status: "DRAFT" });
    expect(parseListingChoices(null)).toEqual({});
  });

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

  it("writes the brand as vendor where that was chosen, cleaned, and the shop's name where there is none", () => {
    const vendorOf = (brand: string | null) => plan({ brand }, "live", { vendor: "brand" }).product.vendor;
    expect(vendorOf("Zarqa")).toBe("Zarqa");
    expect(vendorOf("<b>Zarqa</b> of Lahore House")).not.toMatch(/<|Lahore House/);
    expect(vendorOf(null)).toBe("Rang");
    expect(vendorOf("  ")).toBe("Rang");
  });

  it("gives each variant the picture the service gives it, if that is copied", () => {
    const [red, blue, open] = ["red.jpg", "blue.jpg", "1.jpg"].map(
      (name) => `https://images.example/${name}`,
    );
    const variants = [
      { ...variant, id: "v1", color: "Red", image: red },
      { ...variant, id: "v2", color: "Blue", image: blue },
      { ...variant, id: "v3", color: "Green", image: "http://images.example/green.jpg" },
      { ...variant, id: "v4", color: "White", image: null },
      { ...variant, id: "v5", color: "Black", image: open },
    ];
    const { product } = plan({ variants }, "live", { imagesLeftOut: [blue ?? ""] });
    expect(product.images.map(({ url }) => url)).toEqual([open, red]);
    expect(product.variants.map(({ imageUrl }) => imageUrl)).toEqual([red, null, null, null, open]);
  });

  it("counts pictures that cannot be copied, each once", () => {
    const images = ["http://a.example/1.jpg", "http://a.example/1.jpg", "https://a.example/2.jpg", ""];
    const variants = [{ ...variant, id: "v1", image: "http://a.example/3.jpg" }];
    expect(countLeftImages(productSchema.parse({ ...cup, images, variants }))).toBe(2);
    expect(countLeftImages(productSchema.parse({ ...cup, images: ["https://a.example/2.jpg"] }))).toBe(0);
  });

  it("prices what has no price of its own as many at once were priced, never below the lowest allowed", () => {
    const variants = [
      { ...variant, id: "v1" },
      { ...variant, id: "v2", wholesalePrice: 300, minResalePrice: 650 },
    ];
    const priced = (choices: ListingChoices) =>
      plan({ variants, shipping: { required: true, estimate: 100 } }, "live", choices).variants;
    // 200 of Rs 223 stay after the fee; the second one's lowest price is above its Rs 623.
    expect(priced({ bulkPrice: { kind: "margin", marginPkr: rupees(200) } })).toMatchObject([
      { pricePkr: 423, fixedPricePkr: 423 },
      { pricePkr: 650, fixedPricePkr: 650 },
    ]);
    expect(priced({ bulkPrice: { kind: "percent", percent: 150 } })).toMatchObject([
      { pricePkr: 250 },
      { pricePkr: 750 },
    ]);
    const own = { prices: { v1: rupees(199) }, bulkPrice: { kind: "price", pricePkr: rupees(900) } } as const;
    expect(priced(own)).toMatchObject([{ pricePkr: 199 }, { pricePkr: 900 }]);
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
      { supplierVariantId: "v2", sku: "KW-v2", pricePkr: 120, options: [{ name: "Color", value: "Blue" }] },
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

  it("lets no markup of the supplier into options and titles, closed or not", () => {
    const { product } = plan({
      title: "Cup <img src=x onerror=alert(1) x=",
      variants: [
        { ...variant, id: "v1", color: "Red<img src=x onerror=alert(1)>", size: "<script" },
        { ...variant, id: "v2", color: "Blue" },
      ],
    });
    expect(JSON.stringify(product)).not.toMatch(/<(?!\/?p>)/);
    expect(product.options[0]).toEqual({ name: "Color", values: ["Red", "Blue"] });
  });

  it("judges tags as a customer will read them", () => {
    const tags = ["0300<i>1234567", "0300\u00011234567", "Lahore<i></i>\u200b House", "tea"];
    expect(plan({ tags }).product.tags).toEqual(["tea"]);
  });

  it("shows no SKU that names the supplier, as a style or as a SKU", () => {
    const { product, variants } = plan({
      variants: [
        { ...variant, id: "v1", sku: "Lahore House-01" },
        { ...variant, id: "v2", sku: "Lahore House-02" },
        { ...variant, id: "v3", sku: "CUP-3" },
      ],
    });
    expect(JSON.stringify(product)).not.toContain("Lahore House");
    expect(product.variants.map(({ sku }) => sku)).toEqual(["KW-v1", "KW-v2", "CUP-3"]);
    expect(variants[0]?.sku).toBe("Lahore House-01");
  });

  it("lets nothing lead a customer past the merchant: title, type, tags, options and pictures' words", () => {
    const { product } = plan({
      title: "Cup - WhatsApp 0300-1234567",
      category: { id: "cat_1", name: "Kitchen by Lahore House" },
      tags: ["tea", "call 03001234567", "Lahore House"],
      variants: [
        { ...variant, id: "v1", color: "Red www.supplier.example" },
        { ...variant, id: "v2", color: "Blue" },
      ],
    });
    expect(product).toMatchObject({
      ...{ title: "Cup", productType: "Kitchen", tags: ["tea"] },
      options: [{ name: "Color", values: ["Red", "Blue"] }],
      images: [{ alt: "Cup" }],
    });
    expect(JSON.stringify(product)).not.toMatch(/0300|supplier\.example|whatsapp|lahore house/i);
  });

  it("takes the merchant's own words as they are, and as text", () => {
    const choices = { title: "Cup, call 0300", description: "A <b> & tea", tags: ["mine"], productType: "" };
    expect(plan({}, "live", choices).product).toMatchObject({
      ...{ title: "Cup, call 0300", descriptionHtml: "<p>A &lt;b&gt; &amp; tea</p>" },
      ...{ tags: ["mine"], productType: "" },
    });
  });

  it("keeps a chosen price as the merchant's, never offered below the lowest", () => {
    expect(plan({}, "live", { prices: { prd_cup: rupees(150) } }).variants).toMatchObject([
      { pricePkr: 150, fixedPricePkr: 150 },
    ]);
    expect(plan({}, "live", { prices: { prd_cup: rupees(110) } }).variants).toMatchObject([
      { pricePkr: 120, fixedPricePkr: 110 },
    ]);
    expect(plan().variants[0]).not.toHaveProperty("fixedPricePkr");
  });

  it("sells only what was not left out, and copies only pictures that were kept", () => {
    const { product, variants } = plan(
      {
        images: ["https://images.example/1.jpg", "https://images.example/3.jpg"],
        variants: [
          { ...variant, id: "v1", color: "Red" },
          { ...variant, id: "v2", color: "Blue" },
        ],
      },
      "live",
      { variantsLeftOut: [asId("v1")], imagesLeftOut: ["https://images.example/1.jpg"] },
    );
    expect(variants).toMatchObject([{ supplierVariantId: "v2" }]);
    expect(product).toMatchObject({
      options: [{ values: ["Blue"] }],
      images: [{ url: "https://images.example/3.jpg" }],
    });
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
    return {
      id,
      inventoryItemId: asId<InventoryItemGid>(`item-${id}`),
      supplierVariantId: supplierVariantId === null ? null : asId<SupplierVariantId>(supplierVariantId),
      options: options(value),
    };
  };
  const asked = [
    { supplierVariantId: asId<SupplierVariantId>("v1"), options: options("Red") },
    { supplierVariantId: asId<SupplierVariantId>("v2"), options: options("Blue") },
  ];

  it("goes by the id we wrote, whatever the order and the options say", () => {
    const matched = matchVariants(asked, [answered("b", "v2", "Crimson"), answered("a", "v1", "Blue")]);
    expect([matched.get(asId("v1"))?.id, matched.get(asId("v2"))?.id]).toEqual(["a", "b"]);
  });

  it("goes by the options where no id came back, in any case", () => {
    const matched = matchVariants(asked, [answered("b", null, "BLUE"), answered("a", null, "red")]);
    expect([matched.get(asId("v1"))?.id, matched.get(asId("v2"))?.id]).toEqual(["a", "b"]);
  });

  it("does not accept that a variant is missing", () => {
    expect(() => matchVariants(asked, [answered("a", "v1", "Red")])).toThrow("v2");
  });
});
