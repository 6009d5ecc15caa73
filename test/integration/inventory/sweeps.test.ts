import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { checkListingNow } from "#app/domain/product-events/check-listing-now.server.ts";
import { startSweepingShop } from "#test/integration/sweeps/sweeping-shop.ts";
import { asId } from "#test/support/as-id.ts";
import { describeStock, type StockedItemRow } from "./stock-shop.ts";

type Shop = Awaited<ReturnType<typeof startSweepingShop>> & ReturnType<typeof describeStock>;

let shop: Shop;
let cooker: StockedItemRow;
let earbuds: StockedItemRow;

async function only(productId: string): Promise<StockedItemRow> {
  const [item] = await shop.stockedItems(productId);
  if (!item) throw new Error(`${productId} is not listed`);
  return item;
}

const sendEvent = ({ supplierVariantId: variantId }: StockedItemRow, stock: number) =>
  shop.supplier.control.setStock({ variantId, stock });

beforeAll(async () => {
  const swept = await startSweepingShop({ products: ["cooker", "earbuds"] });
  shop = { ...swept, ...describeStock(swept) };
  cooker = await only("prd_cooker");
  earbuds = await only("prd_earbuds");
  await shop.rest();
});
afterEach(async () => {
  await shop.receiveEventsAgain();
  await shop.rest();
});
afterAll(() => shop.close());

describe("the sweep of the service's stock", () => {
  it("finds what events lost, by one call for a hundred variants, and writes only what differs", async () => {
    await shop.loseServiceEvents();
    await sendEvent(cooker, 77);
    await shop.nextSecond();
    const readsBefore = await shop.countReads();
    shop.shopify.control.requests({ clear: true });
    expect(await shop.sweep("stock")).toMatchObject({ seen: 2, mended: expect.any(Number) });
    await shop.hurryTo(cooker, 77);
    await shop.rest();
    expect((await shop.countReads()) - readsBefore).toBe(1);
    expect(shop.countOperations("InventorySet")).toBe(1);
    expect((await shop.variantOf(earbuds)).listing).toMatchObject({ confirmedBy: "sweep" });
    expect((await shop.variantOf(cooker)).listing).toMatchObject({ confirmedBy: "sweep" });
  });

  it("sells nothing of what the service does not offer any more", async () => {
    await shop.loseServiceEvents();
    await shop.supplier.control.removeProduct({ productId: "prd_earbuds" });
    await shop.nextSecond();
    await shop.sweep("stock");
    await shop.hurryTo(earbuds, 0);
    await shop.supplier.control.restoreProduct({ productId: "prd_earbuds" });
    await sendEvent(earbuds, 40);
    await shop.nextSecond();
    await shop.sweep("stock");
    await shop.hurryTo(earbuds, 40);
  });

  it("waits for the time the service asks for, and goes on", async () => {
    await shop.supplier.control.armFault({ kind: "rate_limited", path: "/inventory", retryAfterSeconds: 1 });
    await shop.loseServiceEvents();
    await sendEvent(cooker, 78);
    await shop.nextSecond();
    await shop.sweep("stock");
    await shop.hurryTo(cooker, 78);
    expect((await shop.supplier.control.audit()).earlyCalls).toEqual([]);
    await shop.forgetLimits();
  });

  it("has its pace by what the account can afford", async () => {
    await shop.sweep("stock");
    expect((await shop.row("stock"))?.everyMs).toBe(2 * 60_000);
  });
});

describe("the sweep of what stands in Shopify", () => {
  it("finds a quantity set by hand, and has it put right and told", async () => {
    shop.shopify.control.requests({ clear: true });
    await shop.setByHand(cooker, 3);
    expect(await shop.sweep("shopify_stock")).toMatchObject({ mended: 1 });
    await shop.hurryTo(cooker, (await shop.variantOf(cooker)).stock);
    expect(await shop.facts(cooker.listingId)).toContain("stock_put_right");
    expect((await shop.variantOf(earbuds)).listing).toMatchObject({ confirmedBy: "sweep" });
  });

  it("leaves what the merchant set low as low as it has sold down to, look after look", async () => {
    await shop.stockSettings({ whenStockEdited: "leave" });
    await shop.setByHand(earbuds, 4);
    expect(await shop.sweep("shopify_stock")).toMatchObject({ mended: 1 });
    await shop.soon("it to be seen", async () => (await shop.variantOf(earbuds)).stockCap === 4);
    await shop.buy({ lines: [shop.line("earbuds", 1000)] });
    await shop.rest();
    for (let look = 0; look < 2; look += 1) {
      await shop.sweep("stock");
      await shop.sweep("shopify_stock");
      await shop.rest();
      expect(await shop.shown(earbuds)).toBe(3);
    }
    await sendEvent(earbuds, 90);
    await shop.soon("the event to be kept", async () => (await shop.variantOf(earbuds)).stock === 90);
    await shop.rest();
    expect(await shop.shown(earbuds)).toBe(3);
    await shop.stockSettings({ whenStockEdited: "put_right" });
    await shop.app.db.stockedItem.update({ where: { id: earbuds.id }, data: { stockCap: null } });
    await shop.app.wake([
      { shopId: shop.shopId, kind: "inventory.push", subject: { mode: "live" }, delayMs: 0 },
    ]);
  });

  it("leaves alone what an order on its way to us has moved", async () => {
    shop.loseShopifyEvents();
    const before = await shop.shown(cooker);
    await shop.place({ lines: [shop.line("cooker", 1600, 2)] });
    expect(await shop.sweep("shopify_stock")).toMatchObject({ mended: 0 });
    expect(await shop.shown(cooker)).toBe(before - 2);
  });
});

describe("Check now", () => {
  it("compares one listing with both sides at once", async () => {
    await shop.loseServiceEvents();
    await sendEvent(earbuds, 55);
    await shop.setByHand(earbuds, 900);
    await shop.nextSecond();
    expect(await checkListingNow(await shop.context(), earbuds.listingId)).toEqual({ kind: "asked" });
    await shop.hurryTo(earbuds, 55);
    await shop.rest();
    expect((await shop.variantOf(earbuds)).listing).toMatchObject({ confirmedBy: "check" });
  });

  it("says so when the service cannot be asked, and of what is not here", async () => {
    await shop.supplier.control.armFault({ kind: "daily_quota_exceeded", path: "/inventory" });
    const ctx = await shop.context();
    expect(await checkListingNow(ctx, earbuds.listingId)).toEqual({
      ...{ kind: "refused", code: "daily_quota_exceeded" },
    });
    await shop.forgetLimits();
    expect(await checkListingNow(ctx, asId(cooker.id))).toEqual({ kind: "not_found" });
  });
});
