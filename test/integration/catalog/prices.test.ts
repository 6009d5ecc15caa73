import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { applyReprice, undoReprice } from "#app/domain/catalog/pricing/apply-reprice.server.ts";
import { changePriceRule } from "#app/domain/catalog/pricing/change-price-rule.server.ts";
import { planReprice } from "#app/domain/catalog/pricing/plan-reprice.server.ts";
import { requireApproval } from "#app/domain/catalog/pricing/require-approval.server.ts";
import { stopPrices } from "#app/domain/catalog/pricing/stop-prices.server.ts";
import { listAttention } from "#app/domain/home/issues-on-home.server.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { suggestedRule } from "#app/domain/policy/pricing/price-rule.ts";
import { recordTerms } from "#app/domain/policy/terms/record-terms.server.ts";
import type { BulkRunId, StockedItemId } from "#app/platform/ids.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { asId } from "#test/support/as-id.ts";
import { PRODUCTS, type PricingShop, startPricingShop, times } from "./pricing-shop.ts";

const DAY_MS = 24 * 60 * 60_000;

let shop: PricingShop;

beforeAll(async () => {
  shop = await startPricingShop();
});
beforeEach(() => shop.forget());
afterEach(() => armFailpoints(undefined));
afterAll(() => shop?.close());

describe("a new rule", () => {
  it("changes nothing before its preview was seen, and names every price that would change", async () => {
    const before = shop.pricesInShopify();
    const runId = await shop.preview(times(150, { ending: "99" }));
    const run = await shop.page(runId);
    const cooker = run.rows.find(({ title }) => title.includes("Gasket"));
    expect(run).toMatchObject({ state: "planned", prices: before.length, unchanged: 0, done: 0 });
    expect(cooker).toMatchObject({ fromPkr: 1600, toPkr: 1599, before: { deliveredPkr: 360 } });
    expect(shop.pricesInShopify()).toEqual(before);
    expect((await loadListingSettings(await shop.context())).priceRule).toEqual(suggestedRule);
  });

  it("is saved at once where no price changes", async () => {
    const planned = await changePriceRule(await shop.context(), { rule: suggestedRule, by: "7" });
    expect(planned).toMatchObject({ runId: null, prices: 0 });
    expect(planned.unchanged).toBe(shop.pricesInShopify().length);
  });

  it("says which prices are raised, and why", async () => {
    const run = await shop.page(await shop.preview(times(100)));
    expect(run.raised).toBeGreaterThan(0);
    expect(run.rows.find(({ title }) => title.includes("Gasket"))).toMatchObject({
      ...{ toPkr: 1200, raisedTo: "minimum" },
    });
    const floor = await shop.page(
      await shop.preview(times(100, { floor: { marginPkr: rupees(540), marginPercent: null } })),
    );
    expect(floor.rows.find(({ title }) => title.includes("Gasket"))).toMatchObject({
      ...{ toPkr: 1800, raisedTo: "floor", after: { deliveredPkr: 540 } },
    });
  });

  it("is applied with one call per product, price and crossed-out price, and counts from then on", async () => {
    const runId = await shop.preview(times(200, { compareAt: { kind: "percent_above", percent: 25 } }));
    shop.shopify.control.requests({ clear: true });
    await shop.apply(runId);
    expect(await shop.over(runId)).toMatchObject({
      state: "done",
      refused: 0,
      listings: { total: 3, settled: 3 },
    });
    expect(shop.updates()).toHaveLength(PRODUCTS.length);
    await shop.expectNotedWrites();
    const [cooker] = (await shop.listingOf("prd_cooker")).variants;
    expect(cooker).toMatchObject({ pricePkr: 2000, pushedPricePkr: 2000, compareAtPkr: 2500 });
    expect(shop.shownPrices()).toContainEqual({ price: "2000.00", compareAtPrice: 250_000 });
    const { priceRule } = await loadListingSettings(await shop.context());
    expect(priceRule.base).toEqual({ kind: "multiply", percent: 200 });
    await shop.list("prd_lantern");
    const lantern = await shop.listingOf("prd_lantern");
    expect(lantern.variants[0]?.pricePkr).toBe((lantern.variants[0]?.wholesalePkr ?? 0) * 2);
    await shop.app.db.listing.delete({ where: { id: lantern.id } });
    shop.shopify.control.deleteProduct({ id: lantern.productGid ?? "" });
  });

  it("can be kept for new products only", async () => {
    const before = shop.pricesInShopify();
    const runId = await shop.preview(times(300));
    await applyReprice(await shop.context(), { runId, prices: "keep", by: "7" });
    expect((await shop.page(runId)).state).toBe("stopped");
    expect((await loadListingSettings(await shop.context())).priceRule).toEqual(times(300));
    expect(shop.pricesInShopify()).toEqual(before);
  });

  it("is applied once, and an older preview not at all", async () => {
    const older = await shop.preview(times(300));
    const newer = await shop.preview(times(310));
    const [first, second, stale] = await Promise.all([
      applyReprice(await shop.context(), { runId: newer, prices: "change", by: "7" }),
      applyReprice(await shop.context(), { runId: newer, prices: "change", by: "8" }),
      applyReprice(await shop.context(), { runId: older, prices: "change", by: "7" }),
    ]);
    expect([first.ok, second.ok].toSorted()).toEqual([false, true]);
    expect(stale).toMatchObject({ ok: false, reason: expect.stringContaining("not here any more") });
    await shop.over(newer);
  });

  it("is refused while other prices are being changed", async () => {
    const runId = await shop.preview(times(300));
    const { mode } = await shop.listingOf("prd_cooker");
    const running = { shopId: shop.shopId, mode, kind: "undo" as const, state: "running" as const, by: "8" };
    const { id } = await shop.app.db.bulkRun.create({ data: running });
    expect(await applyReprice(await shop.context(), { runId, prices: "change", by: "7" })).toMatchObject({
      ...{ ok: false, reason: expect.stringContaining("Other prices are being changed just now") },
    });
    expect((await shop.page(runId)).state).toBe("planned");
    expect(await stopPrices(await shop.context(), { runId: id, by: "7" })).toBe(true);
    await shop.apply(runId);
    expect(await shop.over(runId)).toMatchObject({ state: "done", refused: 0 });
  });

  it.each(["B1", "L2", "L3"])("goes on where it stood when the worker is thrown off at %s", async (point) => {
    const runId = await shop.preview(times(220));
    armFailpoints(`${point}:throw`);
    await shop.apply(runId);
    const run = await shop.over(runId);
    expect(run).toMatchObject({ state: "done", refused: 0, done: run.prices });
    const rows = await shop.app.db.listedVariant.findMany({ where: { shopId: shop.shopId } });
    for (const { pricePkr, pushedPricePkr, wholesalePkr, minResalePkr } of rows) {
      expect(pricePkr).toBe(Math.max(minResalePkr, Math.ceil((wholesalePkr * 220) / 100)));
      expect(pushedPricePkr).toBe(pricePkr);
    }
  });
});

describe("what changed after the preview", () => {
  it("stays when the merchant changed it in Shopify, and is named", async () => {
    const { productGid } = await shop.listingOf("prd_mugs");
    const runId = await shop.preview(times(230));
    shop.shopify.control.editProduct({ id: productGid ?? "", price: 4321 });
    await shop.apply(runId);
    const run = await shop.over(runId);
    expect(run.rows.filter(({ state }) => state === "refused")).toMatchObject([
      { title: expect.stringContaining("Mug"), reason: "You changed it to Rs 4,321 in Shopify. It stays." },
    ]);
    expect(shop.pricesInShopify()).toContain(4321);
    const [item] = await shop.app.db.bulkItem.findMany({ where: { runId, state: "refused" } });
    expect(item?.reason).toBe("You changed it to Rs 4,321 in Shopify. It stays.");
    const [row] = (await shop.listingOf("prd_mugs")).variants;
    shop.shopify.control.editProduct({ id: productGid ?? "", price: row?.pricePkr });
  });

  it("has the last word when our own row moved on, and when the lowest price rose above", async () => {
    const runId = await shop.preview(times(240));
    await shop.listingsAtRest();
    const [cooker] = (await shop.listingOf("prd_cooker")).variants;
    const [mug] = (await shop.listingOf("prd_mugs")).variants;
    const setPrice = (pricePkr: Rupees) =>
      shop.app.db.listingVariant.update({ where: { id: cooker?.id }, data: { pricePkr } });
    const setMinimum = (minResalePkr: Rupees | undefined) =>
      shop.app.db.stockedComponent.updateMany({
        where: { itemId: mug?.id ?? asId("") },
        data: { minResalePkr },
      });
    await setPrice(rupees(1777));
    await setMinimum(rupees(90_000));
    await shop.apply(runId);
    const run = await shop.over(runId);
    expect(run.rows.filter(({ state }) => state === "refused").map(({ reason }) => reason)).toEqual([
      "Its price became Rs 1,777 in the meantime, and stays.",
      "The lowest price allowed rose to Rs 90,000.",
    ]);
    await setPrice(rupees(1600));
    await setMinimum(mug?.minResalePkr);
  });

  it("is said of what Shopify refuses, and the row keeps what stands", async () => {
    const cooker = await shop.listingOf("prd_cooker");
    const runId = await shop.preview(times(250));
    await shop.app.db.listing.update({
      where: { id: cooker.id },
      data: { productGid: asId("gid://shopify/Product/404") },
    });
    await shop.apply(runId);
    const run = await shop.over(runId);
    expect(run.rows.filter(({ state }) => state === "refused")).toMatchObject([
      { reason: expect.stringContaining("Shopify refused it") },
    ]);
    expect((await shop.listingOf("prd_cooker")).variants[0]?.pricePkr).toBe(1600);
    await shop.app.db.listing.update({ where: { id: cooker.id }, data: { productGid: cooker.productGid } });
  });
});

describe("a run that is looked at later", () => {
  it("shows cost, floor and margin of its day; one that puts it back shows those of that day", async () => {
    const runId = (await shop.change(times(200))) ?? asId<BulkRunId>("");
    const [cooker] = (await shop.listingOf("prd_cooker")).variants;
    const rowIn = async (id: BulkRunId) =>
      (await shop.page(id)).rows.find(({ listingId }) => listingId === cooker?.listingId);
    const ofDay = {
      ...{ costs: { wholesalePkr: rupees(1000), floorPkr: rupees(1200) } },
      ...{
        before: { deliveredPkr: rupees(360), refusedPkr: rupees(-350) },
        after: { deliveredPkr: rupees(720), refusedPkr: rupees(-350) },
      },
    };
    expect(await rowIn(runId)).toMatchObject({ fromPkr: 1600, toPkr: 2000, ...ofDay });
    const { connection, db } = await shop.context();
    if (connection === null) throw new Error("Not connected");
    const raise = { wholesalePkr: rupees(1500), minResalePkr: rupees(1300) };
    const ofCooker = { itemId: cooker?.id ?? asId<StockedItemId>("") };
    await db.stockedComponent.updateMany({ where: ofCooker, data: raise });
    const figures = { fee: { percent: 50, basis: "margin" }, return_shipping: rupees(400) } as const;
    await recordTerms(db, connection, { figures, source: "quote", at: new Date() });
    expect(await rowIn(runId)).toMatchObject(ofDay);
    const undone = await undoReprice(await shop.context(), { runId, by: "7" });
    if (!undone.ok) throw new Error(undone.reason);
    await shop.over(undone.runId);
    expect(await rowIn(undone.runId)).toMatchObject({
      ...{ fromPkr: 2000, toPkr: 1600, costs: { wholesalePkr: 1500, floorPkr: 1300 } },
      ...{ before: { deliveredPkr: 150, refusedPkr: -600 }, after: { deliveredPkr: -100, refusedPkr: -600 } },
    });
    const { wholesalePkr, minResalePkr } = cooker ?? {};
    await db.stockedComponent.updateMany({ where: ofCooker, data: { wholesalePkr, minResalePkr } });
    await db.listingVariant.update({ where: { id: cooker?.id }, data: { pricePkr: rupees(1600) } });
    await db.terms.deleteMany();
  });

  it("says nothing of costs that were not kept yet", async () => {
    const runId = await shop.preview(times(210));
    await shop.app.db.$executeRaw`update price_change set costs = null where run_id = ${runId}::uuid`;
    expect((await shop.page(runId)).rows[0]).toMatchObject({ costs: null, before: null, after: null });
  });
});

describe("undoing", () => {
  it("puts every price back but the one that changed since, and the rule with them", async () => {
    const before = shop.pricesInShopify();
    const runId = (await shop.change(times(260))) ?? asId<BulkRunId>("");
    const { productGid } = await shop.listingOf("prd_mugs");
    shop.shopify.control.editProduct({ id: productGid ?? "", price: 5555 });
    const undone = await undoReprice(await shop.context(), { runId, by: "7" });
    if (!undone.ok) throw new Error(undone.reason);
    const run = await shop.over(undone.runId);
    expect(run.rows.filter(({ state }) => state === "refused")).toMatchObject([
      { reason: "You changed it to Rs 5,555 in Shopify. It stays." },
    ]);
    const [mug] = (await shop.listingOf("prd_mugs")).variants;
    const expected = before.map((price) => (price === Math.round(mug?.suggestedPkr ?? 0) ? 5555 : price));
    expect(shop.pricesInShopify()).toEqual(expected);
    expect((await loadListingSettings(await shop.context())).priceRule).toEqual(suggestedRule);
    expect(await undoReprice(await shop.context(), { runId, by: "7" })).toMatchObject({
      ...{ ok: false, reason: "These prices were put back before." },
    });
    shop.shopify.control.editProduct({ id: productGid ?? "", price: mug?.pricePkr });
    await shop.app.db.listingVariant.update({
      where: { id: mug?.id },
      data: { pricePkr: mug?.pricePkr },
    });
  });

  it("brings the crossed-out price back too, and leaves out what Shopify had refused", async () => {
    const crossedOut = { compareAt: { kind: "percent_above", percent: 25 } } as const;
    await shop.change(times(200, crossedOut));
    const before = shop.shownPrices();
    expect(before).toContainEqual({ price: "2000.00", compareAtPrice: 250_000 });
    const cooker = await shop.listingOf("prd_cooker");
    const runId = await shop.preview(times(260));
    const productGid = "gid://shopify/Product/404";
    await shop.app.db.listing.update({ where: { id: cooker.id }, data: { productGid: asId(productGid) } });
    await shop.apply(runId);
    expect((await shop.over(runId)).refused).toBe(1);
    await shop.app.db.listing.update({ where: { id: cooker.id }, data: { productGid: cooker.productGid } });
    const undone = await undoReprice(await shop.context(), { runId, by: "7" });
    if (!undone.ok) throw new Error(undone.reason);
    const run = await shop.over(undone.runId);
    const ofCooker = cooker.variants.map(({ id }) => id);
    const undoneRows = await shop.app.db.priceChange.findMany({ where: { runId: undone.runId } });
    expect(undoneRows.filter(({ listingVariantId }) => ofCooker.includes(listingVariantId))).toEqual([]);
    expect(run).toMatchObject({ state: "done", refused: 0, listings: { total: PRODUCTS.length - 1 } });
    expect(shop.shownPrices()).toEqual(before);
  });

  it("is refused after seven days, and keeps a rule that was saved since", async () => {
    const runId = (await shop.change(times(260))) ?? asId<BulkRunId>("");
    const ctx = await shop.context();
    const later = (days: number) => ({
      ...ctx,
      clock: { now: () => new Date(ctx.clock.now().getTime() + days * DAY_MS) },
    });
    expect(await undoReprice(later(7.01), { runId, by: "7" })).toMatchObject({
      ...{ ok: false, reason: expect.stringContaining("for 7 days") },
    });
    await applyReprice(ctx, { runId: await shop.preview(times(270)), prices: "keep", by: "7" });
    const undone = await undoReprice(later(6.99), { runId, by: "7" });
    if (!undone.ok) throw new Error(undone.reason);
    await shop.over(undone.runId);
    expect((await loadListingSettings(ctx)).priceRule).toEqual(times(270));
  });
});

describe("listings that ran out of stock at once", () => {
  async function ask(): Promise<BulkRunId> {
    const ctx = await shop.context();
    const { id, mode } = await shop.listingOf("prd_cooker");
    const figures = { changing: 5, of: 5, percent: 20 };
    const writtenFor = { shopId: shop.shopId, now: ctx.clock.now() };
    return ctx.db.$transaction((tx) => requireApproval(tx, writtenFor, { mode, figures, listingIds: [id] }));
  }

  it("are asked about once, and left when that was decided", async () => {
    const runId = await ask();
    expect(await ask()).toBe(runId);
    const { issues } = await listAttention(await shop.context());
    expect(issues.filter(({ code }) => code === "brake_stock")).toMatchObject([{ thingId: runId }]);
    await applyReprice(await shop.context(), { runId, prices: "keep", by: "7" });
    expect(await shop.page(runId)).toMatchObject({ state: "stopped", listings: { total: 1, settled: 0 } });
    expect((await listAttention(await shop.context())).issues).toEqual([]);
  });
});

describe("planning by the rules in force", () => {
  it("finds what fell behind, of the listings chosen", async () => {
    const cooker = await shop.listingOf("prd_cooker");
    await shop.app.db.listingVariant.updateMany({
      where: { listingId: cooker.id },
      data: { suggestedPkr: rupees(1650) },
    });
    const ctx = await shop.context();
    const asked = { rule: "in_force", by: "7" } as const;
    const mugs = await shop.listingOf("prd_mugs");
    expect(await planReprice(ctx, { ...asked, listingIds: [mugs.id] })).toMatchObject({ prices: 0 });
    expect(await planReprice(ctx, { ...asked, listingIds: [cooker.id] })).toMatchObject({ prices: 1 });
    await shop.app.db.listingVariant.updateMany({
      where: { listingId: cooker.id },
      data: { suggestedPkr: rupees(1600) },
    });
  });
});
