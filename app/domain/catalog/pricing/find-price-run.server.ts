import type { Prisma } from "@prisma/client";
import { z } from "zod";
import type { BulkRunKind } from "#app/domain/bulk-actions/bulk-subject.ts";
import { countItems } from "#app/domain/bulk-actions/count-items.server.ts";
import {
  findRunOfKind,
  type PositionPage,
  pageOfPositions,
  toPositionPage,
} from "#app/domain/bulk-actions/find-bulk-run.server.ts";
import type { ItemState } from "#app/domain/bulk-actions/item-state.ts";
import type { BulkRunState } from "#app/domain/bulk-actions/run-state.ts";
import type { PriceChangeState } from "#app/domain/catalog/pricing/price-change-state.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { type CostsOfDay, projectionThen, readCostsOfDay } from "#app/domain/policy/pricing/costs-of-day.ts";
import { policyOf } from "#app/domain/policy/pricing/listing-policy.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import type { MarginProjection } from "#app/domain/policy/pricing/margin.ts";
import type { RaisedTo } from "#app/domain/policy/pricing/price-rule.ts";
import { type PriceRule, parsePriceRule } from "#app/domain/policy/pricing/price-rule.ts";
import type { BulkRunId, ListingId } from "#app/platform/ids.ts";
import { changeRunKinds } from "./price-run-kinds.ts";
import type { ChangeGuardFigures } from "./require-approval.server.ts";

export const priceViews = ["all", "raised", "stays"] as const;
export type PriceView = (typeof priceViews)[number];

type PriceRow = {
  readonly id: string;
  readonly listingId: ListingId;
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
  readonly before: MarginProjection | null;
  readonly after: MarginProjection | null;
};

/** A listing of a run that changes no prices. */
type ListingOfRun = {
  readonly id: ListingId;
  readonly title: string;
  readonly state: ItemState;
  readonly reason: string | null;
};

export type PriceRunOnPage = {
  readonly id: BulkRunId;
  readonly kind: BulkRunKind;
  readonly state: BulkRunState;
  readonly by: string;
  readonly startedAt: Date;
  /** Of listings that ran out of stock: it asked first. */
  readonly guard: ChangeGuardFigures | null;
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
const guardOfRun = z.object({ changing: z.number(), of: z.number(), percent: z.number() });

type PriceRunQuery = { readonly runId: BulkRunId; readonly after: number; readonly view: PriceView };

/** A run of prices, with every price it changes or would change; null when this shop has no such run. */
export async function findPriceRun(ctx: ShopContext, asked: PriceRunQuery): Promise<PriceRunOnPage | null> {
  const shopId = ctx.shop.id;
  const { runId } = asked;
  const found = await findRunOfKind(ctx, changeRunKinds, runId);
  if (!found) return null;
  const { run } = found;
  const ofRun = { shopId, runId };
  const [counts, listings, rows, concerned, toDraft] = await Promise.all([
    ctx.db.priceChange.groupBy({ by: ["state"], where: ofRun, _count: { _all: true, raisedTo: true } }),
    countItems(ctx, run),
    listRows(ctx, asked),
    listConcerned(ctx, asked),
    run.guard !== null && run.state === "asking" ? countToDraft(ctx, runId) : 0,
  ]);
  const prices = total(counts);
  const raised = counts.reduce((sum, { _count }) => sum + _count.raisedTo, 0);
  const { rule, unchanged } = paramsOfRun.parse(run.params);
  const canUndo = run.undoUntil !== null && run.undoneAt === null && run.undoUntil > ctx.clock.now();
  return {
    ...{ id: run.id, kind: run.kind, state: run.state, by: run.by, startedAt: run.createdAt },
    guard: run.guard === null ? null : guardOfRun.parse(run.guard),
    toDraft,
    rule: rule === undefined ? null : parsePriceRule(rule),
    ...{ prices, done: total(counts, "done"), refused: total(counts, "refused"), raised, unchanged },
    listings: { total: listings.total, settled: listings.settled },
    undoUntil: canUndo && (run.state === "done" || run.state === "stopped") ? run.undoUntil : null,
    undoneAt: run.undoneAt,
    rows: rows.rows.map(toRow),
    concerned: prices > 0 ? [] : concerned.rows.flatMap(toConcerned),
    next: prices > 0 ? rows.next : concerned.next,
    asOf: ctx.clock.now(),
  };
}

type Counted = readonly { readonly state: PriceChangeState; readonly _count: { readonly _all: number } }[];

function total(counted: Counted, state?: PriceChangeState): number {
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

async function listRows(
  { shop, db }: ShopContext,
  { runId, after, view }: PriceRunQuery,
): Promise<PositionPage<PriceChangePayload>> {
  const found = await db.priceChange.findMany({
    where: { shopId: shop.id, runId, position: { gt: after }, ...OF_VIEW[view] },
    ...pageOfPositions,
    include: withListing,
  });
  return toPositionPage(found);
}

const withTitle = { listing: { select: { title: true } } } as const satisfies Prisma.BulkItemInclude;

type ConcernedItem = Prisma.BulkItemGetPayload<{ include: typeof withTitle }>;

async function listConcerned(
  { shop, db }: ShopContext,
  { runId, after }: PriceRunQuery,
): Promise<PositionPage<ConcernedItem>> {
  const found = await db.bulkItem.findMany({
    where: { shopId: shop.id, runId, position: { gt: after } },
    ...pageOfPositions,
    include: withTitle,
  });
  return toPositionPage(found);
}

/** Those still at quantity 0, by the policies in force now, as the step that makes them drafts judges. */
async function countToDraft(ctx: ShopContext, runId: BulkRunId): Promise<number> {
  const [settings, items] = await Promise.all([
    loadListingSettings(ctx),
    ctx.db.bulkItem.findMany({
      where: { shopId: ctx.shop.id, runId, listing: { takenOut: "quantity" } },
      select: { listing: { select: { policy: true } } },
    }),
  ]);
  const isDraft = (policy: Prisma.JsonValue) => policyOf(settings, policy).whenOutOfStock === "draft";
  return items.filter(({ listing }) => listing && isDraft(listing.policy)).length;
}

function toConcerned({ listingId: id, listing, state, reason }: ConcernedItem): readonly ListingOfRun[] {
  return id && listing ? [{ id, title: listing.title, state, reason }] : [];
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
    ...{ before: projectionThen(costs, row.fromPkr), after: projectionThen(costs, row.toPkr) },
  };
}
