import type { Order } from "@prisma/client";
import { holdAction, holdSentence, isHoldCode, needsPerson } from "../orders/hold-codes.ts";
import { countOrders, type OrdersCounts } from "../orders/list/count-orders.server.ts";
import { openCustomer } from "../orders/open-customer.server.ts";
import { openHealthMessage } from "../shops/connection-place.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";
import { listOpenNeeds, NEEDS_LIMIT, type Need, toNeed } from "./list-attention.server.ts";
import type { AttentionSubject } from "./open-attention.server.ts";
import { compareUrgency } from "./urgency.ts";

const LIST_LIMIT = 50;

export type NeedOnHome = Need & {
  /** For needs of orders. */
  readonly order: OrderOnHome | null;
};

export type OrderOnHome = {
  /** The order's own number. */
  readonly name: string;
  readonly customer: string | null;
  readonly totalPkr: number | null;
  /** How many more questions its page asks. */
  readonly more: number;
};

export type AttentionList = {
  readonly needs: readonly NeedOnHome[];
  readonly total: number;
  /** Of what kinds of things those are that `needs` leaves out. */
  readonly leftOut: readonly AttentionSubject["thing"][];
  /** The orders under each view, as their list counts them. */
  readonly counts: OrdersCounts;
};

/** What needs a person in a shop, most urgent first; one row an order, and just as many as the orders' list counts. */
export async function listAttention(ctx: ShopContext): Promise<AttentionList> {
  const [others, orders, counts] = await Promise.all([
    needsOfOthers(ctx),
    needsOfOrders(ctx),
    countOrders(ctx),
  ]);
  const rows = [...others.map((need) => ({ ...need, order: null })), ...orders].sort(compareUrgency);
  const shown = [...connectionDown(ctx, others), ...rows].slice(0, LIST_LIMIT);
  const total = shown.length + rows.length - Math.min(rows.length, shown.length);
  return {
    needs: shown,
    total: Math.max(total, others.length + counts.needs_you),
    counts,
    leftOut: [...new Set(rows.slice(LIST_LIMIT).map(({ thing }) => thing))],
  };
}

async function needsOfOthers(ctx: ShopContext): Promise<readonly Need[]> {
  const rows = await ctx.db.attention.findMany({
    where: { shopId: ctx.shop.id, resolvedAt: null, thing: { not: "order" } },
    orderBy: { openedAt: "asc" },
    take: NEEDS_LIMIT,
  });
  return rows.map((row) => toNeed(ctx, row));
}

/** A refused key or account keeps every order: it is told first, even before it was looked at again. */
function connectionDown(ctx: ShopContext, others: readonly Need[]): readonly NeedOnHome[] {
  const { connection, crypto } = ctx;
  if (!connection?.pausedAt || others.some(({ thing }) => thing === "connection")) return [];
  const code = connection.health;
  if (!isHoldCode(code)) return [];
  const params = { message: openHealthMessage(crypto, connection) ?? "" };
  return [
    {
      ...{ id: connection.id, code, thing: "connection", thingId: connection.id, params, order: null },
      ...{ sentence: holdSentence(code, params), action: holdAction(code), openedAt: connection.pausedAt },
    },
  ];
}

async function needsOfOrders(ctx: ShopContext): Promise<readonly NeedOnHome[]> {
  const orders = await ctx.db.order.findMany({
    where: { shopId: ctx.shop.id, OR: [{ needsYou: true }, { state: "held" }] },
    orderBy: { listedAt: "desc" },
    take: NEEDS_LIMIT,
  });
  const ids = orders.map(({ id }) => id);
  const open = await listOpenNeeds(ctx, "order", ids);
  return orders.map((order) => toRow(ctx, order, open.get(order.id) ?? []));
}

function toRow(ctx: ShopContext, order: Order, open: readonly Need[]): NeedOnHome {
  const asking = open.filter(({ code }) => needsPerson(code));
  const [first = open[0] ?? unnamed(order), ...more] = asking;
  return {
    ...first,
    order: {
      ...{ name: order.name, totalPkr: order.totalPkr, more: more.length },
      customer: openCustomer(ctx, order)?.name ?? null,
    },
  };
}

/** An order that is held while its reason is being written down. */
function unnamed({ id, holdCode, updatedAt }: Order): Need {
  const code = holdCode !== null && isHoldCode(holdCode) ? holdCode : "work_stopped";
  return {
    ...{ id, code, thing: "order", thingId: id, params: {}, openedAt: updatedAt },
    ...{ sentence: holdSentence(code), action: holdAction(code) },
  };
}
