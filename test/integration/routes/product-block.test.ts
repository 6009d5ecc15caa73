import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { planMargin } from "#app/domain/policy/pricing/margin.ts";
import { documentedAccountTerms } from "#app/domain/policy/terms/account-terms.ts";
import { numericPart, type ShopId } from "#app/platform/ids.ts";
import { DEMO_LIVE_KEY_ID, DEMO_LIVE_SECRET } from "#test/standins/supplier/defaults.ts";
import { asId } from "#test/support/as-id.ts";
import { createLinkedVariant } from "#test/support/create-linked-variant.ts";
import { createListedVariant } from "#test/support/create-listed-variant.ts";
import type { ProductBlock } from "../../../extensions/product-block/src/product-block.ts";
import { answerOf, installedShop, OTHER_SHOP, type Pages, startPages } from "./pages-harness.ts";

let pages: Pages;
let shopId: ShopId;

beforeAll(async () => {
  pages = await startPages({ EXTENSION_ORIGIN: "" });
  shopId = await installedShop(pages);
  await installedShop(pages, { shop: OTHER_SHOP });
  await connectLive();
});
afterAll(() => pages?.close());

/** The live mode is in use. */
async function connectLive(): Promise<void> {
  const fields = { intent: "connect", keyId: DEMO_LIVE_KEY_ID, secret: DEMO_LIVE_SECRET };
  expect(await answerOf(await pages.press("settings/route", "/settings", fields))).toMatchObject({
    ok: true,
  });
}

const ask = (number: string, shop?: string) =>
  pages.read("extensions/product", `/extensions/products/${number}`, { shop });

async function blockOf(number: string): Promise<ProductBlock> {
  const response = await ask(number);
  expect(response.status).toBe(200);
  return response.json();
}

function createListing(number: string, mode: "live" | "test" = "live") {
  return pages.database.prisma.listing.create({
    data: {
      ...{ shopId, mode, supplierProductId: asId(`prd_${number}_${mode}`), title: "Earbuds", state: "ready" },
      productGid: asId(`gid://shopify/Product/${number}`),
      ...{ confirmedAt: new Date("2026-11-26T05:42:00Z"), confirmedBy: "sweep" },
    },
  });
}

describe("the block of a product", () => {
  it("has wholesale, margin, stock, when it was confirmed and what is locked", async () => {
    const db = pages.database.prisma;
    const listing = await createListing("9001");
    const stock = { stock: 9, pushedQuantity: 7 };
    const red = await createListedVariant(db, listing, {
      supplierVariantId: asId("red"),
      title: "Red",
      ...stock,
    });
    await createListedVariant(db, listing, {
      ...{ supplierVariantId: asId("blue"), title: "Blue", wholesalePkr: rupees(1100), ...stock },
    });
    const locked = { title: "2026-11-20T10:00:00Z", [`price/${red.id}`]: "2026-11-21T10:00:00Z" };
    await db.listing.update({ where: { id: listing.id }, data: { locked } });
    const block = await blockOf("9001");
    expect(block).toMatchObject({
      path: `listings/${listing.id}`,
      costs: { lowest: 1000, highest: 1100 },
      stock: { atService: 18, shown: 14 },
      issues: [],
    });
    expect(block.confirmed).toMatch(/^Thu 26 Nov 2026, .*, by a regular check$/);
    expect(block.kept).toEqual(["Title, since Fri 20 Nov", "Price of Red, since Sat 21 Nov"]);
    const row = await (await pages.read("listings/listing/route", `/listings/${listing.id}`)).json();
    expect(block.margins).toEqual(row.listing.margins);
    expect(block.status.label).toContain("edited by you");
  });

  it("has a product of the merchant's own that is mapped to the supplier's goods", async () => {
    await createLinkedVariant(
      pages.database.prisma,
      {
        ...{ shopId, mode: "live", productGid: asId("gid://shopify/Product/9002"), by: "1", title: "Mug" },
        variantGid: asId("gid://shopify/ProductVariant/90021"),
      },
      { supplierProductId: asId("prd_mug"), supplierVariantId: asId("mug"), quantity: 2 },
    );
    expect(await blockOf("9002")).toMatchObject({
      path: "mapping/9002",
      status: { label: "Mapped" },
      costs: { lowest: 2000, highest: 2000 },
      margins: null,
      stock: { shown: null },
      kept: [],
    });
  });

  it("tells what a mapped product leaves at the price Shopify has now, shipping and fee taken", async () => {
    const own = pages.world.shopify.control.addOwnProduct({ title: "Lamp", price: "2500.50" });
    await createLinkedVariant(
      pages.database.prisma,
      {
        ...{ shopId, mode: "live", by: "1", title: "Lamp" },
        ...{ productGid: asId(own.productId), variantGid: asId(own.variantId) },
        // What it cost when it was mapped counts for nothing here.
        pricePkr: rupees(1),
      },
      { supplierProductId: asId("prd_lamp"), supplierVariantId: asId("lamp"), quantity: 1 },
    );
    const terms = documentedAccountTerms;
    const { deliveredPkr } = planMargin({
      ...{ pricePkr: rupees(2500), wholesalePkr: rupees(1000), shippingPkr: terms.defaultShippingPkr, terms },
    });
    expect(deliveredPkr).toBeGreaterThan(0);
    const { margins } = await blockOf(numericPart(own.productId));
    expect(margins).toEqual({ lowest: deliveredPkr, highest: deliveredPkr });
  });

  it("tells another shop of a product as of one that is nowhere", async () => {
    await createListing("9003");
    const answers = await Promise.all(
      ["9003", "9004", "nothing"].map(async (number) => {
        const response = await ask(number, OTHER_SHOP);
        return [response.status, await response.text()];
      }),
    );
    expect(answers).toEqual([404, 404, 404].map((status) => [status, "null"]));
    expect((await ask("9003")).status).toBe(200);
  });

  it("takes the listing of the mode in use where both have one", async () => {
    await createListing("9005", "test");
    const live = await createListing("9005");
    expect((await blockOf("9005")).path).toBe(`listings/${live.id}`);
  });
});
