import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadListingRows } from "#app/domain/catalog/listings/list/load-listing-rows.server.ts";
import { dismissListingIssue } from "#app/domain/catalog/listings/locks/unlock-field.server.ts";
import { getListingPage } from "#app/domain/catalog/listings/page/get-listing-page.server.ts";
import { undoReprice } from "#app/domain/catalog/pricing/apply-reprice.server.ts";
import { fixPrices } from "#app/domain/catalog/pricing/fix-prices.server.ts";
import type { Fix, FixableIssue } from "#app/domain/catalog/pricing/fixable-issues.ts";
import { pushPrices } from "#app/domain/catalog/pricing/push-prices.server.ts";
import { setVariantPrice } from "#app/domain/catalog/pricing/set-prices.server.ts";
import { getHome } from "#app/domain/home/get-home.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { suggestedRule } from "#app/domain/policy/pricing/price-rule.ts";
import type { BulkRunId, ListingId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { type ListingHarness, startListingHarness } from "./listing-harness.ts";

let harness: ListingHarness;

beforeAll(async () => {
  harness = await startListingHarness();
});
beforeEach(() => harness.forget());
afterAll(() => harness.close());

/** The cooker: wholesale 1,000, shipping about 200, sold for the suggested 1,600; told of new costs only. */
async function listCooker(whenCostChanges = "alert") {
  await harness.settings({ whenCostChanges });
  const listingId = await harness.list("prd_cooker");
  const [variant] = (await harness.getListing(listingId)).variants;
  if (variant === undefined) throw new Error("The cooker has no variant");
  return { listingId, variant, variantId: variant.supplierVariantId };
}

async function rowOf(listingId: ListingId) {
  const [row] = await loadListingRows(await harness.context(), [listingId]);
  if (row === undefined) throw new Error("No such listing");
  return row;
}

async function fixOf(listingId: ListingId, code: string): Promise<Fix | null> {
  return (await rowOf(listingId)).openIssues.find((issue) => issue.code === code)?.fix ?? null;
}

async function fixFromIssue(listingId: ListingId, code: FixableIssue, expects: Fix) {
  const pressed = await fixPrices(await harness.context(), { listingId, code, expects, by: "Ali" });
  if (pressed.ok) await harness.run(pressed.runId);
  return pressed;
}

async function priceInShopify(listingId: ListingId) {
  const { productGid } = await harness.getListing(listingId);
  return harness.inShopify(productGid)?.variants[0]?.price;
}

async function raiseCost(variantId: string, listingId: ListingId, prices = {}) {
  await harness.control.setPrice({ variantId, wholesalePrice: 1500, suggestedPrice: 2200, ...prices });
  await harness.applyEvents(listingId);
}

const one = (pkr: number): Fix => ({ count: 1, lowest: pkr, highest: pkr });

describe("a listing that loses money when delivered", () => {
  it("is never in sync, and says so with the price that mends it, in the list and on Home", async () => {
    const { listingId, variantId } = await listCooker();
    expect((await rowOf(listingId)).listingStatus).toBe("in_sync");
    await raiseCost(variantId, listingId);
    expect(await rowOf(listingId)).toMatchObject({
      listingStatus: "losing",
      openIssues: [{ code: "loses_money", fix: one(2200) }],
    });
    expect(await harness.openCodes(listingId)).toEqual(["loses_money"]);
    const home = await getHome(await harness.context());
    const [issue] = home.attention.issues;
    expect(issue?.sentence).toContain("loses money when delivered: you sell it for Rs 1,600");
    expect(home.fixes[issue?.id ?? ""]).toEqual(one(2200));
    const page = await getListingPage(await harness.context(), listingId);
    expect(page?.variants).toMatchObject([{ lossPkr: 100, fix: one(2200), breakEvenPkr: 1700 }]);
  });

  it("is mended by the price its button names, which can be put back", async () => {
    const { listingId, variantId } = await listCooker();
    await raiseCost(variantId, listingId);
    const pressed = await fixFromIssue(listingId, "loses_money", one(2200));
    expect(await priceInShopify(listingId)).toBe("2200.00");
    expect(await rowOf(listingId)).toMatchObject({ listingStatus: "in_sync", openIssues: [] });
    const page = await getListingPage(await harness.context(), listingId);
    const runId = pressed.ok ? pressed.runId : asId<BulkRunId>("");
    expect(page?.lastPrices).toMatchObject({ runId, from: { lowest: 1600 }, to: { lowest: 2200 } });
    const undone = await undoReprice(await harness.context(), { runId, by: "Ali" });
    if (undone.ok) await harness.run(undone.runId);
    expect(await priceInShopify(listingId)).toBe("1600.00");
    expect(await rowOf(listingId)).toMatchObject({
      listingStatus: "losing",
      openIssues: [{ code: "loses_money" }],
    });
    expect((await getListingPage(await harness.context(), listingId))?.lastPrices).toBeNull();
  });

  it("keeps its price where the button's price is not the one it would get by now", async () => {
    const { listingId, variantId } = await listCooker();
    await raiseCost(variantId, listingId);
    expect(await fixFromIssue(listingId, "loses_money", one(2199))).toMatchObject({
      ok: false,
      reason: "The price would be another one by now. Look at the new one, then press again.",
    });
    expect(await fixFromIssue(listingId, "loses_money", { ...one(2200), count: 2 })).toMatchObject({
      ok: false,
    });
    expect(await priceInShopify(listingId)).toBe("1600.00");
    expect(await harness.openCodes(listingId)).toEqual(["loses_money"]);
  });

  it("moves a price fixed by hand only to where it loses nothing, and puts the fixed one back", async () => {
    const { listingId, variant, variantId } = await listCooker();
    const fixed = { listingVariantId: variant.id, pricePkr: rupees(1650), by: "Ali" };
    await setVariantPrice(await harness.context(), fixed);
    await pushPrices(await harness.context(), listingId);
    await raiseCost(variantId, listingId);
    expect(await fixOf(listingId, "loses_money")).toEqual(one(1700));
    const pressed = await fixFromIssue(listingId, "loses_money", one(1700));
    const row = async () => (await harness.getListing(listingId)).variants[0];
    expect(await row()).toMatchObject({ fixedPricePkr: 1700, pricePkr: 1700, pushedPricePkr: 1700 });
    const runId = pressed.ok ? pressed.runId : asId<BulkRunId>("");
    const undone = await undoReprice(await harness.context(), { runId, by: "Ali" });
    if (undone.ok) await harness.run(undone.runId);
    expect(await row()).toMatchObject({ fixedPricePkr: 1650, pricePkr: 1650, pushedPricePkr: 1650 });
    expect(await priceInShopify(listingId)).toBe("1650.00");
  });

  it("asks again when Shopify refuses the price", async () => {
    const { listingId, variantId } = await listCooker();
    await raiseCost(variantId, listingId);
    harness.shopify.faults({ requests: [{ kind: "refused", field: "productVariantsBulkUpdate:run" }] });
    expect(await fixFromIssue(listingId, "loses_money", one(2200))).toMatchObject({ ok: true });
    expect(await priceInShopify(listingId)).toBe("1600.00");
    expect(await rowOf(listingId)).toMatchObject({
      listingStatus: "losing",
      openIssues: [{ code: "loses_money" }],
    });
  });

  it("stays red when it is left, and asks again only when its numbers are others", async () => {
    const { listingId, variantId } = await listCooker();
    await raiseCost(variantId, listingId);
    const leave = { listingId, code: "loses_money", by: "Ali" };
    expect(await dismissListingIssue(await harness.context(), leave)).toBe(true);
    await harness.receiveEvent(listingId, ["product.updated"]);
    await harness.work(listingId);
    expect(await rowOf(listingId)).toMatchObject({ listingStatus: "losing", openIssues: [] });
    await raiseCost(variantId, listingId, { wholesalePrice: 1550 });
    expect(await harness.openCodes(listingId)).toEqual(["loses_money"]);
  });

  it("is told once, as below the supplier's lowest price, where it is that as well", async () => {
    const { listingId, variantId } = await listCooker();
    await raiseCost(variantId, listingId, { minResalePrice: 1800 });
    expect(await harness.openCodes(listingId)).toEqual(["below_minimum"]);
    expect(await rowOf(listingId)).toMatchObject({
      listingStatus: "losing",
      openIssues: [{ fix: one(2200) }],
    });
  });

  it("is found when the merchant lowers the price in Shopify, and leaves that price until pressed", async () => {
    const { listingId, variantId } = await listCooker("rule");
    await harness.control.setPrice({ variantId, minResalePrice: 1100 });
    const { productGid } = await harness.getListing(listingId);
    harness.shopify.editProduct({ id: productGid ?? "", price: 1150 });
    await harness.applyEvents(listingId);
    await harness.db
      .$executeRaw`update work set requested_generation = observed_generation + 1 where subject = ${listingId}`;
    await harness.work(listingId);
    expect(await rowOf(listingId)).toMatchObject({
      listingStatus: "losing",
      openIssues: [{ code: "loses_money", fix: one(1200) }],
    });
    expect(await priceInShopify(listingId)).toBe("1150.00");
  });

  it("is told of a low price from the moment it is imported or fixed by hand", async () => {
    const { listingId, variant } = await listCooker();
    const low = { listingVariantId: variant.id, pricePkr: rupees(1200), by: "Ali" };
    await harness.db.listing.update({ where: { id: listingId }, data: { shippingPkr: rupees(250) } });
    expect(await setVariantPrice(await harness.context(), low)).toMatchObject({ ok: true });
    expect(await rowOf(listingId)).toMatchObject({
      listingStatus: "losing",
      openIssues: [{ fix: one(1250) }],
    });
  });

  it("stops selling what loses where that was chosen, though the rule asks for no margin", async () => {
    const { listingId, variantId } = await listCooker("hold_sales");
    await raiseCost(variantId, listingId);
    expect(await harness.openCodes(listingId)).toEqual(["sales_held"]);
    expect(await fixOf(listingId, "sales_held")).toEqual(one(2200));
    await fixFromIssue(listingId, "sales_held", one(2200));
    await harness.work(listingId);
    expect((await harness.getListing(listingId)).variants[0]).toMatchObject({ salesHeldAt: null });
    expect(await harness.openCodes(listingId)).toEqual([]);
  });
});

describe("a new cost that leaves a gain", () => {
  it("is answered by the price its button names", async () => {
    const { listingId, variantId } = await listCooker();
    await raiseCost(variantId, listingId, { wholesalePrice: 1100 });
    expect(await fixOf(listingId, "cost_changed")).toEqual(one(2200));
    await fixFromIssue(listingId, "cost_changed", one(2200));
    expect(await priceInShopify(listingId)).toBe("2200.00");
    expect(await harness.openCodes(listingId)).toEqual([]);
  });

  it("offers no price where the rule's stands already, or it is the merchant's", async () => {
    const { listingId, variantId } = await listCooker();
    await harness.control.setPrice({ variantId, wholesalePrice: 1100 });
    await harness.applyEvents(listingId);
    expect(await harness.openCodes(listingId)).toEqual(["cost_changed"]);
    expect(await fixOf(listingId, "cost_changed")).toBeNull();
  });

  it("is over once the merchant sets a price of their own", async () => {
    const { listingId, variant, variantId } = await listCooker();
    await raiseCost(variantId, listingId, { wholesalePrice: 1100 });
    await setVariantPrice(await harness.context(), {
      listingVariantId: variant.id,
      pricePkr: rupees(1900),
      by: "Ali",
    });
    expect(await harness.openCodes(listingId)).toEqual([]);
  });
});

describe("the timeline of a listing", () => {
  it("tells what the supplier asks, what the price became, and by whom", async () => {
    const { listingId, variantId } = await listCooker();
    await raiseCost(variantId, listingId);
    const pressed = await fixFromIssue(listingId, "loses_money", one(2200));
    await undoReprice(await harness.context(), {
      runId: pressed.ok ? pressed.runId : asId<BulkRunId>(""),
      by: "Ali",
    }).then((undone) => (undone.ok ? harness.run(undone.runId) : undefined));
    const [title] = [(await harness.getListing(listingId)).title];
    expect((await harness.timelineOf(listingId)).slice(0, 3)).toEqual([
      `The price of “${title}” was put back from Rs 2,200 to Rs 1,600`,
      `The price of “${title}” was set from Rs 1,600 to Rs 2,200`,
      `The supplier's price of “${title}” went from Rs 1,000 to Rs 1,500`,
    ]);
  });

  it("tells of a price that followed, and of one changed in Shopify", async () => {
    const { listingId, variantId } = await listCooker("keep_margin");
    await harness.control.setPrice({ variantId, wholesalePrice: 1100 });
    await harness.applyEvents(listingId);
    const { title, productGid } = await harness.getListing(listingId);
    expect((await harness.timelineOf(listingId))[0]).toBe(
      `The price of “${title}” followed the supplier's, from Rs 1,600 to Rs 1,700`,
    );
    harness.shopify.editProduct({ id: productGid ?? "", price: 1650 });
    await harness.control.setPrice({ variantId, wholesalePrice: 1050 });
    await harness.applyEvents(listingId);
    expect((await harness.timelineOf(listingId))[0]).toBe(
      `The price of “${title}” was changed in Shopify, from Rs 1,700 to Rs 1,650: it is yours from now on`,
    );
  });
});

describe("the crossed-out price the supplier names", () => {
  it("is written where the rule says so, and follows the supplier's", async () => {
    await harness.settings({ whenCostChanges: "rule" });
    const rule = JSON.stringify({ ...suggestedRule, compareAt: { kind: "supplier_if_higher" } });
    await harness.db.$executeRaw`update listing_settings set price_rule = ${rule}::jsonb`;
    const listingId = await harness.list("prd_cooker");
    const crossedOut = async () => {
      const { productGid } = await harness.getListing(listingId);
      // The stand-in keeps paisa.
      return Number(harness.inShopify(productGid)?.variants[0]?.compareAtPrice ?? 0) / 100;
    };
    expect(await crossedOut()).toBe(1900);
    for (const [compareAtPrice, shown] of [
      [2000, 2000],
      [1500, 0],
      [1700, 1700],
      [null, 0],
    ] as const) {
      await harness.control.setProduct({ productId: "prd_cooker", compareAtPrice });
      await harness.applyEvents(listingId);
      expect(await crossedOut()).toBe(shown);
    }
    expect(await priceInShopify(listingId)).toBe("1600.00");
  });
});
