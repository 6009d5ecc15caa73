import type { ListingRun, Prisma } from "@prisma/client";
import type { ImportStep } from "#app/domain/catalog/listings/listing-state.ts";
import type { ListingRunState } from "#app/domain/catalog/listings/run/listing-run-kinds.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { RunItemState } from "#app/domain/idempotency/run-item-state.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { type Visibility, visibilityOf } from "../channels/visibility.ts";

const PAGE_SIZE = 50;

export type ImportRow = {
  readonly listingId: string;
  readonly title: string;
  readonly imageUrl: string | null;
  /** waiting · working · done · refused */
  readonly state: "waiting" | "working" | "done" | "refused";
  /** Where one being worked on stands. */
  readonly step: ImportStep;
  readonly reason: string | null;
  readonly productGid: string | null;
  /** Where customers see it, once it is imported. */
  readonly visibility: Visibility;
};

/** How far a run is. */
export type ImportSum = {
  readonly id: string;
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

type ImportRunQuery = {
  readonly runId: string;
  readonly after: number;
  /** Only what was refused. */
  readonly only: "refused" | null;
};

const shown = {
  listing: {
    select: {
      title: true,
      imageUrl: true,
      step: true,
      state: true,
      productGid: true,
      productStatus: true,
      publishedOn: true,
      supplierProductId: true,
    },
  },
} as const satisfies Prisma.ListingRunItemInclude;

/** A run of imports with what became of each product; null when this shop has no such run. */
export async function findImportRun(
  ctx: Pick<ShopContext, "shop" | "db" | "clock">,
  { runId, after, only }: ImportRunQuery,
): Promise<ImportRunOnPage | null> {
  const shopId = ctx.shop.id;
  const run = await ctx.db.listingRun.findUnique({ where: { shopId_id: { shopId, id: runId } } });
  if (run?.kind !== "import") return null;
  const ofRun = { shopId, runId };
  const [sum, items] = await Promise.all([
    sumUp(ctx, run),
    ctx.db.listingRunItem.findMany({
      where: { ...ofRun, position: { gt: after }, ...(only === null ? {} : { state: only }) },
      orderBy: { position: "asc" },
      take: PAGE_SIZE + 1,
      include: shown,
    }),
  ]);
  const page = items.slice(0, PAGE_SIZE);
  return {
    ...sum,
    ...{ mode: run.mode, startedAt: run.createdAt },
    rows: page.map(toRow),
    next: items.length > PAGE_SIZE ? (page.at(-1)?.position ?? null) : null,
    asOf: ctx.clock.now(),
  };
}

async function sumUp({ db }: Pick<ShopContext, "db">, run: ListingRun): Promise<ImportSum> {
  const where = { shopId: run.shopId, runId: run.id };
  const [counted, unpublished, hidden] = await Promise.all([
    db.listingRunItem.groupBy({ by: ["state"], where, _count: { _all: true } }),
    db.listingRunItem.count({
      where: { ...where, listing: { ...shownAs("ACTIVE", "UNLISTED"), publishedOn: { equals: [] } } },
    }),
    db.listingRunItem.count({ where: { ...where, listing: shownAs("DRAFT", "ARCHIVED") } }),
  ]);
  const count = (...states: RunItemState[]) =>
    counted.filter(({ state }) => states.includes(state)).reduce((sum, { _count }) => sum + _count._all, 0);
  const { stoppedBy, inStore } = readParams(run.params);
  return {
    id: run.id,
    state: stateOf(run, count("begun") > 0),
    stoppedBy,
    total: count("waiting", "begun", "done", "refused"),
    done: count("done"),
    refused: count("refused"),
    ...{ unseen: unpublished + hidden, unpublished },
    inStore,
  };
}

function shownAs(...statuses: readonly string[]) {
  return { state: "ready" as const, productStatus: { in: [...statuses] } };
}

function stateOf({ state }: { readonly state: ListingRunState }, isMoving: boolean): ImportSum["state"] {
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
function toRow({ listing, ...item }: Prisma.ListingRunItemGetPayload<{ include: typeof shown }>): ImportRow {
  const state = listing.state === "ready" ? "done" : toState(item.state);
  return {
    listingId: item.listingId,
    title: listing.title || listing.supplierProductId,
    imageUrl: listing.imageUrl,
    state,
    step: listing.step,
    reason: state === "refused" ? item.reason : null,
    productGid: listing.productGid,
    visibility: visibilityOf(listing),
  };
}

function toState(state: RunItemState): ImportRow["state"] {
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
    (await ctx.db.listingRun.findFirst({ where: { ...where, finishedAt: null }, orderBy })) ??
    (await ctx.db.listingRun.findFirst({ where: { ...where, finishedAt: { gte: since } }, orderBy }));
  return run === null ? null : sumUp(ctx, run);
}
