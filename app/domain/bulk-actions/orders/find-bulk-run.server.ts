import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { RunItemState } from "#app/domain/idempotency/run-item-state.ts";
import { paymentRefusalSentence, paymentSentences } from "#app/domain/messages/holds/payment-sentences.ts";
import { isUnsettled } from "#app/domain/money/payment-state.ts";
import { shopPlacementBlocker } from "#app/domain/orders/commands/placement-blocker.ts";
import { servedCommands } from "#app/domain/orders/commands/registry.server.ts";
import { type BulkAction, bulkActions } from "#app/domain/orders/commands/registry.ts";
import { loadOrderRows, type OrderRow } from "#app/domain/orders/list/list-orders.server.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import { findPaymentsOfParcels, type PaymentOfParcel } from "#app/domain/wallet/find-payments.server.ts";
import type { OrderId, ParcelId } from "#app/platform/ids.ts";
import { bulkReasonPlace } from "./bulk-reason-place.ts";

const PAGE_SIZE = 50;

export type BulkRow = {
  readonly order: OrderRow;
  /** waiting · working (pressed, and not looked at since) · done · refused */
  readonly state: "waiting" | "working" | "done" | "refused";
  /** Why not, or what the order needs now. */
  readonly reason: string | null;
};

export type BulkRunOnPage = {
  readonly id: string;
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

type BulkRunQuery = { readonly runId: string; readonly after: number };

/** One press on many orders with what became of each; null when this shop has no such run. */
export async function findBulkRun(
  ctx: ShopContext,
  { runId, after }: BulkRunQuery,
): Promise<BulkRunOnPage | null> {
  const shopId = ctx.shop.id;
  const run = await ctx.db.bulkRun.findUnique({ where: { shopId_id: { shopId, id: runId } } });
  const action = bulkActions.find((each) => each === run?.action);
  if (!run || !action) return null;
  const { mayPlace } = servedCommands[action].bulk;
  const ofRun = { shopId, bulkRunId: runId };
  const [counted, items] = await Promise.all([
    ctx.db.bulkItem.groupBy({ by: ["state"], where: ofRun, _count: { _all: true } }),
    ctx.db.bulkItem.findMany({
      where: { ...ofRun, position: { gt: after } },
      orderBy: { position: "asc" },
      take: PAGE_SIZE + 1,
      include: { order: { select: { readAt: true } } },
    }),
  ]);
  const count = (...states: RunItemState[]) =>
    counted.filter(({ state }) => states.includes(state)).reduce((sum, { _count }) => sum + _count._all, 0);
  const page = items.slice(0, PAGE_SIZE);
  const orders = await loadOrderRows(
    ctx,
    page.map(({ orderId }) => orderId),
  );
  const byId = new Map(orders.map((order) => [order.id, order]));
  const payments =
    action === "pay"
      ? await findPaymentsOfParcels(ctx, [...byId.keys()])
      : new Map<ParcelId, PaymentOfParcel>();
  return {
    id: run.id,
    action,
    by: run.by,
    startedAt: run.createdAt,
    isFinished: run.finishedAt !== null,
    total: count("waiting", "begun", "done", "refused"),
    done: count("done"),
    refused: count("refused"),
    rows: page.flatMap((item) => {
      const order = byId.get(item.orderId);
      if (!order) return [];
      const settled = { ...item, reason: openReason(ctx, item) };
      const ofOrder = [...payments.values()].filter(({ orderId }) => orderId === order.id);
      const kept = mayPlace ? placementBlockerOf(ctx, order) : null;
      return [action === "pay" ? toPaidRow(settled, order, ofOrder) : toRow(settled, order, kept)];
    }),
    next: items.length > PAGE_SIZE ? (page.at(-1)?.position ?? null) : null,
    asOf: ctx.clock.now(),
  };
}

type SealedReason = { readonly id: string; readonly reasonEnc: Uint8Array | null };

/** Null where there is none, or the customer was erased. */
function openReason({ crypto }: ShopContext, { id, reasonEnc }: SealedReason): string | null {
  return reasonEnc?.length ? crypto.openText(reasonEnc, bulkReasonPlace(id)) : null;
}

type BulkItemRow = {
  readonly state: RunItemState;
  readonly reason: string | null;
  readonly settledAt: Date | null;
  readonly order: { readonly readAt: Date | null };
};

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
  { state, reason, settledAt, order: { readAt } }: BulkItemRow,
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
  { state, reason }: BulkItemRow,
  order: OrderRow,
  payments: readonly PaymentOfParcel[],
): BulkRow {
  if (state === "refused") return { order, state, reason };
  if (state !== "done") return { order, state: "waiting", reason: null };
  const open = payments.find((payment) => isUnsettled(payment.state));
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

export type RunningBulk = {
  readonly id: string;
  readonly action: BulkAction;
  readonly total: number;
  readonly settled: number;
};

/** The newest press on many orders that is still under way; null when none is. */
export async function findRunningBulk(ctx: ShopContext): Promise<RunningBulk | null> {
  const shopId = ctx.shop.id;
  const run = await ctx.db.bulkRun.findFirst({
    where: { shopId, finishedAt: null },
    orderBy: { createdAt: "desc" },
    include: { items: { select: { state: true } } },
  });
  const action = bulkActions.find((each) => each === run?.action);
  if (!run || !action) return null;
  const settled = run.items.filter(({ state }) => state === "done" || state === "refused").length;
  return { id: run.id, action, total: run.items.length, settled };
}

/** Ids of a run's orders that were pressed, to take the press back; empty when this shop has no such run. */
export async function listOrdersOfRun(ctx: ShopContext, runId: string): Promise<readonly OrderId[]> {
  const items = await ctx.db.bulkItem.findMany({
    where: { shopId: ctx.shop.id, bulkRunId: runId, state: "done" },
    orderBy: { position: "asc" },
    select: { orderId: true },
  });
  return items.map(({ orderId }) => orderId);
}
