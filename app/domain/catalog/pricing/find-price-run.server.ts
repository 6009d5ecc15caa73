import type { Prisma } from "@prisma/client";
import { z } from "zod";
import type { ListingRunKind, ListingRunState } from "#app/domain/catalog/listings/run/listing-run-kinds.ts";
import type { PriceChangeState } from "#app/domain/catalog/pricing/price-change-state.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { RunItemState } from "#app/domain/idempotency/run-item-state.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { type CostsOfDay, outlookThen, readCostsOfDay } from "#app/domain/policy/pricing/costs-of-day.ts";
import { policyOf } from "#app/domain/policy/pricing/listing-policy.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import type { MarginOutlook } from "#app/domain/policy/pricing/margin.ts";
import type { RaisedTo } from "#app/domain/policy/pricing/price-rule.ts";
import { type PriceRule, parsePriceRule } from "#app/domain/policy/pricing/price-rule.ts";
import type { ChangeGuardFigures } from "./require-approval.server.ts";

const PAGE_SIZE = 50;

export const priceViews = ["all", "raised", "stays"] as const;
export type PriceView = (typeof priceViews)[number];

type PriceRow = {
  readonly id: string;
  readonly listingId: string;
  readonly title: string;
  /** Empty for the only variant of a product. */
  readonly variantTitle: string;
  readonly imageUrl: string | null;
  readonly fromPkr: Rupees;
  readonly toPkr: Rupees;
  readonly fromCompareAtPkr: Rupees | null;
  readonly toCompareAtPkr: Rupees | null;
  readonly raisedTo: RaisedTo | null;
  readonly state: PriceChangeState;
  readonly reason: string | null;
  /** Cost, lowest price allowed, and about what one unit brings at either price, as they were when it was planned. */
  readonly costs: Pick<CostsOfDay, "wholesalePkr" | "floorPkr"> | null;
  readonly before: MarginOutlook | null;
  readonly after: MarginOutlook | null;
};

/** A listing of a run that changes no prices. */
type ListingOfRun = {
  readonly id: string;
  readonly title: string;
  readonly state: RunItemState;
  readonly reason: string | null;
};

export type PriceRunOnPage = {
  readonly id: string;
  readonly kind: ListingRunKind;
  readonly state: ListingRunState;
  readonly by: string;
  readonly startedAt: Date;
  readonly brake: ChangeGuardFigures | null;
  /** Listings without stock that would become drafts, once a person says so. */
  readonly toDraft: number;
  /** The shop's rule it was planned for; null when it brings none. */
  readonly rule: PriceRule | null;
  readonly prices: number;
  readonly done: number;
  readonly refused: number;
  readonly raised: number;
  /** Prices looked at that stay; null when the run did not look. */
  readonly unchanged: number | null;
  readonly listings: { readonly total: number; readonly settled: number };
  /** Until when it can be put back; null when it cannot. */
  readonly undoUntil: Date | null;
  readonly undoneAt: Date | null;
  readonly rows: readonly PriceRow[];
  readonly concerned: readonly ListingOfRun[];
  /** Position the next page begins after; null on the last. */
  readonly next: number | null;
  readonly asOf: Date;
};

const paramsOfRun = z.object({
  rule: z.unknown().optional(),
  unchanged: z.number().nullable().catch(null),
});
const guardOfRun = z.object({
  what: z.enum(["prices", "stock"]),
  changing: z.number(),
  of: z.number(),
  percent: z.number(),
});

type PriceRunQuery = { readonly runId: string; readonly after: number; readonly view: PriceView };

/** A run of prices, with every price it changes or would change; null when this shop has no such run. */
export async function findPriceRun(ctx: ShopContext, asked: PriceRunQuery): Promise<PriceRunOnPage | null> {
  const shopId = ctx.shop.id;
  const { runId } = asked;
  const run = await ctx.db.listingRun.findUnique({ where: { shopId_id: { shopId, id: runId } } });
  if (!run) return null;
  const ofRun = { shopId, runId };
  const [counts, raised, listings, rows, concerned, toDraft] = await Promise.all([
    ctx.db.priceChange.groupBy({ by: ["state"], where: ofRun, _count: { _all: true } }),
    ctx.db.priceChange.count({ where: { ...ofRun, raisedTo: { not: null } } }),
    ctx.db.listingRunItem.groupBy({ by: ["state"], where: ofRun, _count: { _all: true } }),
    listRows(ctx, asked),
    listConcerned(ctx, asked),
    run.brake !== null && run.state === "asking" ? countToDraft(ctx, runId) : 0,
  ]);
  const prices = total(counts);
  const { rule, unchanged } = paramsOfRun.parse(run.params);
  const page = prices > 0 ? rows : concerned;
  const canUndo = run.undoUntil !== null && run.undoneAt === null && run.undoUntil > ctx.clock.now();
  return {
    ...{ id: run.id, kind: run.kind, state: run.state, by: run.by, startedAt: run.createdAt },
    brake: run.brake === null ? null : guardOfRun.parse(run.brake),
    toDraft,
    rule: rule === undefined ? null : parsePriceRule(rule),
    ...{ prices, done: total(counts, "done"), refused: total(counts, "refused"), raised, unchanged },
    listings: { total: total(listings), settled: total(listings, "done") + total(listings, "refused") },
    undoUntil: canUndo && (run.state === "done" || run.state === "stopped") ? run.undoUntil : null,
    undoneAt: run.undoneAt,
    rows: rows.slice(0, PAGE_SIZE).map(toRow),
    concerned: prices > 0 ? [] : concerned.slice(0, PAGE_SIZE).map(toConcerned),
    next: page.length > PAGE_SIZE ? (page[PAGE_SIZE - 1]?.position ?? null) : null,
    asOf: ctx.clock.now(),
  };
}

type Counted = readonly { readonly state: RunItemState; readonly _count: { readonly _all: number } }[];

function total(counted: Counted, state?: RunItemState): number {
  return counted
    .filter((each) => state === undefined || each.state === state)
    .reduce((sum, { _count }) => sum + _count._all, 0);
}

const withListing = {
  listingVariant: { include: { listing: { select: { title: true, imageUrl: true } } } },
} as const satisfies Prisma.PriceChangeInclude;

type PriceChangePayload = Prisma.PriceChangeGetPayload<{ include: typeof withListing }>;

const OF_VIEW: Readonly<Record<PriceView, Prisma.PriceChangeWhereInput>> = {
  all: {},
  raised: { raisedTo: { not: null } },
  stays: { state: "refused" },
};

function listRows(
  { shop, db }: ShopContext,
  { runId, after, view }: PriceRunQuery,
): Promise<PriceChangePayload[]> {
  return db.priceChange.findMany({
    where: { shopId: shop.id, runId, position: { gt: after }, ...OF_VIEW[view] },
    orderBy: { position: "asc" },
    take: PAGE_SIZE + 1,
    include: withListing,
  });
}

function listConcerned({ shop, db }: ShopContext, { runId, after }: PriceRunQuery) {
  return db.listingRunItem.findMany({
    where: { shopId: shop.id, runId, position: { gt: after } },
    orderBy: { position: "asc" },
    take: PAGE_SIZE + 1,
    include: { listing: { select: { title: true } } },
  });
}

/** Those still at quantity 0, by the policies in force now, as the step that makes them drafts judges. */
async function countToDraft(ctx: ShopContext, runId: string): Promise<number> {
  const [settings, items] = await Promise.all([
    loadListingSettings(ctx),
    ctx.db.listingRunItem.findMany({
      where: { shopId: ctx.shop.id, runId, listing: { takenOut: "quantity" } },
      select: { listing: { select: { policy: true } } },
    }),
  ]);
  return items.filter(({ listing }) => policyOf(settings, listing.policy).whenOutOfStock === "draft").length;
}

function toConcerned(item: Awaited<ReturnType<typeof listConcerned>>[number]): ListingOfRun {
  const { listingId: id, listing, state, reason } = item;
  return { id, title: listing.title, state, reason };
}

function toRow(row: PriceChangePayload): PriceRow {
  const { listingVariant: variant } = row;
  const { listing } = variant;
  const costs = readCostsOfDay(row.costs);
  return {
    ...{ id: row.id, listingId: variant.listingId, title: listing.title, variantTitle: variant.title },
    ...{ imageUrl: listing.imageUrl, fromPkr: row.fromPkr, toPkr: row.toPkr },
    ...{ fromCompareAtPkr: row.fromCompareAtPkr, toCompareAtPkr: row.toCompareAtPkr },
    ...{ raisedTo: row.raisedTo, state: row.state, reason: row.reason },
    costs: costs && { wholesalePkr: costs.wholesalePkr, floorPkr: costs.floorPkr },
    ...{ before: outlookThen(costs, row.fromPkr), after: outlookThen(costs, row.toPkr) },
  };
}
