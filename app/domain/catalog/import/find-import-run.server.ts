import type { BulkItem, BulkRun, Prisma } from "@prisma/client";
import { countItems } from "#app/domain/bulk-actions/count-items.server.ts";
import { type BulkRunQuery, findBulkRun } from "#app/domain/bulk-actions/find-bulk-run.server.ts";
import type { ItemState } from "#app/domain/bulk-actions/item-state.ts";
import type { BulkRunState } from "#app/domain/bulk-actions/run-state.ts";
import type { ImportStep } from "#app/domain/catalog/listings/listing-state.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { BulkRunId, ListingId, ProductGid } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { type Visibility, visibilityOf } from "../channels/visibility.ts";

export type ImportRow = {
  readonly listingId: ListingId;
  readonly title: string;
  readonly imageUrl: string | null;
  /** waiting · working · done · refused */
  readonly state: "waiting" | "working" | "done" | "refused";
  /** Where one being worked on stands. */
  readonly step: ImportStep;
  readonly reason: string | null;
  readonly productGid: ProductGid | null;
  /** Where customers see it, once it is imported. */
  readonly visibility: Visibility;
};

/** How far a run is. */
export type ImportSum = {
  readonly id: BulkRunId;
  /** running · stopping (what has begun goes on) · stopped · done */
  readonly state: "running" | "stopping" | "stopped" | "done";
  /** What stopped it, if it was not a person. */
  readonly stoppedBy: string | null;
  readonly total: number;
  readonly done: number;
  readonly refused: number;
  /** Those imported that customers do not see, as far as is known; and those of them that are on no channel. */
  readonly unseen: number;
  readonly unpublished: number;
  /** Products chosen that were in the store already. */
  readonly inStore: number;
};

export type ImportRunOnPage = ImportSum & {
  readonly mode: Mode | null;
  readonly startedAt: Date;
  readonly rows: readonly ImportRow[];
  readonly next: number | null;
  readonly asOf: Date;
};

const shown = {
  id: true,
  title: true,
  imageUrl: true,
  step: true,
  state: true,
  productGid: true,
  productStatus: true,
  publishedOn: true,
  supplierProductId: true,
} as const satisfies Prisma.ListingSelect;

type ShownListing = Prisma.ListingGetPayload<{ select: typeof shown }>;

/** A run of imports with what became of each product; null when this shop has no such run. */
export async function findImportRun(
  ctx: Pick<ShopContext, "shop" | "db" | "clock" | "crypto">,
  query: BulkRunQuery,
): Promise<ImportRunOnPage | null> {
  const page = await findBulkRun(ctx, IMPORT, query);
  if (!page) return null;
  const { run, rows, next } = page;
  const [sum, listings] = await Promise.all([sumUp(ctx, run), listShown(ctx, rows)]);
  return {
    ...sum,
    ...{ mode: run.mode, startedAt: run.createdAt },
    rows: rows.flatMap((item) => {
      const listing = listings.find(({ id }) => id === item.listingId);
      return listing ? [toRow(item, listing)] : [];
    }),
    next,
    asOf: ctx.clock.now(),
  };
}

const IMPORT = ["import"] as const;

function listShown(
  { shop, db }: Pick<ShopContext, "shop" | "db">,
  items: readonly BulkItem[],
): Promise<readonly ShownListing[]> {
  const ids = items.flatMap(({ listingId }) => listingId ?? []);
  return db.listing.findMany({ where: { shopId: shop.id, id: { in: ids } }, select: shown });
}

async function sumUp({ db }: Pick<ShopContext, "db">, run: BulkRun): Promise<ImportSum> {
  const where = { shopId: run.shopId, runId: run.id };
  const [counts, unpublished, hidden] = await Promise.all([
    countItems({ db }, run),
    db.bulkItem.count({
      where: { ...where, listing: { ...shownAs("ACTIVE", "UNLISTED"), publishedOn: { equals: [] } } },
    }),
    db.bulkItem.count({ where: { ...where, listing: shownAs("DRAFT", "ARCHIVED") } }),
  ]);
  const { total, done, refused, begun } = counts;
  const { stoppedBy, inStore } = readParams(run.params);
  return {
    id: run.id,
    state: stateOf(run, begun > 0),
    stoppedBy,
    total,
    done,
    refused,
    ...{ unseen: unpublished + hidden, unpublished },
    inStore,
  };
}

function shownAs(...statuses: readonly string[]) {
  return { state: "ready" as const, productStatus: { in: [...statuses] } };
}

function stateOf({ state }: { readonly state: BulkRunState }, isMoving: boolean): ImportSum["state"] {
  if (state === "stopped") return isMoving ? "stopping" : "stopped";
  return state === "done" ? "done" : "running";
}

function readParams(params: Prisma.JsonValue) {
  const kept = typeof params === "object" && params !== null && !Array.isArray(params) ? params : {};
  return {
    inStore: typeof kept.inStore === "number" ? kept.inStore : 0,
    stoppedBy: typeof kept.stoppedBy === "string" ? kept.stoppedBy : null,
  };
}

/** What a later press brought into the store counts, whatever was said of it in this run. */
function toRow(item: BulkItem, listing: ShownListing): ImportRow {
  const state = listing.state === "ready" ? "done" : toState(item.state);
  return {
    listingId: listing.id,
    title: listing.title || listing.supplierProductId,
    imageUrl: listing.imageUrl,
    state,
    step: listing.step,
    reason: state === "refused" ? item.reason : null,
    productGid: listing.productGid,
    visibility: visibilityOf(listing),
  };
}

function toState(state: ItemState): ImportRow["state"] {
  return state === "begun" ? "working" : state;
}

const A_DAY_MS = 24 * 60 * 60 * 1000;

/** The newest run of imports that is under way, else the newest that ended in the last 24 hours; null for neither. */
export async function findLatestImport(
  ctx: Pick<ShopContext, "shop" | "db" | "clock">,
): Promise<ImportSum | null> {
  const where = { shopId: ctx.shop.id, kind: "import" as const };
  const orderBy = { createdAt: "desc" } as const;
  const since = new Date(ctx.clock.now().getTime() - A_DAY_MS);
  const run =
    (await ctx.db.bulkRun.findFirst({ where: { ...where, finishedAt: null }, orderBy })) ??
    (await ctx.db.bulkRun.findFirst({ where: { ...where, finishedAt: { gte: since } }, orderBy }));
  return run === null ? null : sumUp(ctx, run);
}
