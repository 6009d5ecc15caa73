import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { dismissListingIssue } from "#app/domain/catalog/listings/locks/unlock-field.server.ts";
import { checkListingNow } from "#app/domain/product-events/check-listing-now.server.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { asId } from "#test/support/as-id.ts";
import { type StockedItemRow, type StockShop, startStockShop } from "./stock-shop.ts";

const OPERATION = { write: "InventorySet", read: "StockLevels" };

let shop: StockShop;
let cooker: StockedItemRow;
let earbuds: StockedItemRow;
let speaker: StockedItemRow;

async function only(productId: string): Promise<StockedItemRow> {
  const [item] = await shop.stockedItems(productId);
  if (!item) throw new Error(`${productId} is not listed`);
  return item;
}

const sendEvent = ({ supplierVariantId: variantId }: StockedItemRow, stock: number) =>
  shop.supplier.control.setStock({ variantId, stock });

beforeAll(async () => {
  shop = await startStockShop({ products: ["cooker", "earbuds", "speaker"] });
  cooker = await only("prd_cooker");
  earbuds = await only("prd_earbuds");
  speaker = await only("prd_speaker");
});
beforeEach(async () => {
  await shop.stockSettings({ stockBuffer: 0, whenOutOfStock: "quantity", whenStockEdited: "put_right" });
  for (const item of [cooker, earbuds, speaker]) {
    await sendEvent(item, 100);
    await shop.hurryTo(item, 100);
  }
  await shop.rest();
  shop.shopify.control.requests({ clear: true });
});
afterEach(async () => {
  armFailpoints(undefined);
  shop.shopify.control.faults({ clear: true });
  await shop.supplier.control.clearFaults();
});
afterAll(() => shop.close());

describe("stock the service tells of", () => {
  it("stands in Shopify within a moment, by one write and without asking either side", async () => {
    const readsBefore = await shop.countReads();
    await sendEvent(cooker, 37);
    await shop.hurryTo(cooker, 37);
    await shop.rest();
    expect(shop.countOperations(OPERATION.write)).toBe(1);
    expect(shop.countOperations(OPERATION.read)).toBe(0);
    expect(await shop.countReads()).toBe(readsBefore);
    expect(await shop.variantOf(cooker)).toMatchObject({ stock: 37, pushedQuantity: 37, stockDueAt: null });
    expect((await shop.variantOf(cooker)).listing).toMatchObject({ confirmedBy: "event", syncFailure: null });
  });

  it("is written by one run, which rests and does not look again whether anything is left", async () => {
    const find = () => shop.app.db.work.findFirst({ where: { shopId: shop.shopId, kind: "inventory.push" } });
    const before = await find();
    await sendEvent(cooker, 36);
    await shop.hurryTo(cooker, 36);
    const row = await shop.soon("the run to have ended", async () => {
      const now = await find();
      return now?.leaseToken === null && now.restsUntil?.getTime() !== before?.restsUntil?.getTime() && now;
    });
    expect(row).toMatchObject({
      nextRunAt: null,
      observedGeneration: row.requestedGeneration,
      restsUntil: expect.any(Date),
    });
  });

  it("is written together, however many events told of it", async () => {
    for (const stock of [90, 80, 70]) {
      for (const item of [cooker, earbuds, speaker]) await sendEvent(item, stock);
    }
    for (const item of [cooker, earbuds, speaker]) await shop.untilShown(item, 70);
    expect(shop.countOperations(OPERATION.write)).toBeLessThanOrEqual(2);
  });

  it("is the newest, in whatever order and however often the events come", async () => {
    const { control } = shop.supplier;
    await control.armFault({ kind: "webhook_reordered" });
    await control.armFault({ kind: "webhook_doubled", after: 1, times: 2 });
    await sendEvent(cooker, 60);
    await sendEvent(cooker, 50);
    await sendEvent(cooker, 40);
    await control.settle();
    await shop.hurryTo(cooker, 40);
    await shop.rest();
    expect(await shop.shown(cooker)).toBe(40);
  });

  it("is the lowest that events of one moment carry, in whatever order they come", async () => {
    const product = await (await shop.context()).supplier?.getProduct(asId("prd_cooker"));
    const createdAt = await shop.supplier.control.clock.now();
    const send = (stock: number) => {
      const variants = product?.variants?.map((variant) => ({ ...variant, stock }));
      const carried = { ...product, raw: null, variants };
      const data = { productId: "prd_cooker", product: carried, changes: ["stock"] };
      return shop.sendByHand({ event: "product.stock_changed", data, createdAt });
    };
    for (const stock of [61, 60, 62]) await send(stock);
    await shop.hurryTo(cooker, 60);
    await shop.rest();
    expect(await shop.shown(cooker)).toBe(60);
  });

  it("is asked for where the event does not carry it", async () => {
    await shop.supplier.control.armFault({ kind: "webhook_lost" });
    await sendEvent(cooker, 44);
    await shop.nextSecond();
    const data = { productId: "prd_cooker", product: null, changes: ["stock"] };
    await shop.sendByHand({ event: "product.stock_changed", data });
    await shop.hurryTo(cooker, 44);
  });

  it("is no more than the newest where an event is dated in the future", async () => {
    const product = await (await shop.context()).supplier?.getProduct(asId("prd_cooker"));
    const variants = product?.variants?.map((variant) => ({ ...variant, stock: 5 }));
    const data = {
      productId: "prd_cooker",
      product: { ...product, raw: null, variants },
      changes: ["stock"],
    };
    await shop.sendByHand({ event: "product.stock_changed", data, createdAt: "2099-01-01T00:00:00Z" });
    await shop.hurryTo(cooker, 5);
    let stock = 40;
    await shop.soon("a later event to be shown", async () => {
      stock += 1;
      await sendEvent(cooker, stock);
      return (await shop.shown(cooker)) > 40;
    });
  });

  it("is written for the others where the service says a number beyond all counting", async () => {
    await sendEvent(cooker, 2_000_000_000);
    await sendEvent(earbuds, 61);
    await shop.hurryTo(earbuds, 61);
    await shop.hurryTo(cooker, 1_000_000);
  });

  it("is not written again where it is so already", async () => {
    await shop.supplier.control.armFault({ kind: "webhook_doubled" });
    await sendEvent(cooker, 100);
    await shop.supplier.control.settle();
    await shop.rest();
    expect(shop.countOperations(OPERATION.write)).toBe(0);
  });

  it("is shown less what the shop keeps back, and never below nothing", async () => {
    await shop.stockSettings({ stockBuffer: 30 });
    await sendEvent(cooker, 90);
    await shop.hurryTo(cooker, 60);
    await sendEvent(cooker, 20);
    await shop.hurryTo(cooker, 0);
  });

  it("stays on sale where the shop wants that, whatever is left", async () => {
    await shop.stockSettings({ whenOutOfStock: "nothing" });
    await sendEvent(cooker, 7);
    await shop.hurryTo(cooker, 7);
    await sendEvent(cooker, 0);
    await shop.supplier.control.settle();
    await shop.rest();
    expect(await shop.shown(cooker)).toBe(7);
  });

  it("puts events aside that cannot be read, and applies the rest", async () => {
    await shop.sendByHand({ event: "product.stock_changed", data: { productId: 7 } });
    await sendEvent(cooker, 61);
    await shop.hurryTo(cooker, 61);
  });
});

describe("an order", () => {
  it("changes nothing more in Shopify than it did by itself", async () => {
    await shop.buy({ lines: [shop.line("cooker", 1600, 2)] });
    await shop.rest();
    expect(await shop.shown(cooker)).toBe(98);
    expect(await shop.variantOf(cooker)).toMatchObject({ stock: 98, pushedQuantity: 98 });
    expect(shop.countOperations(OPERATION.write)).toBe(0);
  });

  it("that is not placed is kept off what is shown, until the service has it", async () => {
    await shop.settings({ autoCod: false });
    const row = await shop.buy({ lines: [shop.line("cooker", 1600, 3)] }, "to_place");
    await shop.rest();
    await sendEvent(cooker, 50);
    await shop.hurryTo(cooker, 47);
    shop.shopify.control.cancelOrder({ orderId: row.orderGid, restock: true });
    await shop.hurryTo(cooker, 50);
    await shop.settings({ autoCod: true });
  });

  it("of which nobody knows whether the service took it is not offered, whatever stock is told meanwhile", async () => {
    await shop.supplier.control.armFault({
      ...{ kind: "cut", when: "before", method: "POST", path: "/orders", times: 1000 },
    });
    const { gid } = await shop.place({ lines: [shop.line("cooker", 1600, 3)] });
    const row = await shop.soon("a sending whose answer is lost", async () => {
      const found = await shop.findOrder(gid);
      return (found?.handoffs[0]?.attempts[0]?.sends ?? 0) > 0 && found;
    });
    expect(row.handoffs).toMatchObject([{ state: "sending" }]);
    await sendEvent(cooker, 50);
    await shop.hurryTo(cooker, 47);
    await shop.supplier.control.clearFaults();
    await shop.wake(gid);
    await shop.untilState(gid, "placed");
    await shop.hurryTo(cooker, 47);
  });

  it("we have not heard of is found by the write it would have spoilt; the others go on", async () => {
    shop.shopify.control.faults({ webhooks: [{ kind: "lost", times: 1000 }] });
    const { gid } = await shop.place({ lines: [shop.line("cooker", 1600, 5)] });
    await Promise.all([sendEvent(cooker, 30), sendEvent(earbuds, 31)]);
    await shop.hurryTo(earbuds, 31);
    await shop.hurryTo(cooker, 25);
    expect(shop.countOperations(OPERATION.read)).toBeGreaterThan(0);
    await sendEvent(cooker, 40);
    await shop.hurryTo(cooker, 35);
    await shop.wake(gid);
    await shop.untilState(gid, "placed");
    await shop.rest();
    expect(await shop.shown(cooker)).toBe(35);
    expect(await shop.variantOf(cooker)).toMatchObject({ stock: 35, stockMovedAt: null });
  });
});

describe("what somebody did in Shopify", () => {
  it("is put right and told", async () => {
    await shop.setByHand(cooker, 5000);
    await sendEvent(cooker, 99);
    await shop.hurryTo(cooker, 99);
    expect(await shop.facts(cooker.listingId)).toContain("stock_put_right");
  });

  it("is left where the shop wants that and it is lower, and sells down from there", async () => {
    await shop.stockSettings({ whenStockEdited: "leave" });
    await shop.setByHand(cooker, 4);
    await sendEvent(cooker, 90);
    await shop.soon("it to be seen", async () => (await shop.variantOf(cooker)).stockCap === 4);
    expect(await shop.shown(cooker)).toBe(4);
    await sendEvent(cooker, 3);
    await shop.hurryTo(cooker, 3);
    await shop.setByHand(cooker, 500);
    await sendEvent(cooker, 80);
    await shop.hurryTo(cooker, 80);
    expect((await shop.variantOf(cooker)).stockCap).toBe(null);
  });

  it("to one item does not stop the others: one that is gone is said of its listing", async () => {
    const [gid] = await shop.list("prd_spoons");
    const spoons = await only("prd_spoons");
    await shop.rest();
    const { products } = shop.shopify.control.state();
    const product = products.find(({ variants }) => variants.some(({ id }) => id === gid));
    shop.shopify.control.faults({ webhooks: [{ kind: "lost", times: 1000 }] });
    shop.shopify.control.deleteProduct({ id: product?.id ?? "" });
    await Promise.all([sendEvent(spoons, 12), sendEvent(cooker, 13)]);
    await shop.hurryTo(cooker, 13);
    await shop.soon("the listing to say so", async () => {
      return (await shop.variantOf(spoons)).listing.syncFailure === "variant_gone";
    });
    const press = { listingId: spoons.listingId, code: "variant_gone", by: "Ali" };
    expect(await dismissListingIssue(await shop.context(), press)).toBe(true);
    expect((await shop.variantOf(spoons)).listing).toMatchObject({ syncFailure: null, hasOpenIssue: false });
    expect(await dismissListingIssue(await shop.context(), press)).toBe(false);
  });
});

describe("a quantity that Shopify refuses for a reason nobody listed", () => {
  const openIssues = () =>
    shop.app.db.attention.findMany({
      where: { shopId: shop.shopId, code: "stock_refused", resolvedAt: null },
    });

  it("stops no other, is named with Shopify's words, and is written once Shopify takes it", async () => {
    const { inventoryItemGid, listingId } = await shop.variantOf(cooker);
    const item = { inventoryItemId: inventoryItemGid ?? "" };
    const message = "This item cannot be counted here.";
    shop.shopify.control.refuseQuantities({ ...item, refusal: { code: "INVALID_REASON", message } });
    await Promise.all([sendEvent(cooker, 44), sendEvent(earbuds, 45), sendEvent(speaker, 46)]);
    await Promise.all([shop.hurryTo(earbuds, 45), shop.hurryTo(speaker, 46)]);
    await shop.soon("it to be named", async () => (await openIssues()).length === 1);
    const [issue] = await openIssues();
    expect(issue).toMatchObject({ thing: "listing", thingId: listingId, params: { detail: message } });
    expect((await shop.variantOf(cooker)).listing.hasOpenIssue).toBe(true);
    expect(await shop.shown(cooker)).toBe(100);
    shop.shopify.control.requests({ clear: true });
    await sendEvent(earbuds, 47);
    await shop.hurryTo(earbuds, 47);
    expect(shop.countOperations(OPERATION.write)).toBe(1);
    shop.shopify.control.refuseQuantities({ ...item, refusal: null });
    expect(await checkListingNow(await shop.context(), listingId)).toEqual({ kind: "asked" });
    await shop.hurryTo(cooker, 44);
    await shop.soon("the need to be over", async () => (await openIssues()).length === 0);
    expect((await shop.variantOf(cooker)).listing.hasOpenIssue).toBe(false);
  });
});

describe("a product without stock", () => {
  const statusOf = (item: StockedItemRow) =>
    shop.shopify.control
      .state()
      .products.find(({ variants }) => variants.some(({ id }) => id === item.variantGid))?.status;
  const untilStatus = (item: StockedItemRow, status: string) =>
    shop.soon(`the product to be ${status}`, async () => statusOf(item) === status);

  it("becomes a draft where the shop wants that, and active again with stock", async () => {
    await shop.stockSettings({ whenOutOfStock: "draft" });
    await sendEvent(cooker, 0);
    await untilStatus(cooker, "DRAFT");
    expect(await shop.shown(cooker)).toBe(0);
    await sendEvent(cooker, 9);
    await untilStatus(cooker, "ACTIVE");
    await shop.rest();
    expect((await shop.variantOf(cooker)).listing).toMatchObject({ takenOut: null, takenOutAt: null });
    expect(await shop.facts(cooker.listingId)).toEqual(
      expect.arrayContaining(["taken_out_of_stock", "back_in_stock"]),
    );
  });

  it("that the merchant had made a draft stays one", async () => {
    await shop.stockSettings({ whenOutOfStock: "draft" });
    const product = shop.shopify.control
      .state()
      .products.find(({ variants }) => variants.some(({ id }) => id === earbuds.variantGid));
    shop.shopify.control.editProduct({ id: product?.id ?? "", status: "DRAFT" });
    await sendEvent(earbuds, 0);
    await shop.hurryTo(earbuds, 0);
    await sendEvent(earbuds, 5);
    await shop.hurryTo(earbuds, 5);
    await shop.rest();
    expect(statusOf(earbuds)).toBe("DRAFT");
    shop.shopify.control.editProduct({ id: product?.id ?? "", status: "ACTIVE" });
  });
});

describe("a run that is cut off", () => {
  it.each([
    ["before it writes", "T1:throw"],
    ["after Shopify wrote and before that was kept", "T2:throw"],
    ["before the event is called folded in", "T3:throw"],
  ])("%s goes on to the same end", async (_when, point) => {
    armFailpoints(point);
    await sendEvent(cooker, 33);
    await shop.hurryTo(cooker, 33);
    await shop.rest();
    expect(await shop.variantOf(cooker)).toMatchObject({ pushedQuantity: 33, stockDueAt: null });
  });

  it("when the answer is lost changes nothing twice", async () => {
    shop.shopify.control.faults({ requests: [{ kind: "cut_after", field: "inventorySetQuantities" }] });
    await sendEvent(cooker, 21);
    await shop.hurryTo(cooker, 21);
    await shop.rest();
    expect(await shop.variantOf(cooker)).toMatchObject({ pushedQuantity: 21, stockDueAt: null });
  });
});
