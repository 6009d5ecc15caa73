import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { findOrderRecord, type OrderRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { OrderGid, OrderId } from "#app/platform/ids.ts";
import { plainSentence } from "../plain-sentence.ts";
import { lineOfLedger, linesOfPayment } from "./lines-of-money.ts";
import {
  linesOfAttempts,
  linesOfDecisions,
  linesOfParcels,
  linesOfReads,
  linesOfReceipt,
  linesOfWork,
  linesOfWrites,
} from "./lines-of-order.ts";
import { type TraceLine, traceLine } from "./trace-line.ts";

/** Of each source the newest so many. */
const MOST_ROWS = 500;

export type OrderTrace = {
  readonly id: OrderId;
  readonly name: string;
  readonly orderGid: OrderGid;
  /** By time, the oldest first. */
  readonly lines: readonly TraceLine[];
  /** Whether a source has more than is shown. */
  readonly isCut: boolean;
  readonly asOf: Date;
};

type TraceDeps = Pick<ShopContext, "shop" | "db" | "clock">;

/**
 * One order from its first webhook to its last ledger line, by our own rows: nobody is asked, and nothing sealed is opened.
 * Null where this shop has no such order.
 */
export async function traceOrder(ctx: TraceDeps, orderId: OrderId): Promise<OrderTrace | null> {
  const shopId = ctx.shop.id;
  const order = await findOrderRecord(ctx.db, shopId, { id: orderId });
  if (!order) return null;
  const sources = await Promise.all([
    listReceipts(ctx, order),
    listWork(ctx, order),
    listFacts(ctx, order),
    listPayments(ctx, order),
    listLedgerLines(ctx, order),
  ]);
  const lines = [
    ...sources.flatMap((source) => source.lines),
    ...linesOfReads(order),
    ...linesOfDecisions(order),
    ...linesOfAttempts(order),
    ...linesOfParcels(order),
    ...linesOfWrites(order),
  ];
  return {
    ...{ id: order.id, name: order.name, orderGid: order.orderGid },
    lines: lines.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    isCut: sources.some(({ isCut }) => isCut),
    asOf: ctx.clock.now(),
  };
}

type SourceLines = { readonly lines: readonly TraceLine[]; readonly isCut: boolean };

function toLines<Row>(rows: readonly Row[], linesOf: (row: Row) => readonly TraceLine[]): SourceLines {
  return { lines: rows.flatMap(linesOf), isCut: rows.length === MOST_ROWS };
}

/** What either side said of it: by its gid, by its fulfillment orders, and by the names of its handoffs. */
async function listReceipts(
  { db, shop }: TraceDeps,
  { orderGid, fulfillmentOrders, handoffs }: OrderRecord,
): Promise<SourceLines> {
  const subjects = {
    shopify: [orderGid, ...fulfillmentOrders.map(({ gid }) => gid)],
    supplier: handoffs.map(({ externalOrderId }) => externalOrderId),
  };
  const rows = await db.delivery.findMany({
    where: {
      shopId: shop.id,
      OR: [
        { source: "shopify", subject: { in: subjects.shopify } },
        { source: "supplier", subject: { in: subjects.supplier } },
      ],
    },
    omit: { bodyEnc: true },
    orderBy: { id: "desc" },
    take: MOST_ROWS,
  });
  return toLines(rows, linesOfReceipt);
}

async function listWork({ db, shop }: TraceDeps, { orderGid }: OrderRecord): Promise<SourceLines> {
  const where = { shopId: shop.id, kind: "order.reconcile", subject: orderGid };
  const work = await db.work.findFirst({ where });
  return toLines(work ? [work] : [], linesOfWork);
}

async function listFacts({ db, shop }: TraceDeps, { id }: OrderRecord): Promise<SourceLines> {
  const rows = await db.timelineEntry.findMany({
    where: { shopId: shop.id, thing: "order", thingId: id },
    orderBy: { id: "desc" },
    take: MOST_ROWS,
  });
  return toLines(rows, (row) => [
    traceLine({
      ...{ key: `fact/${row.id}`, at: row.at, source: row.code === "held" ? "decision" : "fact" },
      ...{ actor: row.actor, by: row.by, text: plainSentence({ shop }, row) },
      deliveryId: row.deliveryId?.toString() ?? null,
    }),
  ]);
}

async function listPayments({ db, shop }: TraceDeps, { id }: OrderRecord): Promise<SourceLines> {
  const rows = await db.paymentIntent.findMany({
    where: { shopId: shop.id, orderId: id },
    orderBy: { requestedAt: "desc" },
    take: MOST_ROWS,
  });
  return toLines(rows, linesOfPayment);
}

/** Entries of the account's ledger that are this order's, and this shop's. */
async function listLedgerLines({ db, shop }: TraceDeps, { id }: OrderRecord): Promise<SourceLines> {
  const rows = await db.ledgerEntry.findMany({
    where: { ownerOrderId: id, ownerShopId: shop.id },
    omit: { rawEnc: true },
    orderBy: { bookedAt: "desc" },
    take: MOST_ROWS,
  });
  return toLines(rows, (row) => [lineOfLedger(row)]);
}
