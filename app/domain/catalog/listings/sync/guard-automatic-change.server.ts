import type { Prisma, BulkRun as RunRow } from "@prisma/client";
import { openAttention, resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import {
  requestListingReconcile,
  toListingWork,
} from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { exceedsChangeGuard } from "#app/domain/policy/pricing/exceeds-change-guard.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { BulkRunId, ListingId, ShopId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";

/** What changes by itself, one listing at a time: prices, and what is taken out of sale. */
export type GuardedChange = "news_prices" | "news_out";

/** What the issue of a stop is about: one of each change and mode. */
export function guardedThingId(change: GuardedChange, mode: Mode | null): string {
  return `brake/${change}/${mode}`;
}

/** Events trickle in: whatever comes within this time counts together. */
const WINDOW_MS = 60 * 60_000;

export type ChangePermission = { readonly kind: "go"; readonly runId: BulkRunId } | { readonly kind: "asks" };

type GuardedChangeInput = {
  readonly listingId: ListingId;
  readonly mode: Mode;
  readonly change: GuardedChange;
  readonly changeGuardPercent: number;
};

/**
 * Whether one more listing may be changed by itself. The listings changed within an hour are counted together; the first
 * one beyond the shop's percentage stops them all, and a person is asked once (R30). Call inside the transaction that
 * intends the change: the count is locked until it commits.
 */
export async function guardAutomaticChange(
  ctx: Pick<ShopContext, "shop" | "clock">,
  tx: Prisma.TransactionClient,
  asked: GuardedChangeInput,
): Promise<ChangePermission> {
  const shopId = ctx.shop.id;
  await tx.$queryRaw`select pg_advisory_xact_lock(hashtextextended(${`${asked.change}/${shopId}`}, 0))::text`;
  const run = await findRun(ctx, tx, asked);
  await addItem(tx, run, asked.listingId);
  if (run.state === "asking") return { kind: "asks" };
  if (isAnswered(run)) return { kind: "go", runId: run.id };
  const changing = await tx.bulkItem.count({ where: { shopId, runId: run.id } });
  const of = await tx.listing.count({ where: { shopId, mode: asked.mode, state: "ready" } });
  const guard = { changing, of, percent: asked.changeGuardPercent };
  if (!exceedsChangeGuard(guard)) return { kind: "go", runId: run.id };
  await requireApproval(ctx, tx, { run, change: asked.change }, guard);
  return { kind: "asks" };
}

async function findRun(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  tx: Prisma.TransactionClient,
  { change, mode }: GuardedChangeInput,
): Promise<RunRow> {
  const since = new Date(clock.now().getTime() - WINDOW_MS);
  const found = await tx.bulkRun.findFirst({
    where: {
      ...{ shopId: shop.id, kind: change, mode },
      OR: [{ state: "asking" }, { state: "running", createdAt: { gt: since } }],
    },
    orderBy: { createdAt: "desc" },
  });
  const data = { shopId: shop.id, mode, kind: change, by: "karwan", createdAt: clock.now() };
  return found ?? tx.bulkRun.create({ data });
}

async function addItem(tx: Prisma.TransactionClient, run: RunRow, listingId: ListingId): Promise<void> {
  const { shopId, id: runId } = run;
  const position = await tx.bulkItem.count({ where: { shopId, runId } });
  await tx.bulkItem.createMany({
    data: [{ shopId, runId, listingId, position }],
    skipDuplicates: true,
  });
}

function isAnswered({ guard }: RunRow): boolean {
  return typeof guard === "object" && guard !== null && "answeredBy" in guard;
}

async function requireApproval(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  tx: Prisma.TransactionClient,
  { run, change }: { readonly run: RunRow; readonly change: GuardedChange },
  guard: Prisma.InputJsonObject,
): Promise<void> {
  const shopId = shop.id;
  await tx.bulkRun.update({
    where: { shopId_id: { shopId, id: run.id } },
    data: { state: "asking", guard },
  });
  const issue = { thing: "shop", thingId: guardedThingId(change, run.mode), code: change } as const;
  await openAttention(tx, { shopId, now: clock.now() }, { ...issue, params: guard });
  const fact = { thing: "shop", thingId: shopId, actor: "karwan", code: "sync_stopped" } as const;
  await recordFact(tx, shopId, { ...fact, params: { ...guard, change }, at: clock.now() });
}

export type ChangeGuardAnswer = {
  readonly runId: BulkRunId;
  readonly answer: "go" | "stop";
  readonly by: string;
};

/**
 * *Go on*, or *Leave as it is*. Going on lets the rest of that hour through without asking again; leaving drops the
 * changes that waited. False when it was answered already.
 */
export async function answerChangeGuard(
  ctx: Pick<ShopContext, "shop" | "db" | "clock" | "wake">,
  { runId, answer, by }: ChangeGuardAnswer,
): Promise<boolean> {
  const shopId = ctx.shop.id;
  const now = ctx.clock.now();
  const listingIds = await ctx.db.$transaction(async (tx) => {
    const run = await tx.bulkRun.findUnique({ where: { shopId_id: { shopId, id: runId } } });
    if (run?.state !== "asking" || (run.kind !== "news_prices" && run.kind !== "news_out")) return null;
    const waiting = await tx.bulkItem.findMany({ where: { shopId, runId, state: "waiting" } });
    const ids = waiting.flatMap(({ listingId }) => listingId ?? []);
    const guard = { ...Object(run.guard), answeredBy: by };
    const isGoing = answer === "go";
    await tx.bulkRun.update({
      where: { shopId_id: { shopId, id: runId } },
      // The hour begins anew, so that what waited is still of this run.
      data: isGoing
        ? { state: "running", guard, createdAt: now }
        : { state: "stopped", guard, finishedAt: now },
    });
    if (!isGoing) await dropWaiting(tx, run, ids, now);
    const subject = { thing: "shop", thingId: guardedThingId(run.kind, run.mode) } as const;
    await resolveAttention(tx, { shopId, now }, subject, { by });
    const fact = { thing: "shop", thingId: shopId, actor: "person", by, code: "sync_answered" } as const;
    await recordFact(tx, shopId, { ...fact, params: { change: run.kind, answer }, at: now });
    return isGoing ? requestListingReconcile(tx, shopId, ids) : [];
  });
  if (listingIds === null) return false;
  await ctx.wake(toListingWork(listingIds));
  return true;
}

async function dropWaiting(
  tx: Prisma.TransactionClient,
  run: RunRow,
  listingIds: readonly ListingId[],
  now: Date,
): Promise<void> {
  const { shopId, id: runId, kind } = run;
  await tx.bulkItem.updateMany({
    where: { shopId, runId, state: "waiting" },
    data: { state: "refused", reason: "Left as it is" },
  });
  if (kind === "news_out") {
    // Left in the store, sold out: nothing hides it any more, and it sells again once it is offered.
    await tx.listing.updateMany({
      where: { shopId, id: { in: [...listingIds] }, offered: false, takenOut: null },
      data: { takenOut: "quantity", takenOutFor: "removed", takenOutAt: now },
    });
    return;
  }
  await tx.listingVariant.updateMany({
    where: { shopId, listingId: { in: [...listingIds] } },
    data: { costDueAt: null },
  });
}

/** What a listing was given leave for is done. */
export async function settleItem(
  tx: Prisma.TransactionClient,
  {
    shopId,
    listingId,
    change,
  }: { readonly shopId: ShopId; readonly listingId: ListingId; readonly change: GuardedChange },
  now: Date,
): Promise<void> {
  await tx.bulkItem.updateMany({
    where: { shopId, listingId, state: "waiting", run: { kind: change, state: "running" } },
    data: { state: "done", settledAt: now },
  });
}

/** So many of the listings that wait are named. */
const NAMED = 10;

/** What waits for a person: which changes stopped, how many listings they would be, and the first of them. */
export async function listAskingSyncs({ shop, db }: Pick<ShopContext, "shop" | "db">) {
  const rows = await db.bulkRun.findMany({
    where: { shopId: shop.id, state: "asking", kind: { in: ["news_prices", "news_out"] } },
    include: {
      _count: { select: { items: { where: { state: "waiting" } } } },
      items: {
        where: { state: "waiting" },
        orderBy: { position: "asc" },
        take: NAMED,
        select: { listing: { select: { id: true, title: true } } },
      },
    },
  });
  return rows.map(({ id, kind, createdAt, items, _count }) => ({
    ...{ id, kind, createdAt, waiting: _count.items },
    listings: items.flatMap(({ listing }) => listing ?? []),
  }));
}
