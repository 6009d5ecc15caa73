import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { openItemStates } from "#app/domain/idempotency/run-item-state.ts";
import type { BulkVerdict } from "#app/domain/orders/commands/bulk-verdict.ts";
import { standingRequests } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import {
  CANCELLED_BEFORE,
  type OrderCommandKind,
  recordCommand,
} from "#app/domain/orders/commands/order-commands.server.ts";
import { payParcel } from "#app/domain/orders/commands/pay-parcel.server.ts";
import { servedCommands } from "#app/domain/orders/commands/registry.server.ts";
import { type BulkAction, bulkActions } from "#app/domain/orders/commands/registry.ts";

import { failpoint } from "#app/platform/process/failpoint.ts";
import { type ClaimedWork, requestReconcile } from "#app/platform/queue/work.server.ts";
import type { SubjectOf } from "#app/platform/queue/work-kinds.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";
import { bulkReasonPlace } from "./bulk-reason-place.ts";
import { evaluateOrders } from "./evaluate-orders.server.ts";

const withOrder = {
  order: { include: { decisions: standingRequests, handoffs: { include: { parcels: true } } } },
} satisfies Prisma.BulkItemInclude;

type Item = Prisma.BulkItemGetPayload<{ include: typeof withOrder }>;
type BulkRunScope = {
  readonly ctx: ShopContext;
  readonly claim: ClaimedWork;
  readonly by: string;
  readonly since: Date;
};

/** So many items, then other work of the lane has its turn. */
const ITEMS_AT_ONCE = 25;

/**
 * Does a run's items one by one, each judged as its order stands then. What is done to an order and what is written
 * about it commit together under the lease, so that a worker that dies in between repeats or loses nothing.
 */
export async function runBulk(
  ctx: ShopContext,
  claim: ClaimedWork,
  { bulkRunId }: SubjectOf<"bulkRun.continue">,
): Promise<WorkResult> {
  const where = { shopId: ctx.shop.id, bulkRunId, state: { in: [...openItemStates] } };
  const run = await ctx.db.bulkRun.findUnique({
    where: { shopId_id: { shopId: ctx.shop.id, id: bulkRunId } },
  });
  const action = bulkActions.find((each) => each === run?.action);
  if (!run || !action || run.finishedAt) return { kind: "done" };
  if (action === "retry" && (await isBeginning(ctx, run.id))) await ctx.supplier?.askProbe();
  for (let done = 0; ; done += 1) {
    if (done === ITEMS_AT_ONCE) return { kind: "requeue", afterMs: 0 };
    const item = await ctx.db.bulkItem.findFirst({ where, include: withOrder, orderBy: { position: "asc" } });
    if (!item) break;
    await doItem({ ctx, claim, by: run.by, since: run.createdAt }, action, item);
    failpoint("B1");
  }
  await claim.lease.transaction((tx) =>
    tx.bulkRun.update({
      where: { shopId_id: { shopId: ctx.shop.id, id: run.id } },
      data: { finishedAt: ctx.clock.now() },
    }),
  );
  return { kind: "done" };
}

/** Nothing of the run is settled: a run that goes on after others had their turn is no other press. */
async function isBeginning({ db, shop }: ShopContext, bulkRunId: string): Promise<boolean> {
  const where = { shopId: shop.id, bulkRunId, settledAt: { not: null } };
  return (await db.bulkItem.count({ where })) === 0;
}

async function doItem(running: BulkRunScope, action: BulkAction, item: Item): Promise<void> {
  const verdict = await evaluateItem(running, action, item);
  const { writes } = servedCommands[action].bulk;
  if (writes === null) return payItem(running, item, verdict);
  await running.claim.lease.transaction(async (tx) => {
    const done = verdict.kind === "press" ? await runItemCommand(running, tx, writes, item) : verdict;
    await settleItem(running, tx, item, done.kind === "refused" ? done.reason : null);
  });
}

async function evaluateItem(
  { ctx, by }: BulkRunScope,
  action: BulkAction,
  { order }: Item,
): Promise<BulkVerdict> {
  const verdicts = await evaluateOrders(ctx, { action, by }, [order]);
  return verdicts.get(order.id) ?? { kind: "refused", reason: "It is not here any more." };
}

async function runItemCommand(
  { ctx, by }: BulkRunScope,
  tx: Prisma.TransactionClient,
  kind: OrderCommandKind,
  { order }: Item,
): Promise<BulkVerdict> {
  // The row of work first, as the order's own run locks it before the order.
  await requestReconcile(tx, [
    { shopId: ctx.shop.id, kind: "order.reconcile", subject: { orderGid: order.orderGid } },
  ]);
  const isApplied = await recordCommand(ctx, tx, { orderId: order.id, kind, by });
  return isApplied ? { kind: "press" } : { kind: "refused", reason: CANCELLED_BEFORE.reason };
}

/**
 * Each payment is an intent of its own, which is never made twice: that paying was begun is written first, so that an
 * order found without a payable parcel afterwards is not called refused. What a lost answer leaves open the row shows.
 */
async function payItem(running: BulkRunScope, item: Item, verdict: BulkVerdict): Promise<void> {
  const { ctx, claim, by } = running;
  if (verdict.kind === "refused") {
    const reason = item.state === "begun" ? null : verdict.reason;
    await claim.lease.transaction((tx) => settleItem(running, tx, item, reason));
    return;
  }
  if (item.state !== "begun" && (await isWalletUsedUp(running))) {
    await claim.lease.transaction((tx) => settleItem(running, tx, item, NOT_TRIED));
    return;
  }
  await claim.lease.transaction((tx) =>
    tx.bulkItem.update({
      where: { id: item.id, shopId: ctx.shop.id },
      data: { state: "begun" },
    }),
  );
  const waiting = item.order.handoffs
    .flatMap((handoff) => handoff.parcels)
    .filter(({ status }) => status === "AWAITING_FUNDS")
    .toSorted((a, b) => timeOf(a.fundsDeadline) - timeOf(b.fundsDeadline));
  const reasons: string[] = [];
  for (const parcel of waiting) {
    const paid = await payParcel(ctx, { parcelId: parcel.id, by });
    if (!paid.ok && paid.why === undefined) reasons.push(paid.reason);
    if (reasons.length > 0 && (await isWalletUsedUp(running))) break;
  }
  await claim.lease.transaction((tx) => settleItem(running, tx, item, reasons[0] ?? null));
}

function timeOf(deadline: Date | null): number {
  return deadline?.getTime() ?? Number.MAX_SAFE_INTEGER;
}

const NOT_TRIED =
  "The wallet did not hold enough for an order with a nearer deadline, so this one was not tried. Top it up, then pay again.";

/** Whether the wallet did not suffice for an order of this run: it would be spent on what is less pressing (R20). */
async function isWalletUsedUp({ ctx, claim, by, since }: BulkRunScope): Promise<boolean> {
  const refused = { state: "refused" as const, outcome: "insufficient_balance" };
  const ofRun = { bulkItems: { some: { bulkRunId: claim.subject } } };
  const count = await ctx.db.paymentIntent.count({
    where: { shopId: ctx.shop.id, ...refused, requestedBy: by, requestedAt: { gte: since }, order: ofRun },
  });
  return count > 0;
}

async function settleItem(
  { ctx }: BulkRunScope,
  tx: Prisma.TransactionClient,
  { id }: Item,
  reason: string | null,
): Promise<void> {
  const settledAt = ctx.clock.now();
  await tx.bulkItem.update({
    where: { id, shopId: ctx.shop.id },
    data: { state: reason === null ? "done" : "refused", reasonEnc: sealReason(ctx, id, reason), settledAt },
  });
}

/** It may quote the service (R54). */
function sealReason({ crypto }: ShopContext, id: string, reason: string | null) {
  return reason === null ? null : crypto.seal(reason, bulkReasonPlace(id));
}
