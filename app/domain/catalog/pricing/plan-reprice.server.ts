import type { Prisma } from "@prisma/client";
import { parseLocks, priceLock } from "#app/domain/catalog/listings/locks/listing-locks.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { CostsOfDay } from "#app/domain/policy/pricing/costs-of-day.ts";
import { type ListingSettings, parseOverrides, policyOf } from "#app/domain/policy/pricing/listing-policy.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import type { PriceRule } from "#app/domain/policy/pricing/price-rule.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import type { SaleTerms } from "#app/domain/policy/terms/sale-terms.ts";
import type { BulkRunId, ListingId } from "#app/platform/ids.ts";
import { planPriceChange } from "./plan-price-change.ts";

const LISTINGS_AT_ONCE = 1000;
const ROWS_AT_ONCE = 5000;

type PlanContext = Pick<ShopContext, "shop" | "db" | "connection">;

/** A price that would change, as column names have it. */
type PlannedChange = Omit<Prisma.PriceChangeCreateManyInput, "shopId" | "runId" | "costs"> & {
  readonly costs: CostsOfDay;
};

export type PlannedRun = {
  /** null: no price would change. */
  readonly runId: BulkRunId | null;
  readonly prices: number;
  readonly listings: number;
  /** Prices looked at that stay as they are. */
  readonly unchanged: number;
};

export type RepriceInput = {
  /** A new rule for the shop, or the rules in force, for what fell behind them. */
  readonly rule: PriceRule | "in_force";
  /** Only these; all of the mode in use when left out. */
  readonly listingIds?: readonly ListingId[];
  readonly by: string;
};

/**
 * Writes down every price a rule would change, as a run `planned` that changes nothing until it is applied; an older
 * preview of the shop is gone with it. No rule reaches prices that were fixed or that the merchant set in Shopify; a new
 * rule of the shop does not reach listings with a rule of their own, and products that were the merchant's before either.
 */
export async function planReprice(ctx: PlanContext, asked: RepriceInput): Promise<PlannedRun> {
  const { shop, db, connection } = ctx;
  const nothing = { runId: null, prices: 0, listings: 0, unchanged: 0 };
  if (connection === null) return nothing;
  const [settings, terms] = await Promise.all([loadListingSettings(ctx), loadTerms(ctx)]);
  const planned = await planAll(ctx, { settings, terms }, asked);
  await db.bulkRun.deleteMany({ where: { shopId: shop.id, kind: "reprice", state: "planned" } });
  if (planned.changes.length === 0) return { ...nothing, unchanged: planned.unchanged };
  const rule = asked.rule === "in_force" ? {} : { rule: asked.rule, previousRule: settings.priceRule };
  const runId = await createPriceRun(ctx, {
    ...{ by: asked.by, changes: planned.changes },
    params: { ...rule, listings: planned.listings, unchanged: planned.unchanged },
  });
  const { listings, unchanged } = planned;
  return { runId, prices: planned.changes.length, listings, unchanged };
}

type Pricing = { readonly settings: ListingSettings; readonly terms: SaleTerms };

async function planAll(ctx: PlanContext, { settings, terms }: Pricing, asked: RepriceInput) {
  const changes: PlannedChange[] = [];
  const changed = new Set<string>();
  let unchanged = 0;
  for await (const listing of listPricedListings(ctx, asked.listingIds)) {
    const rule = ruleFor(settings, asked.rule, listing);
    const locks = parseLocks(listing.locked);
    for (const variant of listing.variants) {
      const isTheirs = locks[priceLock(variant)] !== undefined;
      const costs = { shippingPkr: listing.shippingPkr, terms };
      const planned = rule && !isTheirs && planPriceChange(rule, variant, costs);
      if (!planned) {
        unchanged += 1;
        continue;
      }
      changed.add(listing.id);
      changes.push({
        ...{
          listingVariantId: variant.id,
          fromPkr: variant.pricePkr,
          fromCompareAtPkr: variant.compareAtPkr,
        },
        ...{ ...planned, position: changes.length },
      });
    }
  }
  return { changes, listings: changed.size, unchanged };
}

const priced = {
  id: true,
  origin: true,
  policy: true,
  locked: true,
  shippingPkr: true,
  variants: {
    where: { variantGid: { not: null } },
    orderBy: { supplierVariantId: "asc" },
    select: {
      ...{ id: true, wholesalePkr: true, minResalePkr: true, suggestedPkr: true },
      supplierCompareAtPkr: true,
      ...{ pricePkr: true, compareAtPkr: true, fixedPricePkr: true },
    },
  },
} as const satisfies Prisma.ListingSelect;

type PricedListing = Prisma.ListingGetPayload<{ select: typeof priced }>;

/** What stands in the store under the key in use, the oldest first. */
async function* listPricedListings(
  { shop, db, connection }: PlanContext,
  listingIds: readonly ListingId[] | undefined,
): AsyncGenerator<PricedListing> {
  if (connection === null) return;
  let after: string | undefined;
  for (;;) {
    const page = await db.listing.findMany({
      where: {
        ...{ shopId: shop.id, mode: connection.mode, state: "ready" },
        ...{ productGid: { not: null }, unlinkedAt: null, removedAt: null },
        ...(listingIds === undefined ? {} : { id: { in: [...listingIds] } }),
      },
      select: priced,
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      take: LISTINGS_AT_ONCE,
      ...(after === undefined ? {} : { cursor: { shopId_id: { shopId: shop.id, id: after } }, skip: 1 }),
    });
    yield* page;
    after = page.at(-1)?.id;
    if (page.length < LISTINGS_AT_ONCE) return;
  }
}

/** The rule a listing is priced by in this run; null leaves it alone. */
function ruleFor(settings: ListingSettings, asked: PriceRule | "in_force", listing: PricedListing) {
  const hasOwn = parseOverrides(listing.policy).priceRule !== undefined;
  if (listing.origin === "mapped" && !hasOwn) return null;
  if (asked === "in_force") return policyOf(settings, listing.policy).priceRule;
  return hasOwn ? null : asked;
}

type NewPriceRun = {
  readonly by: string;
  readonly params: Prisma.InputJsonObject;
  readonly changes: readonly PlannedChange[];
};

/** A run with its prices, all or none. */
async function createPriceRun(
  { shop, db, connection }: PlanContext,
  { changes, ...run }: NewPriceRun,
): Promise<BulkRunId> {
  const shopId = shop.id;
  return db.$transaction(
    async (tx) => {
      const of = { shopId, mode: connection?.mode ?? null, kind: "reprice", state: "planned" } as const;
      const { id } = await tx.bulkRun.create({ data: { ...of, ...run } });
      for (let at = 0; at < changes.length; at += ROWS_AT_ONCE) {
        const rows = changes.slice(at, at + ROWS_AT_ONCE);
        await tx.priceChange.createMany({ data: rows.map((row) => ({ ...row, shopId, runId: id })) });
      }
      return id;
    },
    { timeout: 60_000 },
  );
}
