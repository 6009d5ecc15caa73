import type { BulkItem } from "@prisma/client";
import { type BulkRunQuery, findBulkRun } from "#app/domain/bulk-actions/find-bulk-run.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { paymentRefusalSentence, paymentSentences } from "#app/domain/messages/holds/payment-sentences.ts";
import { isUnfinished } from "#app/domain/money/payment-state.ts";
import { shopPlacementBlocker } from "#app/domain/orders/commands/placement/placement-blocker.ts";
import { servedCommands } from "#app/domain/orders/commands/registry.server.ts";
import { type BulkAction, bulkActions } from "#app/domain/orders/commands/registry.ts";
import { loadOrderRows, type OrderRow } from "#app/domain/orders/list/list-orders.server.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import { findPaymentsOfParcels, type PaymentOfParcel } from "#app/domain/wallet/find-payments.server.ts";
import type { BulkRunId, OrderId, ParcelId } from "#app/platform/ids.ts";

export type BulkRow = {
  readonly order: OrderRow;
  /** waiting · working (pressed, and not looked at since) · done · refused */
  readonly state: "waiting" | "working" | "done" | "refused";
  /** Why not, or what the order needs now. */
  readonly reason: string | null;
};

export type OrdersRun = {
  readonly id: BulkRunId;
  readonly action: BulkAction;
  readonly by: string;
  readonly startedAt: Date;
  readonly isFinished: boolean;
  readonly total: number;
  readonly done: number;
  readonly refused: number;
  readonly rows: readonly BulkRow[];
  /** Position the next page begins after; null on the last. */
  readonly next: number | null;
  readonly asOf: Date;
};

/** One press on many orders with what became of each; null when this shop has no such run. */
export async function findOrdersRun(ctx: ShopContext, query: BulkRunQuery): Promise<OrdersRun | null> {
  const page = await findBulkRun(ctx, bulkActions, query);
  if (!page) return null;
  const { run, kind: action, counts } = page;
  const { total, done, refused } = counts;
  return {
    id: run.id,
    action,
    by: run.by,
    startedAt: run.createdAt,
    isFinished: run.finishedAt !== null,
    total,
    done,
    refused,
    rows: await toRows(ctx, action, page.rows),
    next: page.next,
    asOf: ctx.clock.now(),
  };
}

async function toRows(
  ctx: ShopContext,
  action: BulkAction,
  items: readonly BulkItem[],
): Promise<readonly BulkRow[]> {
  const ids = items.flatMap(({ orderId }) => orderId ?? []);
  // First when each was read: a state that is loaded before would be from before that.
  const readAt = await findReadAt(ctx, ids);
  const orders = await loadOrderRows(ctx, ids);
  const byId = new Map(orders.map((order) => [order.id, order]));
  const payments = action === "pay" ? await findPaymentsOfParcels(ctx, [...byId.keys()]) : NO_PAYMENTS;
  return items.flatMap((item) => {
    const order = item.orderId && byId.get(item.orderId);
    if (!order) return [];
    if (action === "pay") return [toPaidRow(item, order, paymentsOf(payments, order))];
    const { mayPlace } = servedCommands[action].bulk;
    const kept = mayPlace ? placementBlockerOf(ctx, order) : null;
    return [toRow({ ...item, readAt: readAt.get(order.id) ?? null }, order, kept)];
  });
}

type PaymentsOfParcels = ReadonlyMap<ParcelId, PaymentOfParcel>;

const NO_PAYMENTS: PaymentsOfParcels = new Map();

function paymentsOf(payments: PaymentsOfParcels, order: OrderRow): readonly PaymentOfParcel[] {
  return [...payments.values()].filter(({ orderId }) => orderId === order.id);
}

async function findReadAt(
  { db, shop }: ShopContext,
  ids: readonly OrderId[],
): Promise<ReadonlyMap<OrderId, Date | null>> {
  const where = { shopId: shop.id, id: { in: [...ids] } };
  const rows = await db.order.findMany({ where, select: { id: true, readAt: true } });
  return new Map(rows.map(({ id, readAt }) => [id, readAt]));
}

type ReadItem = Pick<BulkItem, "state" | "reason" | "settledAt"> & { readonly readAt: Date | null };

/** Why an order that is not placed stays where it is, whatever was pressed. */
function placementBlockerOf({ shop, connection, env }: ShopContext, { state }: OrderRow): string | null {
  if (!UNPLACED.has(state)) return null;
  return shopPlacementBlocker({ shop, connection, pausedForAll: env.PLACING_PAUSED });
}

const UNPLACED: ReadonlySet<OrderState> = new Set(["new", "waiting", "to_place", "held", "placing"]);

/**
 * A press is done when the order was read after it: until then nobody knows what came of it, but for what keeps all
 * orders.
 */
function toRow(
  { state, reason, settledAt, readAt }: ReadItem,
  order: OrderRow,
  kept: string | null,
): BulkRow {
  if (state === "refused") return { order, state, reason };
  if (state !== "done" || settledAt === null) return { order, state: "waiting", reason: null };
  const isRead = readAt !== null && readAt > settledAt;
  return { order, state: isRead ? "done" : "working", reason: isRead ? order.reason : kept };
}

/** A payment is done when the wallet is known to have paid; one whose answer was lost is still at work. */
function toPaidRow(
  { state, reason }: Pick<BulkItem, "state" | "reason">,
  order: OrderRow,
  payments: readonly PaymentOfParcel[],
): BulkRow {
  if (state === "refused") return { order, state, reason };
  if (state !== "done") return { order, state: "waiting", reason: null };
  const open = payments.find((payment) => isUnfinished(payment.state));
  if (open) {
    const { checking, under_way } = paymentSentences;
    return { order, state: "working", reason: open.state === "outcome_unknown" ? checking : under_way };
  }
  // One that was not payable any more was paid before, by whomever.
  const refused = payments.find(
    ({ state: is, outcome }) => is === "refused" && outcome !== "order_not_payable",
  );
  return refused
    ? { order, state: "refused", reason: paymentRefusalSentence(refused.outcome ?? "") }
    : { order, state: "done", reason: null };
}

/** Ids of a run's orders that were pressed, to take the press back; empty when this shop has no such run. */
export async function listOrdersOfRun(ctx: ShopContext, runId: BulkRunId): Promise<readonly OrderId[]> {
  const items = await ctx.db.bulkItem.findMany({
    where: { shopId: ctx.shop.id, runId, state: "done" },
    orderBy: { position: "asc" },
    select: { orderId: true },
  });
  return items.flatMap(({ orderId }) => orderId ?? []);
}
