import type { ListedVariant, Prisma } from "@prisma/client";
import { priceLock } from "#app/domain/catalog/listings/locks/listing-locks.ts";
import {
  type ListingSync,
  lockFields,
  variantIn,
} from "#app/domain/catalog/listings/run/listing-sync.server.ts";
import { ruledPrice } from "#app/domain/catalog/pricing/plan-price-change.ts";
import { wholeRupees } from "#app/domain/policy/pricing/whole-rupees.ts";
import { AppError } from "#app/platform/errors.ts";
import type { BulkRunId } from "#app/platform/ids.ts";
import type { ShopifyVariant } from "#app/shopify/operations/products/to-shopify-product.ts";
import { updateVariants, type VariantChange } from "#app/shopify/operations/products/update-variants.ts";
import { type ChangePermission, guardAutomaticChange } from "./guard-automatic-change.server.ts";
import { type PriceDecision, planPriceSync } from "./plan-price-sync.ts";
import { type DecidedPrice, isTheirs, saveSyncedPrices } from "./save-synced-prices.server.ts";

const CHANGES_PER_WRITE = 250;

export type SyncedPrices = {
  readonly prices: readonly DecidedPrice[];
  /** A person asked for the rule's price, and it stands, or one of their own does: nothing more is asked of them. */
  readonly isRuled: boolean;
};

/**
 * Brings cost and price of each variant up to date, by the listing's policy. What is meant to stand is committed before it
 * is written, so that a run that dies is told from an edit of the merchant's.
 */
export async function syncPrices(run: ListingSync): Promise<SyncedPrices> {
  const decided = await decideAll(run);
  const leave = await intend(run, decided);
  const allowed = leave?.kind === "asks" ? decided.map(withoutRepricing) : decided;
  const changes = allowed.flatMap(toChange);
  let writtenAt: Date | null = null;
  for (let at = 0; at < changes.length; at += CHANGES_PER_WRITE) {
    await run.claim.lease.assertHeld();
    const variants = changes.slice(at, at + CHANGES_PER_WRITE);
    writtenAt = await updateVariants(run.ctx.admin, { productId: run.product.id, variants });
  }
  await saveSyncedPrices(run, allowed, { leave, writtenAt });
  const isRuled = leave?.kind !== "asks" && decided.some(({ row }) => isWanted(run, row));
  return { prices: allowed, isRuled };
}

async function decideAll(run: ListingSync): Promise<readonly DecidedPrice[]> {
  const { listing, product, policy, terms } = run;
  const underWay = await listUnderWay(run);
  return listing.variants.flatMap((row) => {
    const current = variantIn(product, row);
    if (current === null) return [];
    const ruled = ruledPrice(policy.priceRule, row, { shippingPkr: listing.shippingPkr, terms });
    const decision = decide(run, { row, current, ruled }, underWay.get(row.id) ?? []);
    return [{ row, current, decision, costs: ruled.costs }];
  });
}

/** Prices that a run of the merchant's is about to write, or has written and not yet kept. */
async function listUnderWay({ ctx, listing }: ListingSync): Promise<ReadonlyMap<string, readonly number[]>> {
  const rows = await ctx.db.priceChange.findMany({
    where: {
      ...{ shopId: ctx.shop.id, state: "waiting" },
      listingVariantId: { in: listing.variants.map(({ id }) => id) },
      run: { state: "running" },
    },
    select: { listingVariantId: true, toPkr: true },
  });
  const byVariant = Map.groupBy(rows, ({ listingVariantId }) => listingVariantId);
  return new Map([...byVariant].map(([id, changes]) => [id, changes.map(({ toPkr }) => toPkr)]));
}

type RuledRow = {
  readonly row: ListedVariant;
  readonly current: ShopifyVariant;
  readonly ruled: ReturnType<typeof ruledPrice>;
};

function decide(
  run: ListingSync,
  { row, current, ruled }: RuledRow,
  underWay: readonly number[],
): PriceDecision {
  const { policy } = run;
  const byRule = isWanted(run, row);
  const decision = planPriceSync({
    variant: { ...row, isDue: row.costDueAt !== null || byRule, isLocked: isTheirs(run, row) },
    current: {
      pricePkr: wholeRupees(current.price),
      compareAtPkr: current.compareAtPrice === null ? null : wholeRupees(current.compareAtPrice),
      costPkr: current.cost === null ? null : wholeRupees(current.cost),
    },
    ruled,
    policy: byRule ? "rule" : policy.whenCostChanges,
    underWay,
  });
  return run.keepsCost ? decision : { ...decision, writesCost: false };
}

/** Given back by a person, or asked for: by the rule, this once. */
function isWanted({ written }: ListingSync, row: ListedVariant): boolean {
  return written?.wanted?.includes(priceLock(row)) === true;
}

/** Commits what is about to be written, with what was found to be the merchant's; null when no price changes. */
async function intend(run: ListingSync, decided: readonly DecidedPrice[]): Promise<ChangePermission | null> {
  const { ctx, listing, settings } = run;
  const repriced = decided.filter(isRepriced);
  const locked = decided.filter(({ decision }) => decision.becomesLocked).map(({ row }) => priceLock(row));
  if (repriced.length === 0 && locked.length === 0) return null;
  return run.claim.lease.transaction(async (tx) => {
    await lockFields(run, tx, locked);
    if (repriced.length === 0) return null;
    const { id: listingId, mode } = listing;
    const { changeGuardPercent } = settings;
    const leave = await guardAutomaticChange(ctx, tx, {
      listingId,
      mode,
      change: "news_prices",
      changeGuardPercent,
    });
    if (leave.kind === "go") await intendPrices(tx, run, repriced, leave.runId);
    return leave;
  });
}

function isRepriced({ row, decision }: DecidedPrice): boolean {
  return decision.writesPrice && decision.pricePkr !== row.pricePkr;
}

async function intendPrices(
  tx: Prisma.TransactionClient,
  { ctx }: ListingSync,
  repriced: readonly DecidedPrice[],
  runId: BulkRunId,
): Promise<void> {
  const shopId = ctx.shop.id;
  for (const { row, current, decision, costs } of repriced) {
    const { count } = await tx.listingVariant.updateMany({
      // As it was decided on: a price the merchant fixed meanwhile stays.
      where: { shopId, id: row.id, pricePkr: row.pricePkr, fixedPricePkr: row.fixedPricePkr },
      data: {
        pricePkr: decision.pricePkr,
        compareAtPkr: decision.compareAtPkr,
        // What stood and what it cost until now, for deciding the same again should this run die.
        pushedPricePkr: row.pushedPricePkr ?? wholeRupees(current.price),
        pushedCostPkr: row.pushedCostPkr ?? (current.cost === null ? null : wholeRupees(current.cost)),
      },
    });
    if (count === 0) throw new AppError("price_moved", "A price changed meanwhile", { retryable: true });
    const prices = {
      ...{ fromPkr: row.pricePkr, toPkr: decision.pricePkr },
      ...{ fromCompareAtPkr: row.compareAtPkr, toCompareAtPkr: decision.compareAtPkr },
      costs,
    };
    await tx.priceChange.upsert({
      where: { shopId_runId_listingVariantId: { shopId, runId, listingVariantId: row.id } },
      create: { shopId, runId, listingVariantId: row.id, ...prices },
      update: { toPkr: prices.toPkr, toCompareAtPkr: prices.toCompareAtPkr, costs, state: "waiting" },
    });
  }
}

function withoutRepricing(decided: DecidedPrice): DecidedPrice {
  if (!isRepriced(decided)) return decided;
  return {
    ...decided,
    decision: { ...decided.decision, writesPrice: false, pricePkr: decided.row.pricePkr },
  };
}

function toChange({ row, current, decision }: DecidedPrice): VariantChange[] {
  const { writesPrice, writesCost, pricePkr, compareAtPkr } = decision;
  if (!writesPrice && !writesCost) return [];
  const compareAtNow = current.compareAtPrice === null ? null : wholeRupees(current.compareAtPrice);
  return [
    {
      id: current.id,
      ...(writesPrice ? { pricePkr } : {}),
      ...(writesPrice && compareAtPkr !== compareAtNow ? { compareAtPkr } : {}),
      ...(writesCost ? { costPkr: row.wholesalePkr } : {}),
    },
  ];
}
