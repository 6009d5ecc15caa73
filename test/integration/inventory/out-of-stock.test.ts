import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findPriceRun } from "#app/domain/catalog/pricing/find-price-run.server.ts";
import { saveStockSettings } from "#app/domain/inventory/save-stock-settings.server.ts";
import type { BulkRunId } from "#app/platform/ids.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { asId } from "#test/support/as-id.ts";
import { type StockedItemRow, type StockShop, startStockShop } from "./stock-shop.ts";

const PRODUCTS = ["prd_cooker", "prd_earbuds", "prd_speaker", "prd_spoons", "prd_freight_free"];

let shop: StockShop;
let items: readonly StockedItemRow[];

beforeAll(async () => {
  shop = await startStockShop();
  for (const product of PRODUCTS.slice(1)) await shop.list(product);
  items = (await Promise.all(PRODUCTS.map((product) => shop.stockedItems(product)))).flat();
  await shop.rest();
});
afterAll(async () => {
  armFailpoints(undefined);
  await shop.close();
});
/** All of it is there and on sale, and nobody is asked anything. */
beforeEach(async () => {
  armFailpoints(undefined);
  await save({ whenOutOfStock: "quantity" });
  await Promise.all(items.map((item) => sendEvent(item, 50)));
  for (const item of items) await shop.hurryTo(item, 50);
  await untilAllOnSale();
  await shop.rest();
  const { bulkRun, attention } = shop.app.db;
  await bulkRun.deleteMany({ where: { shopId: shop.shopId } });
  await attention.deleteMany({ where: { shopId: shop.shopId } });
});

const sendEvent = ({ supplierVariantId: variantId }: StockedItemRow, stock: number) =>
  shop.supplier.control.setStock({ variantId, stock });
const productOf = ({ variantGid }: StockedItemRow) =>
  shop.shopify.control.state().products.find(({ variants }) => variants.some(({ id }) => id === variantGid));
const statuses = () => items.map((item) => productOf(item)?.status);
const untilAllOnSale = () =>
  shop.soon("all to be active", async () => statuses().every((status) => status === "ACTIVE"));
const save = async (change: { whenOutOfStock: "quantity" | "draft"; stockBuffer?: number }) =>
  saveStockSettings(await shop.context(), {
    ...{ stockBuffer: 0, whenStockEdited: "put_right", by: "Ali" },
    ...change,
  });
const approvalRequests = () =>
  shop.app.db.bulkRun.findMany({ where: { shopId: shop.shopId, state: "asking" } });
const toDraft = async (runId = asId<BulkRunId>("")) =>
  (await findPriceRun(await shop.context(), { runId, after: -1, view: "all" }))?.toDraft;

/** All of it runs out in a shop that takes such goods off, and the run that asks about it is there. */
async function runOut() {
  await save({ whenOutOfStock: "draft" });
  await shop.rest();
  await Promise.all(items.map((item) => sendEvent(item, 0)));
  for (const item of items) await shop.untilShown(item, 0);
  const run = await shop.soon("it to ask", async () => (await approvalRequests())[0]);
  await shop.rest();
  return run;
}

describe("when many products run out at once", () => {
  it("shows 0 of each at once, leaves them up and asks", async () => {
    const run = await runOut();
    expect(run).toMatchObject({
      kind: "out_of_stock",
      guard: { what: "stock", changing: 5, of: 5, percent: 20 },
    });
    expect(await toDraft(run.id)).toBe(5);
    expect(statuses()).toEqual(Array(5).fill("ACTIVE"));
    const attention = await shop.app.db.attention.findMany({
      where: { shopId: shop.shopId, resolvedAt: null },
    });
    expect(attention).toContainEqual(expect.objectContaining({ code: "brake_stock" }));
  });

  it("asks no more about what is in stock again, and takes the rest off when a person says so", async () => {
    await runOut();
    const [first] = items;
    if (!first) throw new Error("Nothing is listed");
    await sendEvent(first, 8);
    await shop.untilShown(first, 8);
    await shop.rest();
    const [run] = await approvalRequests();
    expect(await toDraft(run?.id)).toBe(4);
    await shop.app.db.bulkRun.update({
      where: { id: run?.id ?? asId<BulkRunId>("") },
      data: { state: "running" },
    });
    await (await shop.context()).wake([
      { kind: "bulkRun.continue", subject: { bulkRunId: run?.id ?? asId<BulkRunId>("") } },
    ]);
    await shop.soon(
      "the others to be drafts",
      async () => statuses().filter((s) => s === "DRAFT").length === 4,
    );
    expect(productOf(first)?.status).toBe("ACTIVE");
  });

  it("puts each back by itself with stock, even when the process dies on the way", async () => {
    const others = items.slice(1);
    await save({ whenOutOfStock: "draft" });
    await Promise.all(others.map((item) => sendEvent(item, 0)));
    await shop.soon("them to be drafts", async () =>
      others.every((item) => productOf(item)?.status === "DRAFT"),
    );
    await shop.rest();
    armFailpoints("T4:throw");
    await Promise.all(items.map((item) => sendEvent(item, 20)));
    for (const item of items) await shop.untilShown(item, 20);
    await untilAllOnSale();
    armFailpoints(undefined);
    await shop.rest();
    const listings = await shop.app.db.listing.findMany({ where: { shopId: shop.shopId } });
    expect(listings.map(({ takenOut }) => takenOut)).toEqual(Array(5).fill(null));
  });

  it("takes off a single product without asking, and one whose taking off was cut short", async () => {
    await save({ whenOutOfStock: "draft" });
    await shop.rest();
    const [first] = items;
    if (!first) throw new Error("Nothing is listed");
    armFailpoints("T4:throw");
    await sendEvent(first, 0);
    await shop.soon("it to be a draft", async () => productOf(first)?.status === "DRAFT");
    armFailpoints(undefined);
    await shop.rest();
    const row = await shop.variantOf(first);
    expect(row.listing).toMatchObject({ takenOut: "draft", takenOutAt: expect.any(Date) });
    await save({ whenOutOfStock: "quantity" });
    await shop.soon("it to be active", async () => productOf(first)?.status === "ACTIVE");
    await shop.rest();
    expect(await shop.shown(first)).toBe(0);
  });

  it("does not take what was out before for what runs out, when all of it is looked at again", async () => {
    // One is out already, and four more are too few to ask about.
    const [first] = items;
    if (!first) throw new Error("Nothing is listed");
    await sendEvent(first, 0);
    await shop.hurryTo(first, 0);
    await shop.rest();
    await Promise.all(items.map((item) => sendEvent(item, 0)));
    for (const item of items) await shop.untilShown(item, 0);
    await shop.rest();
    expect(await approvalRequests()).toEqual([]);
    await save({ whenOutOfStock: "quantity", stockBuffer: 3 });
    const due = { shopId: shop.shopId, stockDueAt: { not: null } };
    expect(await shop.app.db.stockedItem.count({ where: due })).toBe(5);
    await shop.rest();
    expect(await shop.app.db.stockedItem.count({ where: due })).toBe(0);
    expect(await approvalRequests()).toEqual([]);
  });
});
