import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { priceLock } from "#app/domain/catalog/listings/locks/listing-locks.ts";
import { applyReprice, undoReprice } from "#app/domain/catalog/pricing/apply-reprice.server.ts";
import { changePriceRule } from "#app/domain/catalog/pricing/change-price-rule.server.ts";
import { findPriceRun } from "#app/domain/catalog/pricing/find-price-run.server.ts";
import { planReprice } from "#app/domain/catalog/pricing/plan-reprice.server.ts";
import { requireApproval } from "#app/domain/catalog/pricing/require-approval.server.ts";
import {
  clearOverride,
  setListingPrice,
  setVariantPrice,
} from "#app/domain/catalog/pricing/set-prices.server.ts";
import { stopPrices } from "#app/domain/catalog/pricing/stop-prices.server.ts";
import { listAttention } from "#app/domain/home/issues-on-home.server.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { type PriceRule, parsePriceRule, suggestedRule } from "#app/domain/policy/pricing/price-rule.ts";
import { recordTerms } from "#app/domain/policy/terms/record-terms.server.ts";
import type { BulkRunId, ListingId, ShopId, StockedItemId } from "#app/platform/ids.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { type PlacingShop, startPlacingShop } from "#test/integration/orders/placing-shop.ts";
import { toIso } from "#test/standins/shopify/clock.ts";
import { asId } from "#test/support/as-id.ts";

const DAY_MS = 24 * 60 * 60_000;
const PRODUCTS = ["prd_cooker", "prd_mugs", "prd_sold_out_sizes"];

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ products: [] });
  for (const id of PRODUCTS) await shop.list(id);
});
// Every test begins with prices as imported, and ends with no run under way.
beforeEach(async () => {
  await shop.app.db.bulkRun.deleteMany();
  await shop.app.db.listingSettings.deleteMany();
  await change(suggestedRule);
});
afterEach(() => armFailpoints(undefined));
afterAll(() => shop?.close());

const times = (percent: number, more: Partial<PriceRule> = {}): PriceRule =>
  parsePriceRule({ ...suggestedRule, base: { kind: "multiply", percent }, ...more });

async function preview(rule: PriceRule): Promise<BulkRunId> {
  const { runId } = await changePriceRule(await shop.context(), { rule, by: "7" });
  if (runId === null) throw new Error("No price would change");
  return runId;
}

async function apply(runId: BulkRunId): Promise<void> {
  const applied = await applyReprice(await shop.context(), { runId, prices: "change", by: "7" });
  if (!applied.ok) throw new Error(applied.reason);
}

async function page(runId: BulkRunId) {
  const found = await findPriceRun(await shop.context(), { runId, after: -1, view: "all" });
  if (!found) throw new Error("No such run");
  return found;
}

const over = (runId: BulkRunId) =>
  shop.soon("the run to end", async () => {
    const run = await page(runId);
    return run.state !== "running" && run;
  });

/** A new rule, applied to all there is. */
async function change(rule: PriceRule): Promise<BulkRunId | null> {
  const { runId } = await changePriceRule(await shop.context(), { rule, by: "7" });
  if (runId === null) return null;
  await apply(runId);
  await over(runId);
  return runId;
}

const products = () => shop.shopify.control.state().products;
/** Prices as Shopify shows them; what is crossed out in paisa, as the stand-in keeps it. */
const inShopify = () =>
  products().flatMap(({ variants }) =>
    variants.map(({ price, compareAtPrice }) => ({ price, compareAtPrice })),
  );
const pricesInShopify = () => inShopify().map(({ price }) => Number(price));

async function listingOf(supplierProductId: string) {
  return shop.app.db.listing.findFirstOrThrow({
    where: { shopId: shop.shopId, supplierProductId: asId(supplierProductId) },
    include: { variants: { orderBy: { supplierVariantId: "asc" } } },
  });
}

const updates = () =>
  shop.shopify.control.requests().filter((request) => JSON.stringify(request).includes("VariantsUpdate"));

/** What Shopify tells of our own writes is no reason to read a product again (D-99). */
async function expectNotedWrites(): Promise<void> {
  const listings = await shop.app.db.listing.findMany({ where: { productGid: { not: null } } });
  const noted = listings.map(({ productGid, writtenAt }) => [productGid, toIso(writtenAt ?? new Date(0))]);
  const inShop = products().map(({ id, updatedAt }) => [id, toIso(new Date(updatedAt))]);
  expect(noted.toSorted()).toEqual(inShop.toSorted());
}

/** Shopify's events of our writes are read: nothing reads a listing anew any more, which would put its row right. */
const listingsAtRest = () =>
  shop.soon("the listings to be at rest", async () => {
    // A product that was looked at a moment ago is looked at again in ten minutes, long after these tests.
    const isSoon = { nextRunAt: { lt: new Date(Date.now() + 120_000) } };
    const isUnderWay = [{ leaseToken: { not: null } }, isSoon];
    const kind = { in: ["product.applyChange", "listing.reconcile"] };
    const where = { shopId: shop.shopId, kind, OR: isUnderWay };
    const isDelivered = shop.shopify.control.deliveries().every(({ state }) => state === "delivered");
    return isDelivered && (await shop.app.db.work.count({ where })) === 0;
  });

describe("a new rule", () => {
  it("changes nothing before its preview was seen, and names every price that would change", async () => {
    const before = pricesInShopify();
    const runId = await preview(times(150, { ending: "99" }));
    const run = await page(runId);
    const cooker = run.rows.find(({ title }) => title.includes("Gasket"));
    expect(run).toMatchObject({ state: "planned", prices: before.length, unchanged: 0, done: 0 });
    expect(cooker).toMatchObject({ fromPkr: 1600, toPkr: 1599, before: { deliveredPkr: 360 } });
    expect(pricesInShopify()).toEqual(before);
    expect((await loadListingSettings(await shop.context())).priceRule).toEqual(suggestedRule);
  });

  it("is saved at once where no price changes", async () => {
    const planned = await changePriceRule(await shop.context(), { rule: suggestedRule, by: "7" });
    expect(planned).toMatchObject({ runId: null, prices: 0 });
    expect(planned.unchanged).toBe(pricesInShopify().length);
  });

  it("says which prices are raised, and why", async () => {
    const run = await page(await preview(times(100)));
    expect(run.raised).toBeGreaterThan(0);
    expect(run.rows.find(({ title }) => title.includes("Gasket"))).toMatchObject({
      ...{ toPkr: 1200, raisedTo: "minimum" },
    });
    const floor = await page(
      await preview(times(100, { floor: { marginPkr: rupees(540), marginPercent: null } })),
    );
    expect(floor.rows.find(({ title }) => title.includes("Gasket"))).toMatchObject({
      ...{ toPkr: 1800, raisedTo: "floor", after: { deliveredPkr: 540 } },
    });
  });

  it("is applied with one call per product, price and crossed-out price, and counts from then on", async () => {
    const runId = await preview(times(200, { compareAt: { kind: "percent_above", percent: 25 } }));
    shop.shopify.control.requests({ clear: true });
    await apply(runId);
    expect(await over(runId)).toMatchObject({
      state: "done",
      refused: 0,
      listings: { total: 3, settled: 3 },
    });
    expect(updates()).toHaveLength(PRODUCTS.length);
    await expectNotedWrites();
    const [cooker] = (await listingOf("prd_cooker")).variants;
    expect(cooker).toMatchObject({ pricePkr: 2000, pushedPricePkr: 2000, compareAtPkr: 2500 });
    expect(inShopify()).toContainEqual({ price: "2000.00", compareAtPrice: 250_000 });
    const { priceRule } = await loadListingSettings(await shop.context());
    expect(priceRule.base).toEqual({ kind: "multiply", percent: 200 });
    await shop.list("prd_lantern");
    const lantern = await listingOf("prd_lantern");
    expect(lantern.variants[0]?.pricePkr).toBe((lantern.variants[0]?.wholesalePkr ?? 0) * 2);
    await shop.app.db.listing.delete({ where: { id: lantern.id } });
    shop.shopify.control.deleteProduct({ id: lantern.productGid ?? "" });
  });

  it("can be kept for new products only", async () => {
    const before = pricesInShopify();
    const runId = await preview(times(300));
    await applyReprice(await shop.context(), { runId, prices: "keep", by: "7" });
    expect((await page(runId)).state).toBe("stopped");
    expect((await loadListingSettings(await shop.context())).priceRule).toEqual(times(300));
    expect(pricesInShopify()).toEqual(before);
  });

  it("is applied once, and an older preview not at all", async () => {
    const older = await preview(times(300));
    const newer = await preview(times(310));
    const [first, second, stale] = await Promise.all([
      applyReprice(await shop.context(), { runId: newer, prices: "change", by: "7" }),
      applyReprice(await shop.context(), { runId: newer, prices: "change", by: "8" }),
      applyReprice(await shop.context(), { runId: older, prices: "change", by: "7" }),
    ]);
    expect([first.ok, second.ok].toSorted()).toEqual([false, true]);
    expect(stale).toMatchObject({ ok: false, reason: expect.stringContaining("not here any more") });
    await over(newer);
  });

  it("is refused while other prices are being changed", async () => {
    const runId = await preview(times(300));
    const { mode } = await listingOf("prd_cooker");
    const running = { shopId: shop.shopId, mode, kind: "undo" as const, state: "running" as const, by: "8" };
    const { id } = await shop.app.db.bulkRun.create({ data: running });
    expect(await applyReprice(await shop.context(), { runId, prices: "change", by: "7" })).toMatchObject({
      ...{ ok: false, reason: expect.stringContaining("Other prices are being changed just now") },
    });
    expect((await page(runId)).state).toBe("planned");
    expect(await stopPrices(await shop.context(), { runId: id, by: "7" })).toBe(true);
    await apply(runId);
    expect(await over(runId)).toMatchObject({ state: "done", refused: 0 });
  });

  it.each(["B1", "L2", "L3"])("goes on where it stood when the worker is thrown off at %s", async (point) => {
    const runId = await preview(times(220));
    armFailpoints(`${point}:throw`);
    await apply(runId);
    const run = await over(runId);
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
    const { productGid } = await listingOf("prd_mugs");
    const runId = await preview(times(230));
    shop.shopify.control.editProduct({ id: productGid ?? "", price: 4321 });
    await apply(runId);
    const run = await over(runId);
    expect(run.rows.filter(({ state }) => state === "refused")).toMatchObject([
      { title: expect.stringContaining("Mug"), reason: "You changed it to Rs 4,321 in Shopify. It stays." },
    ]);
    expect(pricesInShopify()).toContain(4321);
    const [item] = await shop.app.db.bulkItem.findMany({ where: { runId, state: "refused" } });
    expect(item?.reason).toBe("You changed it to Rs 4,321 in Shopify. It stays.");
    const [row] = (await listingOf("prd_mugs")).variants;
    shop.shopify.control.editProduct({ id: productGid ?? "", price: row?.pricePkr });
  });

  it("has the last word when our own row moved on, and when the lowest price rose above", async () => {
    const runId = await preview(times(240));
    await listingsAtRest();
    const [cooker] = (await listingOf("prd_cooker")).variants;
    const [mug] = (await listingOf("prd_mugs")).variants;
    const setPrice = (pricePkr: Rupees) =>
      shop.app.db.listingVariant.update({ where: { id: cooker?.id }, data: { pricePkr } });
    const setMinimum = (minResalePkr: Rupees | undefined) =>
      shop.app.db.stockedComponent.updateMany({
        where: { itemId: mug?.id ?? asId("") },
        data: { minResalePkr },
      });
    await setPrice(rupees(1777));
    await setMinimum(rupees(90_000));
    await apply(runId);
    const run = await over(runId);
    expect(run.rows.filter(({ state }) => state === "refused").map(({ reason }) => reason)).toEqual([
      "Its price became Rs 1,777 in the meantime, and stays.",
      "The lowest price allowed rose to Rs 90,000.",
    ]);
    await setPrice(rupees(1600));
    await setMinimum(mug?.minResalePkr);
  });

  it("is said of what Shopify refuses, and the row keeps what stands", async () => {
    const cooker = await listingOf("prd_cooker");
    const runId = await preview(times(250));
    await shop.app.db.listing.update({
      where: { id: cooker.id },
      data: { productGid: asId("gid://shopify/Product/404") },
    });
    await apply(runId);
    const run = await over(runId);
    expect(run.rows.filter(({ state }) => state === "refused")).toMatchObject([
      { reason: expect.stringContaining("Shopify refused it") },
    ]);
    expect((await listingOf("prd_cooker")).variants[0]?.pricePkr).toBe(1600);
    await shop.app.db.listing.update({ where: { id: cooker.id }, data: { productGid: cooker.productGid } });
  });
});

describe("a run that is looked at later", () => {
  it("shows cost, floor and margin of its day; one that puts it back shows those of that day", async () => {
    const runId = (await change(times(200))) ?? asId<BulkRunId>("");
    const [cooker] = (await listingOf("prd_cooker")).variants;
    const rowIn = async (id: BulkRunId) =>
      (await page(id)).rows.find(({ listingId }) => listingId === cooker?.listingId);
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
    await over(undone.runId);
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
    const runId = await preview(times(210));
    await shop.app.db.$executeRaw`update price_change set costs = null where run_id = ${runId}::uuid`;
    expect((await page(runId)).rows[0]).toMatchObject({ costs: null, before: null, after: null });
  });
});

describe("undoing", () => {
  it("puts every price back but the one that changed since, and the rule with them", async () => {
    const before = pricesInShopify();
    const runId = (await change(times(260))) ?? asId<BulkRunId>("");
    const { productGid } = await listingOf("prd_mugs");
    shop.shopify.control.editProduct({ id: productGid ?? "", price: 5555 });
    const undone = await undoReprice(await shop.context(), { runId, by: "7" });
    if (!undone.ok) throw new Error(undone.reason);
    const run = await over(undone.runId);
    expect(run.rows.filter(({ state }) => state === "refused")).toMatchObject([
      { reason: "You changed it to Rs 5,555 in Shopify. It stays." },
    ]);
    const [mug] = (await listingOf("prd_mugs")).variants;
    const expected = before.map((price) => (price === Math.round(mug?.suggestedPkr ?? 0) ? 5555 : price));
    expect(pricesInShopify()).toEqual(expected);
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
    await change(times(200, crossedOut));
    const before = inShopify();
    expect(before).toContainEqual({ price: "2000.00", compareAtPrice: 250_000 });
    const cooker = await listingOf("prd_cooker");
    const runId = await preview(times(260));
    const productGid = "gid://shopify/Product/404";
    await shop.app.db.listing.update({ where: { id: cooker.id }, data: { productGid: asId(productGid) } });
    await apply(runId);
    expect((await over(runId)).refused).toBe(1);
    await shop.app.db.listing.update({ where: { id: cooker.id }, data: { productGid: cooker.productGid } });
    const undone = await undoReprice(await shop.context(), { runId, by: "7" });
    if (!undone.ok) throw new Error(undone.reason);
    const run = await over(undone.runId);
    const ofCooker = cooker.variants.map(({ id }) => id);
    const undoneRows = await shop.app.db.priceChange.findMany({ where: { runId: undone.runId } });
    expect(undoneRows.filter(({ listingVariantId }) => ofCooker.includes(listingVariantId))).toEqual([]);
    expect(run).toMatchObject({ state: "done", refused: 0, listings: { total: PRODUCTS.length - 1 } });
    expect(inShopify()).toEqual(before);
  });

  it("is refused after seven days, and keeps a rule that was saved since", async () => {
    const runId = (await change(times(260))) ?? asId<BulkRunId>("");
    const ctx = await shop.context();
    const later = (days: number) => ({
      ...ctx,
      clock: { now: () => new Date(ctx.clock.now().getTime() + days * DAY_MS) },
    });
    expect(await undoReprice(later(7.01), { runId, by: "7" })).toMatchObject({
      ...{ ok: false, reason: expect.stringContaining("for 7 days") },
    });
    await applyReprice(ctx, { runId: await preview(times(270)), prices: "keep", by: "7" });
    const undone = await undoReprice(later(6.99), { runId, by: "7" });
    if (!undone.ok) throw new Error(undone.reason);
    await over(undone.runId);
    expect((await loadListingSettings(ctx)).priceRule).toEqual(times(270));
  });
});

describe("a price of its own", () => {
  const input = (listingVariantId: StockedItemId, pricePkr: number) => ({
    listingVariantId,
    pricePkr,
    by: "7",
  });
  const untilInShopify = (price: string) =>
    shop.soon(`${price} to stand in Shopify`, async () => inShopify().some((each) => each.price === price));

  it("is never below the service's minimum, and follows no rule until it is taken back", async () => {
    const cooker = await listingOf("prd_cooker");
    const id = cooker.variants[0]?.id ?? asId<StockedItemId>("");
    expect(await setVariantPrice(await shop.context(), input(id, 1199))).toEqual({
      ...{ ok: false, reason: "Rs 1,200 is the lowest price allowed." },
      errors: { pricePkr: "Rs 1,200 is the lowest price allowed." },
    });
    expect(await setVariantPrice(await shop.context(), input(id, 1250))).toMatchObject({ ok: true });
    await untilInShopify("1250.00");
    await change(times(200));
    expect(inShopify().map(({ price }) => price)).toContain("1250.00");
    await clearOverride(await shop.context(), { listingId: cooker.id, listingVariantId: id, by: "7" });
    await untilInShopify("2000.00");
    await vi.waitFor(expectNotedWrites, 5000);
    const facts = await shop.app.db.timelineEntry.findMany({ where: { thingId: cooker.id } });
    expect(facts.map(({ code }) => code)).toEqual(expect.arrayContaining(["price_fixed", "price_by_rule"]));
  });

  it("warns of a loss it allows", async () => {
    const [variant] = (await listingOf("prd_cooker")).variants;
    const ctx = await shop.context();
    expect(await setVariantPrice(ctx, input(variant?.id ?? asId(""), 1200))).toMatchObject({ ok: true });
    await shop.app.db.listing.updateMany({
      where: { id: variant?.listingId },
      data: { shippingPkr: rupees(260) },
    });
    expect(await setVariantPrice(ctx, input(variant?.id ?? asId(""), 1200))).toEqual({
      ...{ ok: true, done: "Saved. With free delivery it loses about Rs 60 on each sale" },
    });
    await shop.app.db.listing.updateMany({
      where: { id: variant?.listingId },
      data: { shippingPkr: rupees(200) },
    });
    await clearOverride(ctx, { listingId: variant?.listingId ?? asId<ListingId>(""), by: "7" });
    await untilInShopify("1600.00");
  });

  it("may be a rule of the listing, which a new rule of the shop does not reach", async () => {
    const sizes = await listingOf("prd_sold_out_sizes");
    const ctx = await shop.context();
    const rule = parsePriceRule({ ...suggestedRule, base: { kind: "add", addPkr: rupees(1111) } });
    const price = { kind: "rule", rule } as const;
    expect(await setListingPrice(ctx, { listingId: sizes.id, price, by: "7" })).toMatchObject({ ok: true });
    const [variant] = sizes.variants;
    const own = (variant?.wholesalePkr ?? 0) + 1111;
    await untilInShopify(`${own}.00`);
    const run = await page(await preview(times(300)));
    expect(run.rows.map(({ listingId }) => listingId)).not.toContain(sizes.id);
    await clearOverride(ctx, { listingId: sizes.id, by: "7" });
    await untilInShopify(`${variant?.suggestedPkr}.00`);
  });

  it("may be one price for all its variants, above the highest minimum among them", async () => {
    const sizes = await listingOf("prd_sold_out_sizes");
    const ctx = await shop.context();
    const lowest = Math.max(...sizes.variants.map(({ minResalePkr }) => minResalePkr));
    const fixed = (pricePkr: number) =>
      setListingPrice(ctx, { listingId: sizes.id, price: { kind: "fixed", pricePkr }, by: "7" });
    expect(await fixed(lowest - 1)).toMatchObject({ ok: false, errors: { pricePkr: expect.any(String) } });
    expect(await fixed(98_765)).toMatchObject({ ok: true });
    await shop.soon("all its variants to cost that", async () => {
      const count = inShopify().filter(({ price }) => price === "98765.00").length;
      return count === sizes.variants.length;
    });
    await clearOverride(ctx, { listingId: sizes.id, by: "7" });
    await shop.soon("its prices to follow the rule", async () => !pricesInShopify().includes(98_765));
  });

  it("does not exist for another shop", async () => {
    const ctx = await shop.context();
    const elsewhere = {
      ...ctx,
      shop: { ...ctx.shop, id: asId<ShopId>("00000000-0000-4000-8000-000000000000") },
    };
    const { id, variants } = await listingOf("prd_cooker");
    const gone = { ok: false, reason: "This product is not linked any more." };
    expect(await setVariantPrice(elsewhere, input(variants[0]?.id ?? asId(""), 2000))).toEqual(gone);
    expect(await clearOverride(elsewhere, { listingId: id, by: "7" })).toEqual(gone);
  });
});

describe("listings that ran out of stock at once", () => {
  async function ask(): Promise<BulkRunId> {
    const ctx = await shop.context();
    const { id, mode } = await listingOf("prd_cooker");
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
    expect(await page(runId)).toMatchObject({ state: "stopped", listings: { total: 1, settled: 0 } });
    expect((await listAttention(await shop.context())).issues).toEqual([]);
  });
});

describe("a price the merchant set in Shopify", () => {
  it("is left alone by a new rule, until it is given back", async () => {
    const { id, variants } = await listingOf("prd_cooker");
    const lock = (locked: Record<string, string>) =>
      shop.app.db.listing.update({ where: { id }, data: { locked } });
    await lock(Object.fromEntries(variants.map((variant) => [priceLock(variant), "2026-11-21T10:00:00Z"])));
    const locked = await page(await preview(times(150, { ending: "99" })));
    expect(locked.rows.filter(({ title }) => title.includes("Gasket"))).toEqual([]);
    expect(locked).toMatchObject({ unchanged: 1, prices: pricesInShopify().length - 1 });
    await lock({});
    const given = await page(await preview(times(150, { ending: "99" })));
    expect(given.rows.filter(({ title }) => title.includes("Gasket"))).toHaveLength(1);
  });
});

describe("planning by the rules in force", () => {
  it("finds what fell behind, of the listings chosen", async () => {
    const cooker = await listingOf("prd_cooker");
    await shop.app.db.listingVariant.updateMany({
      where: { listingId: cooker.id },
      data: { suggestedPkr: rupees(1650) },
    });
    const ctx = await shop.context();
    const asked = { rule: "in_force", by: "7" } as const;
    const mugs = await listingOf("prd_mugs");
    expect(await planReprice(ctx, { ...asked, listingIds: [mugs.id] })).toMatchObject({ prices: 0 });
    expect(await planReprice(ctx, { ...asked, listingIds: [cooker.id] })).toMatchObject({ prices: 1 });
    await shop.app.db.listingVariant.updateMany({
      where: { listingId: cooker.id },
      data: { suggestedPkr: rupees(1600) },
    });
  });
});
