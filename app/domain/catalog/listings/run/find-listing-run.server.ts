import {
  type ListingRow,
  loadListingRows,
} from "#app/domain/catalog/listings/list/load-listing-rows.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { RunItemState } from "#app/domain/idempotency/run-item-state.ts";
import { type ListingAction, listingActions } from "./listing-actions.ts";

const PAGE_SIZE = 50;

type RunRow = {
  readonly listing: ListingRow;
  readonly state: RunItemState;
  /** Why not. */
  readonly reason: string | null;
};

export type ListingRunOnPage = {
  readonly id: string;
  readonly action: ListingAction;
  readonly by: string;
  readonly startedAt: Date;
  readonly isFinished: boolean;
  readonly total: number;
  readonly done: number;
  readonly refused: number;
  readonly rows: readonly RunRow[];
  /** Position the next page begins after; null on the last. */
  readonly next: number | null;
  readonly asOf: Date;
};

type ListingRunQuery = { readonly runId: string; readonly after: number; readonly onlyRefused: boolean };

/** One press on many listings with what became of each; null when this shop has no such run. */
export async function findListingRun(
  ctx: ShopContext,
  { runId, after, onlyRefused }: ListingRunQuery,
): Promise<ListingRunOnPage | null> {
  const shopId = ctx.shop.id;
  const run = await ctx.db.listingRun.findUnique({ where: { shopId_id: { shopId, id: runId } } });
  const action = listingActions.find((each) => each === run?.kind);
  if (!run || !action) return null;
  const ofRun = { shopId, runId };
  const [counted, items] = await Promise.all([
    ctx.db.listingRunItem.groupBy({ by: ["state"], where: ofRun, _count: { _all: true } }),
    ctx.db.listingRunItem.findMany({
      where: { ...ofRun, position: { gt: after }, ...(onlyRefused ? { state: "refused" } : {}) },
      orderBy: { position: "asc" },
      take: PAGE_SIZE + 1,
    }),
  ]);
  const count = (...states: RunItemState[]) =>
    counted.filter(({ state }) => states.includes(state)).reduce((sum, { _count }) => sum + _count._all, 0);
  const page = items.slice(0, PAGE_SIZE);
  const listings = await loadListingRows(
    ctx,
    page.map(({ listingId }) => listingId),
  );
  const byId = new Map(listings.map((listing) => [listing.id, listing]));
  return {
    ...{ id: run.id, action, by: run.by, startedAt: run.createdAt },
    isFinished: run.state !== "running",
    total: count("waiting", "begun", "done", "refused"),
    done: count("done"),
    refused: count("refused"),
    rows: page.flatMap(({ listingId, state, reason }) => {
      const listing = byId.get(listingId);
      return listing ? [{ listing, state, reason }] : [];
    }),
    next: items.length > PAGE_SIZE ? (page.at(-1)?.position ?? null) : null,
    asOf: ctx.clock.now(),
  };
}

export type RunningListings = {
  readonly id: string;
  readonly action: ListingAction;
  readonly total: number;
  readonly settled: number;
};

/** The newest press on many listings that is still under way; null when none is. */
export async function findRunningListings(ctx: ShopContext): Promise<RunningListings | null> {
  const shopId = ctx.shop.id;
  const kinds = listingActions.filter((each) => each !== "reprice");
  const run = await ctx.db.listingRun.findFirst({
    where: { shopId, state: "running", kind: { in: kinds } },
    orderBy: { createdAt: "desc" },
  });
  const action = listingActions.find((each) => each === run?.kind);
  if (!run || !action) return null;
  const counted = await ctx.db.listingRunItem.groupBy({
    by: ["state"],
    where: { shopId, runId: run.id },
    _count: { _all: true },
  });
  const sum = (rows: typeof counted) => rows.reduce((total, { _count }) => total + _count._all, 0);
  const settled = counted.filter(({ state }) => state === "done" || state === "refused");
  return { id: run.id, action, total: sum(counted), settled: sum(settled) };
}
