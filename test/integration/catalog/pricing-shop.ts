import { expect } from "vitest";
import { applyReprice } from "#app/domain/catalog/pricing/apply-reprice.server.ts";
import { changePriceRule } from "#app/domain/catalog/pricing/change-price-rule.server.ts";
import { findPriceRun } from "#app/domain/catalog/pricing/find-price-run.server.ts";
import { type PriceRule, parsePriceRule, suggestedRule } from "#app/domain/policy/pricing/price-rule.ts";
import type { BulkRunId } from "#app/platform/ids.ts";
import { type PlacingShop, startPlacingShop } from "#test/integration/orders/placing-shop.ts";
import { toIso } from "#test/standins/shopify/clock.ts";
import { asId } from "#test/support/as-id.ts";

export const PRODUCTS = ["prd_cooker", "prd_mugs", "prd_sold_out_sizes"];

export const times = (percent: number, more: Partial<PriceRule> = {}): PriceRule =>
  parsePriceRule({ ...suggestedRule, base: { kind: "multiply", percent }, ...more });

/** A shop with a few listings, whose prices a test changes by a rule. */
export type PricingShop = Awaited<ReturnType<typeof startPricingShop>>;

export async function startPricingShop() {
  const shop = await startPlacingShop({ products: [] });
  for (const id of PRODUCTS) await shop.list(id);
  const runs = describeRuns(shop);
  return {
    ...{ ...shop, ...runs, ...describeListings(shop) },
    /** Prices as imported, and no run under way. */
    async forget(): Promise<void> {
      await shop.app.db.bulkRun.deleteMany();
      await shop.app.db.listingSettings.deleteMany();
      await runs.change(suggestedRule);
    },
  };
}

function describeRuns(shop: PlacingShop) {
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
  return {
    ...{ apply, page, over },
    async preview(rule: PriceRule): Promise<BulkRunId> {
      const { runId } = await changePriceRule(await shop.context(), { rule, by: "7" });
      if (runId === null) throw new Error("No price would change");
      return runId;
    },
    /** A new rule, applied to all there is. */
    async change(rule: PriceRule): Promise<BulkRunId | null> {
      const { runId } = await changePriceRule(await shop.context(), { rule, by: "7" });
      if (runId === null) return null;
      await apply(runId);
      await over(runId);
      return runId;
    },
  };
}

function describeListings(shop: PlacingShop) {
  const products = () => shop.shopify.control.state().products;
  const shownPrices = () =>
    products().flatMap(({ variants }) =>
      variants.map(({ price, compareAtPrice }) => ({ price, compareAtPrice })),
    );
  return {
    products,
    /** Prices as Shopify shows them; what is crossed out in paisa, as the stand-in keeps it. */
    shownPrices,
    pricesInShopify: () => shownPrices().map(({ price }) => Number(price)),
    listingOf: (supplierProductId: string) =>
      shop.app.db.listing.findFirstOrThrow({
        where: { shopId: shop.shopId, supplierProductId: asId(supplierProductId) },
        include: { variants: { orderBy: { supplierVariantId: "asc" } } },
      }),
    updates: () =>
      shop.shopify.control.requests().filter((request) => JSON.stringify(request).includes("VariantsUpdate")),
    /** What Shopify tells of our own writes is no reason to read a product again (D-99). */
    async expectNotedWrites(): Promise<void> {
      const listings = await shop.app.db.listing.findMany({ where: { productGid: { not: null } } });
      const noted = listings.map(({ productGid, writtenAt }) => [
        productGid,
        toIso(writtenAt ?? new Date(0)),
      ]);
      const inShop = products().map(({ id, updatedAt }) => [id, toIso(new Date(updatedAt))]);
      expect(noted.toSorted()).toEqual(inShop.toSorted());
    },
    /** Shopify's events of our writes are read: nothing reads a listing anew any more, which would put its row right. */
    listingsAtRest: () =>
      shop.soon("the listings to be at rest", async () => {
        // A product that was looked at a moment ago is looked at again in ten minutes, long after these tests.
        const isSoon = { nextRunAt: { lt: new Date(Date.now() + 120_000) } };
        const isUnderWay = [{ leaseToken: { not: null } }, isSoon];
        const kind = { in: ["product.applyChange", "listing.reconcile"] };
        const where = { shopId: shop.shopId, kind, OR: isUnderWay };
        const isDelivered = shop.shopify.control.deliveries().every(({ state }) => state === "delivered");
        return isDelivered && (await shop.app.db.work.count({ where })) === 0;
      }),
  };
}
