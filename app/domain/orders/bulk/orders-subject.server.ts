import type { BulkItem, Prisma } from "@prisma/client";
import type {
  BulkScope,
  BulkSubject,
  ItemOutcome,
  ItemWrite,
} from "#app/domain/bulk-actions/bulk-subject.ts";
import type { BulkVerdict } from "#app/domain/orders/commands/bulk-verdict.ts";
import {
  type OrderCommandKind,
  recordCommand,
} from "#app/domain/orders/commands/decisions/record-command.server.ts";
import { standingRequests } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { payParcel } from "#app/domain/orders/commands/payment/pay-parcel.server.ts";
import { servedCommands } from "#app/domain/orders/commands/registry.server.ts";
import type { BulkAction } from "#app/domain/orders/commands/registry.ts";
import { invariant } from "#app/platform/errors.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import { evaluateOrders } from "./evaluate-orders.server.ts";

const withParcels = {
  decisions: standingRequests,
  handoffs: { include: { parcels: true } },
} satisfies Prisma.OrderInclude;

type Order = Prisma.OrderGetPayload<{ include: typeof withParcels }>;

const done: ItemOutcome = { kind: "done" };

/**
 * What a run does with its orders, one by one, each judged as it stands then. What is done to an order and what is
 * written about it commit together under the lease, so that a worker that dies in between repeats or loses nothing.
 */
export function ordersSubject(action: BulkAction): BulkSubject {
  const { writes } = servedCommands[action].bulk;
  return {
    purpose: "order",
    width: 1,
    itemsPerTurn: 25,
    sealsReasons: true,
    begin: action === "retry" ? askProbe : undefined,
    doItem: async (scope, item) => {
      const order = await getOrder(scope, item);
      const verdict = await evaluateOrder(scope, action, order);
      if (writes === null) return payOrder(scope, { item, order, verdict });
      return verdict.kind === "press" ? toWrite(scope, writes, order) : verdict;
    },
  };
}

async function askProbe({ ctx }: BulkScope): Promise<void> {
  await ctx.supplier?.askProbe();
}

function getOrder({ ctx }: BulkScope, { shopId, orderId, id }: BulkItem): Promise<Order> {
  invariant(orderId, `Item ${id} is about no order`);
  const where = { shopId_id: { shopId, id: orderId } };
  return ctx.db.order.findUniqueOrThrow({ where, include: withParcels });
}

async function evaluateOrder(
  { ctx, run }: BulkScope,
  action: BulkAction,
  order: Order,
): Promise<BulkVerdict> {
  const verdicts = await evaluateOrders(ctx, { action, by: run.by }, [order]);
  return verdicts.get(order.id) ?? { kind: "refused", reason: "It is not here any more." };
}

function toWrite(scope: BulkScope, kind: OrderCommandKind, order: Order): ItemWrite {
  return { kind: "write", write: (tx) => writeCommand(scope, tx, kind, order) };
}

async function writeCommand(
  { ctx, run }: BulkScope,
  tx: Prisma.TransactionClient,
  kind: OrderCommandKind,
  order: Order,
): Promise<ItemOutcome> {
  // The row of work first, as the order's own run locks it before the order.
  await requestReconcile(tx, [
    { shopId: ctx.shop.id, kind: "order.reconcile", subject: { orderGid: order.orderGid } },
  ]);
  const recorded = await recordCommand(ctx, tx, { orderId: order.id, kind, by: run.by });
  return recorded.ok ? done : { kind: "refused", reason: recorded.reason };
}

type PayOrderInput = { readonly item: BulkItem; readonly order: Order; readonly verdict: BulkVerdict };

/**
 * Each payment is an intent of its own, which is never made twice: that paying was begun is written first, so that an
 * order found without a payable parcel afterwards is not called refused. What a lost answer leaves open the row shows.
 */
async function payOrder(scope: BulkScope, { item, order, verdict }: PayOrderInput): Promise<ItemOutcome> {
  if (verdict.kind === "refused") return item.state === "begun" ? done : verdict;
  if (item.state !== "begun" && (await isWalletUsedUp(scope))) return NOT_TRIED;
  await markBegun(scope, item);
  const reason = await payParcels(scope, order);
  return reason === null ? done : { kind: "refused", reason };
}

async function markBegun({ claim }: BulkScope, { id, shopId }: BulkItem): Promise<void> {
  await claim.lease.transaction((tx) =>
    tx.bulkItem.update({ where: { id, shopId }, data: { state: "begun" } }),
  );
}

/** Why the first of its parcels that could not be paid was not; the nearest deadline first. */
async function payParcels(scope: BulkScope, order: Order): Promise<string | null> {
  const { ctx, run } = scope;
  const waiting = order.handoffs
    .flatMap((handoff) => handoff.parcels)
    .filter(({ status }) => status === "AWAITING_FUNDS")
    .toSorted((a, b) => timeOf(a.fundsDeadline) - timeOf(b.fundsDeadline));
  let reason: string | null = null;
  for (const parcel of waiting) {
    const paid = await payParcel(ctx, { parcelId: parcel.id, by: run.by });
    if (!paid.ok && paid.why === undefined) reason ??= paid.reason;
    if (reason !== null && (await isWalletUsedUp(scope))) break;
  }
  return reason;
}

function timeOf(deadline: Date | null): number {
  return deadline?.getTime() ?? Number.MAX_SAFE_INTEGER;
}

const NOT_TRIED: ItemOutcome = {
  kind: "refused",
  reason:
    "The wallet did not hold enough for an order with a nearer deadline, so this one was not tried. Top it up, then pay again.",
};

/** Whether the wallet did not suffice for an order of this run: it would be spent on what is less pressing (R20). */
async function isWalletUsedUp({ ctx, run }: BulkScope): Promise<boolean> {
  const refused = { state: "refused" as const, outcome: "insufficient_balance" };
  const ofRun = { bulkItems: { some: { runId: run.id } } };
  const since = { requestedBy: run.by, requestedAt: { gte: run.createdAt } };
  const count = await ctx.db.paymentIntent.count({
    where: { shopId: ctx.shop.id, ...refused, ...since, order: ofRun },
  });
  return count > 0;
}
