import { type BulkRunQuery, findBulkRun } from "#app/domain/bulk-actions/find-bulk-run.server.ts";
import type { ItemState } from "#app/domain/bulk-actions/item-state.ts";
import {
  type ListingRow,
  loadListingRows,
} from "#app/domain/catalog/listings/list/load-listing-rows.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { BulkRunId } from "#app/platform/ids.ts";
import { type ListingAction, listingActions } from "./listing-actions.ts";

type RunRow = {
  readonly listing: ListingRow;
  readonly state: ItemState;
  /** Why not. */
  readonly reason: string | null;
};

export type ListingsRun = {
  readonly id: BulkRunId;
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

/** One press on many listings with what became of each; null when this shop has no such run. */
export async function findListingsRun(ctx: ShopContext, query: BulkRunQuery): Promise<ListingsRun | null> {
  const page = await findBulkRun(ctx, listingActions, query);
  if (!page) return null;
  const { run, kind: action, counts, next } = page;
  const { total, done, refused } = counts;
  const listings = await loadListingRows(
    ctx,
    page.rows.flatMap(({ listingId }) => listingId ?? []),
  );
  const byId = new Map(listings.map((listing) => [listing.id, listing]));
  return {
    id: run.id,
    action,
    by: run.by,
    startedAt: run.createdAt,
    isFinished: run.state !== "running",
    total,
    done,
    refused,
    rows: page.rows.flatMap(({ listingId, state, reason }) => {
      const listing = listingId && byId.get(listingId);
      return listing ? [{ listing, state, reason }] : [];
    }),
    next,
    asOf: ctx.clock.now(),
  };
}
