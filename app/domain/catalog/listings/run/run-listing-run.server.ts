import type { ListingRun, ListingRunItem } from "@prisma/client";
import type { ListingRunKind } from "#app/domain/catalog/listings/run/listing-run-kinds.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { AppError } from "#app/platform/errors.ts";
import { isTransient } from "#app/platform/http/transient-failure.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import type { ClaimedWork } from "#app/platform/queue/work.server.ts";
import type { SubjectOf } from "#app/platform/queue/work-kinds.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { isSupplierError } from "#app/supplier/errors.ts";

/** A run under way, in the hands of the worker that has its lease. */
export type ListingRunScope = {
  readonly ctx: ShopContext;
  readonly claim: ClaimedWork;
  readonly run: ListingRun;
};

/** What came of one listing: done, or refused with the reason as the merchant reads it. */
export type ItemOutcome = { readonly kind: "done" } | { readonly kind: "refused"; readonly reason: string };

/** What a kind of run does. It may be repeated for a listing: a worker that died left it anywhere. */
export type ListingRunStep = {
  /** How many listings are worked on at once. */
  readonly width: number;
  readonly doListing: (running: ListingRunScope, item: ListingRunItem) => Promise<ItemOutcome>;
  /** Once, when every listing is settled. */
  readonly finish?: (running: ListingRunScope) => Promise<void>;
};

/** What each kind of run does with a listing. Some steps belong to rooms above this one, so the table is handed in. */
export type ListingRunSteps = Readonly<Partial<Record<ListingRunKind, ListingRunStep>>>;

/** So many listings, then other work of the lane has its turn. */
const LISTINGS_AT_ONCE = 50;

/**
 * Does a run's listings, a few at a time, each as it stands when its turn comes. What is done is settled listing by listing, so that it may be left, stopped or killed at any moment.
 * @throws AppError when a failure may pass; the run goes on where it stood
 */
export async function runListingRun(
  ctx: ShopContext,
  claim: ClaimedWork,
  { listingRunId }: SubjectOf<"listingRun.continue">,
  steps: ListingRunSteps,
): Promise<WorkResult> {
  const where = { shopId_id: { shopId: ctx.shop.id, id: listingRunId } };
  const run = await ctx.db.listingRun.findUnique({ where });
  const step = run ? steps[run.kind] : undefined;
  if (!run || !step || run.state !== "running") return { kind: "done" };
  const running = { ctx, claim, run };
  for (let done = 0; ; done += step.width) {
    if (done >= LISTINGS_AT_ONCE) return { kind: "requeue", afterMs: 0 };
    const items = await nextItems(running, step.width);
    if (items.length === 0) break;
    if (!(await claim.lease.renew())) return { kind: "done" };
    await Promise.all(items.map((item) => doItem(running, step, item)));
    failpoint("L1");
    const { state } = await ctx.db.listingRun.findUniqueOrThrow({ where, select: { state: true } });
    if (state !== "running") return { kind: "done" };
  }
  await step.finish?.(running);
  await claim.lease.transaction(async (tx) => {
    await tx.listingRun.updateMany({
      where: { shopId: ctx.shop.id, id: run.id, state: "running" },
      data: { state: "done", finishedAt: ctx.clock.now() },
    });
  });
  return { kind: "done" };
}

function nextItems({ ctx, run }: ListingRunScope, take: number): Promise<ListingRunItem[]> {
  return ctx.db.listingRunItem.findMany({
    where: { shopId: ctx.shop.id, runId: run.id, state: { in: ["waiting", "begun"] } },
    orderBy: { position: "asc" },
    take,
  });
}

async function doItem(running: ListingRunScope, step: ListingRunStep, item: ListingRunItem): Promise<void> {
  const outcome = await outcomeOf(running, item, () => step.doListing(running, item));
  const { ctx, claim } = running;
  await claim.lease.transaction((tx) =>
    tx.listingRunItem.updateMany({
      where: { id: item.id, shopId: ctx.shop.id },
      data: {
        state: outcome.kind,
        reason: outcome.kind === "refused" ? outcome.reason : null,
        settledAt: ctx.clock.now(),
      },
    }),
  );
}

/** A refusal of this one listing is its result; what stands in the way of all of them stops the run until it passes. */
async function outcomeOf(
  { ctx, run }: ListingRunScope,
  { listingId }: ListingRunItem,
  doListing: () => Promise<ItemOutcome>,
): Promise<ItemOutcome> {
  try {
    return await doListing();
  } catch (error) {
    if (isShopifyError(error, "user_errors")) {
      return {
        kind: "refused",
        reason: `Shopify refused it: ${error.userErrors[0]?.message ?? error.message}`,
      };
    }
    if (isShopifyError(error, "not_found"))
      return { kind: "refused", reason: "It is not in your store any more." };
    if (isSupplierError(error) && error.kind === "definite") {
      return { kind: "refused", reason: `The supplier refused it: ${error.message}` };
    }
    if (isTransient(error) || error instanceof AppError) throw error;
    // One listing's own trouble must not stand in the way of all behind it.
    const code = error instanceof Error ? error.name : "unknown";
    ctx.log.error({ event: "listing_run_item_failed", runId: run.id, listingId, code });
    return { kind: "refused", reason: "Something went wrong with this listing. It was left as it was." };
  }
}
