import type { ListedVariant, Prisma } from "@prisma/client";
import { priceLock } from "#app/domain/catalog/listings/locks/listing-locks.ts";
import {
  isMapped,
  type ListingSync,
  updateListing,
} from "#app/domain/catalog/listings/run/listing-sync.server.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { CostsOfDay } from "#app/domain/policy/pricing/costs-of-day.ts";
import { wholeRupees } from "#app/domain/policy/pricing/whole-rupees.ts";
import { requestStockReconcile } from "#app/domain/stock-work/request-stock-reconcile.server.ts";
import { recordPrices } from "#app/domain/timeline/record-prices.server.ts";
import type { ShopifyVariant } from "#app/shopify/operations/products/to-shopify-product.ts";
import { type ChangePermission, settleItem } from "./guard-automatic-change.server.ts";
import type { PriceDecision } from "./plan-price-sync.ts";
import { lockVariants } from "./record-reported-at.server.ts";

export type DecidedPrice = {
  readonly row: ListedVariant;
  readonly current: ShopifyVariant;
  readonly decision: PriceDecision;
  readonly costs: CostsOfDay;
};

export type WrittenPrices = {
  /** Null when no price was to change. */
  readonly leave: ChangePermission | null;
  /** By Shopify's clock; null when nothing was written. */
  readonly writtenAt: Date | null;
};

/** Whether a price is the merchant's: locked, or of a product that was theirs before. */
export function isTheirs(run: Pick<ListingSync, "locks" | "listing">, row: ListedVariant): boolean {
  return isMapped(run) || run.locks[priceLock(row)] !== undefined;
}

/** Keeps what stands in Shopify now, and that the policy has answered; what waits for a person stays due. */
export async function saveSyncedPrices(
  run: ListingSync,
  decided: readonly DecidedPrice[],
  { leave, writtenAt }: WrittenPrices,
): Promise<void> {
  const shopId = run.ctx.shop.id;
  const changed = decided.flatMap((each) => {
    const data = toRow(run, each, leave);
    return Object.keys(data).length > 0 ? [{ row: each.row, data }] : [];
  });
  if (changed.length === 0 && writtenAt === null && leave === null) return;
  await run.claim.lease.transaction(async (tx) => {
    await lockVariants(tx, run.listing, [run.listing.supplierProductId]);
    for (const { row, data } of changed) await saveRow(tx, row, data);
    await recordChanges(run, tx, changed);
    if (writtenAt !== null) await updateListing(run, tx, { writtenAt });
    await requestStockReconcile(
      tx,
      shopId,
      changed.flatMap(({ row, data }) => (data.salesHeldAt === undefined ? [] : [row.id])),
    );
    if (leave?.kind !== "asks") await settleRunItems(run, tx);
  });
}

type ChangedVariant = { readonly row: ListedVariant; readonly data: RowChange };

/** Prices that stand since this look: ours that followed, and the merchant's own. */
async function recordChanges(
  { ctx, listing }: ListingSync,
  tx: Prisma.TransactionClient,
  changed: readonly ChangedVariant[],
): Promise<void> {
  const about = { listingId: listing.id, title: listing.title, at: ctx.clock.now() };
  const movesOf = (field: "pricePkr" | "pushedPricePkr") =>
    changed.flatMap(({ row: { title, [field]: fromPkr }, data: { [field]: toPkr } }) =>
      fromPkr === null || toPkr === undefined ? [] : [{ title, fromPkr, toPkr }],
    );
  const ours = { actor: "karwan", code: "price_followed", moves: movesOf("pushedPricePkr") } as const;
  const theirs = { actor: "shopify", code: "price_edited", moves: movesOf("pricePkr") } as const;
  await recordPrices(tx, ctx.shop.id, { ...about, ...ours });
  await recordPrices(tx, ctx.shop.id, { ...about, ...theirs });
}

/** Events that came meanwhile are answered by the next run. */
async function saveRow(tx: Prisma.TransactionClient, row: ListedVariant, data: RowChange): Promise<void> {
  const { shopId, id, wholesalePkr, minResalePkr, suggestedPkr } = row;
  const costs = { components: { some: { wholesalePkr, minResalePkr } } };
  const asDecided = { shopId, id, suggestedPkr, item: costs };
  const { count } = await tx.listingVariant.updateMany({ where: asDecided, data });
  const { costDueAt: _, salesHeldAt: __, ...pushed } = data;
  if (count > 0 || Object.keys(pushed).length === 0) return;
  await tx.listingVariant.updateMany({ where: { shopId, id }, data: pushed });
}

async function settleRunItems({ ctx, listing }: ListingSync, tx: Prisma.TransactionClient): Promise<void> {
  const shopId = ctx.shop.id;
  const now = ctx.clock.now();
  await tx.priceChange.updateMany({
    where: {
      ...{ shopId, state: "waiting", run: { kind: "news_prices", state: "running" } },
      listingVariantId: { in: listing.variants.map(({ id }) => id) },
    },
    data: { state: "done", settledAt: now },
  });
  await settleItem(tx, { shopId, listingId: listing.id, change: "news_prices" }, now);
}

type RowChange = {
  pricePkr?: Rupees;
  compareAtPkr?: Rupees | null;
  pushedPricePkr?: Rupees;
  pushedCostPkr?: Rupees;
  costDueAt?: null;
  salesHeldAt?: Date | null;
};

/** What a variant's row says after the write; only what differs. */
function toRow(
  run: ListingSync,
  { row, current, decision }: DecidedPrice,
  leave: ChangePermission | null,
): RowChange {
  const stays = decision.becomesLocked || isTheirs(run, row);
  const waits = leave?.kind === "asks" && row.costDueAt !== null;
  const crossedOut = current.compareAtPrice === null ? null : wholeRupees(current.compareAtPrice);
  const writesCompareAt = decision.writesPrice && decision.compareAtPkr !== crossedOut;
  const stands = decision.writesPrice ? decision.pricePkr : wholeRupees(current.price);
  return {
    // Pages show what stands, also where it is the merchant's.
    ...(stays && stands !== null && stands !== row.pricePkr ? { pricePkr: stands } : {}),
    ...(!stays && stands !== null && stands === decision.pricePkr && stands !== row.pushedPricePkr
      ? { pushedPricePkr: stands }
      : {}),
    ...(writesCompareAt ? { compareAtPkr: decision.compareAtPkr } : {}),
    ...(!waits && row.wholesalePkr !== row.pushedCostPkr ? { pushedCostPkr: row.wholesalePkr } : {}),
    ...(!waits && row.costDueAt !== null ? { costDueAt: null } : {}),
    ...(!waits && decision.holdsSales !== (row.salesHeldAt !== null)
      ? { salesHeldAt: decision.holdsSales ? run.ctx.clock.now() : null }
      : {}),
  };
}
