import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { wholeCatalog } from "#app/domain/catalog/browse/catalog-filter.ts";
import { listCatalog } from "#app/domain/catalog/browse/list-catalog.server.ts";
import { getListingPage } from "#app/domain/catalog/listings/page/get-listing-page.server.ts";
import { findPriceRun } from "#app/domain/catalog/pricing/find-price-run.server.ts";
import { getPriceSettings } from "#app/domain/catalog/pricing/get-price-settings.server.ts";
import { planReprice } from "#app/domain/catalog/pricing/plan-reprice.server.ts";
import { timelineSentence } from "#app/domain/messages/timeline/timeline-sentence.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { parsePriceRule, suggestedRule } from "#app/domain/policy/pricing/price-rule.ts";
import { parseReportedTerms } from "#app/domain/policy/terms/account-terms.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import {
  recordOrderTerms,
  recordTerms,
  type TermsReport,
} from "#app/domain/policy/terms/record-terms.server.ts";
import { type PlacingShop, startPlacingShop } from "#test/integration/orders/placing-shop.ts";
import { PUBLISHED_TERMS } from "#test/standins/supplier/terms.ts";
import { asId } from "#test/support/as-id.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ products: ["cooker", "earbuds"] });
});
beforeEach(async () => {
  await shop.app.db.terms.deleteMany();
  await shop.app.db.timelineEntry.deleteMany({ where: { code: "terms_changed" } });
  await shop.supplier.control.setTerms({ ...PUBLISHED_TERMS, blacklistRefusals: 1000 });
});
afterAll(() => shop?.close());

const place = async () => {
  const { connection } = await shop.context();
  if (connection === null) throw new Error("Not connected");
  return connection;
};
const rows = async () => {
  const all = await shop.app.db.terms.findMany({ orderBy: [{ figure: "asc" }, { seenAt: "asc" }] });
  return all.map(({ figure, value, source }) => ({ figure, value, source }));
};
const reported = async () => {
  const facts = await shop.app.db.timelineEntry.findMany({
    where: { code: "terms_changed" },
    orderBy: { id: "asc" },
  });
  return facts.map(({ code, params }) => timelineSentence(code, Object(params)));
};
const buy = () => shop.buy({ lines: [shop.line("cooker", 1600)], shipping: 200 });
const termsFacts = (percent: number, at: Date, source: TermsReport["source"] = "quote"): TermsReport => ({
  ...{ figures: { fee: { percent, basis: "margin" } }, source, at },
});

describe("the terms of an account", () => {
  it("are what its quotes tell: a row where a figure changed, and none while it stays", async () => {
    await buy();
    const asPublished = [
      { figure: "fee", value: { percent: 10, basis: "margin" }, source: "quote" },
      { figure: "return_shipping", value: 150, source: "quote" },
    ];
    expect(await rows()).toEqual(asPublished);
    expect(await reported()).toEqual([]);
    await buy();
    expect(await rows()).toEqual(asPublished);
    await shop.supplier.control.setTerms({ marginFeePercent: 12.5, returnShippingCost: 180 });
    await buy();
    expect((await rows()).map(({ value }) => value)).toEqual([
      ...[{ percent: 10, basis: "margin" }, { percent: 12.5, basis: "margin" }, 150, 180],
    ]);
    expect(await reported()).toEqual([
      "The supplier's fee is 12.5 % of the margin now; it was 10 % of the margin",
      "What the supplier charges for the way back of a refused parcel is Rs 180 now; it was Rs 150",
    ]);
  });

  it("take no way back from a quote over several parcels, which is a sum", async () => {
    await shop.buy({ lines: [shop.line("cooker", 1600), shop.line("earbuds", 3000)], shipping: 200 });
    expect((await rows()).map(({ figure }) => figure)).toEqual(["fee"]);
  });

  it("tell at once when the first that is told is not what the document says", async () => {
    await shop.supplier.control.setTerms({ marginFeePercent: 8 });
    await buy();
    expect(await reported()).toEqual([
      "The supplier's fee is 8 % of the margin now; it was 10 % of the margin",
    ]);
  });

  it("are the same for every shop of the account, and none of another account's or mode's", async () => {
    const { accountId, mode } = await place();
    const otherMode = mode === "live" ? "test" : "live";
    const { db } = shop.app;
    await recordTerms(db, { accountId, mode }, termsFacts(15, new Date()));
    expect((await loadTerms({ db, connection: { accountId, mode } })).feePercent).toBe(15);
    expect((await loadTerms({ db, connection: { accountId, mode: otherMode } })).feePercent).toBe(10);
    expect((await loadTerms({ db, connection: { accountId: asId("another"), mode } })).feePercent).toBe(10);
    expect((await loadTerms({ db, connection: null })).feePercent).toBe(10);
  });

  it("are not turned back by what was said before: an order of an older day", async () => {
    const { db } = shop.app;
    const connection = await place();
    const order = (createdAt: string, percent: number) => ({
      ...{ createdAt, platformFee: { basis: "margin", percent, amount: null } },
    });
    await recordOrderTerms(db, connection, [order("2026-03-02T08:00:00Z", 12)]);
    await recordOrderTerms(db, connection, [order("2026-03-01T08:00:00Z", 10)]);
    expect(await loadTerms({ db, connection })).toMatchObject({ feePercent: 12 });
    await recordOrderTerms(db, connection, [order("2026-03-03T08:00:00Z", 11)]);
    expect(await loadTerms({ db, connection })).toMatchObject({
      ...{ feePercent: 11, reportedAt: { fee: new Date("2026-03-03T08:00:00Z") } },
    });
  });

  it("are written once when two answers tell them at the same time", async () => {
    const connection = await place();
    const at = Date.now();
    await Promise.all(
      [0, 1, 2, 3].map((ms) => recordTerms(shop.app.db, connection, termsFacts(14, new Date(at + ms)))),
    );
    expect(await rows()).toHaveLength(1);
    expect(await reported()).toHaveLength(1);
  });
});

describe("a listing that loses money under new terms", () => {
  it("is said to, and no more once they are better again", async () => {
    const { db } = shop.app;
    const connection = await place();
    const listing = await db.listing.findFirstOrThrow({ where: { supplierProductId: asId("prd_cooker") } });
    await recordTerms(db, connection, {
      ...{ figures: { fee: { percent: 50, basis: "sale" } }, source: "quote", at: new Date() },
    });
    const isLosing = (losesMoney: boolean) =>
      shop.soon("the listing to be weighed", () =>
        db.listing.findFirst({ where: { id: listing.id, losesMoney } }),
      );
    // 1,600 − 1,000 − 200, less half of 1,600.
    await isLosing(true);
    const issue = { thingId: listing.id, code: "loses_money", resolvedAt: null } as const;
    expect(await db.attention.findFirst({ where: issue })).toMatchObject({ params: { loss: 400 } });
    await recordTerms(db, connection, termsFacts(10, new Date()));
    await isLosing(false);
    expect(await db.attention.findFirst({ where: issue })).toBeNull();
  });
});

describe("figures before an order", () => {
  it("follow the terms that were told last: margins, floors and previews", async () => {
    const connection = await place();
    const at = new Date();
    const figures = parseReportedTerms({
      ...{ fee: { percent: 20, basis: "margin" }, return_shipping: 300, default_shipping: 250 },
    });
    const ctx = await shop.context();
    const listing = await shop.app.db.listing.findFirstOrThrow({
      where: { supplierProductId: asId("prd_cooker") },
    });
    const before = await getListingPage(ctx, listing.id);
    // 1,600 − 1,000 − 200, less 10 %.
    expect(before?.variants[0]?.marginPkr).toBe(360);
    expect(before?.pricing.terms.reportedAt).toEqual({});
    await recordTerms(shop.app.db, connection, { figures, source: "quote", at });
    const after = await getListingPage(ctx, listing.id);
    expect(after?.variants[0]?.marginPkr).toBe(320);
    expect(after?.listing.margins).toEqual({ lowest: 320, highest: 320 });
    const settings = await getPriceSettings(ctx);
    expect(settings.terms).toMatchObject({ feePercent: 20, returnShippingPkr: 300, reportedAt: { fee: at } });
    expect(settings.examples[0]?.shippingPkr).toBe(250);
    const rule = parsePriceRule({ ...suggestedRule, floor: { marginPkr: rupees(800), marginPercent: null } });
    const { runId } = await planReprice(ctx, { rule, by: "7" });
    const run = await findPriceRun(ctx, { runId: runId ?? asId(""), after: -1, view: "all" });
    // The least margin of 800 takes 1,000 before a fee of 20 %.
    expect(run?.rows.find(({ listingId }) => listingId === listing.id)).toMatchObject({
      ...{ fromPkr: 1600, toPkr: 2200, raisedTo: "floor", costs: { wholesalePkr: 1000, floorPkr: 2200 } },
      ...{ before: { deliveredPkr: 320, refusedPkr: -500 }, after: { deliveredPkr: 800, refusedPkr: -500 } },
    });
    const { page } = await listCatalog(ctx, { filter: wholeCatalog, sort: "catalog", at: null });
    const card = page.kind === "page" ? page.cards.find(({ title }) => /cooker/i.test(title)) : null;
    expect(card?.about).toMatchObject({ deliveredPkr: 320, refusedPkr: -500 });
  });
});
