import type { Prisma } from "@prisma/client";
import { failpoint } from "#app/platform/failpoint.ts";
import { type ClaimedWork, markDirty, withLease } from "#app/platform/work.server.ts";
import { listOpenNeeds } from "../../attention/list-attention.server.ts";
import type { ShopContext } from "../../shops/shop-context.server.ts";
import { applyPress, pressPay, toPress } from "../press.server.ts";
import { type BulkAction, type BulkVerdict, bulkActions, planBulkItem } from "./plan-bulk-item.ts";

const withOrder = {
  order: { include: { handoffs: { include: { parcels: true } } } },
} as const satisfies Prisma.BulkItemInclude;

type Item = Prisma.BulkItemGetPayload<{ include: typeof withOrder }>;
type Running = { readonly ctx: ShopContext; readonly claim: ClaimedWork; readonly by: string };

/**
 * Does a run's items one by one, each judged as its order stands then. What is done to an order and what is written
 * about it commit together under the lease, so that a worker that dies in between repeats or loses nothing.
 */
export async function runBulk(ctx: ShopContext, claim: ClaimedWork): Promise<void> {
  const where = { shopId: ctx.shop.id, bulkRunId: claim.subject, state: { in: ["waiting", "begun"] } };
  const run = await ctx.db.bulkRun.findUnique({
    where: { shopId_id: { shopId: ctx.shop.id, id: claim.subject } },
  });
  const action = bulkActions.find((each) => each === run?.action);
  if (!run || !action || run.finishedAt) return;
  for (;;) {
    const item = await ctx.db.bulkItem.findFirst({ where, include: withOrder, orderBy: { position: "asc" } });
    if (!item) break;
    await doItem({ ctx, claim, by: run.by }, action, item);
    failpoint("B1");
  }
  await withLease(ctx.db, claim, (tx) =>
    tx.bulkRun.update({
      where: { shopId_id: { shopId: ctx.shop.id, id: run.id } },
      data: { finishedAt: ctx.clock.now() },
    }),
  );
}

async function doItem(running: Running, action: BulkAction, item: Item): Promise<void> {
  const verdict = await judge(running.ctx, action, item);
  if (action === "pay") return payItem(running, item, verdict);
  await withLease(running.ctx.db, running.claim, async (tx) => {
    if (verdict.kind === "press") await pressItem(running, tx, action, item);
    await settleItem(running, tx, item, verdict.kind === "refused" ? verdict.reason : null);
  });
}

async function judge(ctx: ShopContext, action: BulkAction, { order }: Item): Promise<BulkVerdict> {
  const needs = (await listOpenNeeds(ctx, "order", [order.id])).get(order.id) ?? [];
  const parcels = order.handoffs.flatMap((handoff) => handoff.parcels);
  return planBulkItem(action, { ...order, needs, parcels });
}

async function pressItem(
  { ctx, by }: Running,
  tx: Prisma.TransactionClient,
  action: Exclude<BulkAction, "pay">,
  { order }: Item,
): Promise<void> {
  // The answer about a city is remembered already: the order only has to be looked at again.
  const kind = action === "choose_city" ? "retry" : action;
  await applyPress(ctx, tx, order.id, toPress(ctx, kind, by));
  await markDirty(tx, [{ shopId: ctx.shop.id, kind: "order", subject: order.orderGid }]);
}

/**
 * The service's pay has no key of its own: that it was begun is written first, and an order found without a waiting
 * parcel afterwards was paid by the run that died.
 */
async function payItem(running: Running, item: Item, verdict: BulkVerdict): Promise<void> {
  const { ctx, claim, by } = running;
  if (verdict.kind === "refused") {
    const reason = item.state === "begun" ? null : verdict.reason;
    await withLease(ctx.db, claim, (tx) => settleItem(running, tx, item, reason));
    return;
  }
  await withLease(ctx.db, claim, (tx) =>
    tx.bulkItem.update({
      where: { id: item.id, shopId: ctx.shop.id },
      data: { state: "begun" },
    }),
  );
  const waiting = item.order.handoffs
    .flatMap((handoff) => handoff.parcels)
    .filter(({ status }) => status === "AWAITING_FUNDS");
  const reasons: string[] = [];
  for (const parcel of waiting) {
    const paid = await pressPay(ctx, { parcelId: parcel.id, by });
    if (!paid.ok && paid.why !== "not_waiting") reasons.push(paid.reason);
  }
  await withLease(ctx.db, claim, (tx) => settleItem(running, tx, item, reasons[0] ?? null));
}

async function settleItem(
  { ctx }: Running,
  tx: Prisma.TransactionClient,
  { id }: Item,
  reason: string | null,
): Promise<void> {
  await tx.bulkItem.update({
    where: { id, shopId: ctx.shop.id },
    data: { state: reason === null ? "done" : "refused", reason, settledAt: ctx.clock.now() },
  });
}
