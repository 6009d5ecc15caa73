import type { Order, Prisma } from "@prisma/client";
import { holdAction, holdSentence, isHoldCode, needsPerson } from "../orders/hold-codes.ts";
import { countOrders, type OrdersCounts } from "../orders/list/count-orders.server.ts";
import { openCustomer } from "../orders/open-customer.server.ts";
import { planOrderActions } from "../orders/order-actions.ts";
import { isPrepaid } from "../orders/spends-wallet.ts";
import { waysOut } from "../orders/ways-out.ts";
import { openHealthMessage } from "../shops/connection-place.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";
import { isKnownWithoutPay } from "../shops/staff.server.ts";
import { findPaymentsOfParcels } from "../wallet/find-payments.server.ts";
import { walletCost } from "../wallet/wallet-cost.ts";
import { type HomeAct, planHomeAct } from "./act-on-home.ts";
import { listOpenNeeds, NEEDS_LIMIT, type Need, toNeed } from "./list-attention.server.ts";
import type { AttentionSubject } from "./open-attention.server.ts";
import { compareUrgency } from "./urgency.ts";

const LIST_LIMIT = 50;

type NeedOnHome = Need & {
  /** For needs of orders. */
  readonly order: OrderOnHome | null;
  /** What its button does right here; null where it leads to the thing's own page. */
  readonly act: HomeAct | null;
};

type OrderOnHome = {
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
export async function listAttention(ctx: ShopContext, viewer?: string): Promise<AttentionList> {
  const [others, orders, counts] = await Promise.all([
    needsOfOthers(ctx),
    needsOfOrders(ctx),
    countOrders(ctx),
  ]);
  const rows = [...others.map(withoutOrder), ...orders].sort(compareUrgency);
  const shown = [...connectionDown(ctx, others), ...rows].slice(0, LIST_LIMIT);
  const total = shown.length + rows.length - Math.min(rows.length, shown.length);
  return {
    needs: await withActs(ctx, shown, viewer),
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
      ...{
        id: connection.id,
        code,
        thing: "connection",
        thingId: connection.id,
        params,
        order: null,
        act: null,
      },
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

function withoutOrder(need: Need): NeedOnHome {
  return { ...need, order: null, act: null };
}

/** The acts of the rows that are shown; those that are left out need none. */
async function withActs(
  ctx: ShopContext,
  shown: readonly NeedOnHome[],
  viewer: string | undefined,
): Promise<readonly NeedOnHome[]> {
  const ids = shown.flatMap(({ order, thingId }) => (order ? [thingId] : []));
  const [orders, payments, isWithoutPay] = await Promise.all([
    ctx.db.order.findMany({ where: { shopId: ctx.shop.id, id: { in: ids } }, select: actedOrder }),
    findPaymentsOfParcels(ctx, ids),
    viewer === undefined ? false : isKnownWithoutPay(ctx, viewer),
  ]);
  const byId = new Map(orders.map((order) => [order.id, order]));
  return shown.map((need) => {
    const order = byId.get(need.thingId);
    const [way] = isHoldCode(need.code) ? waysOut(need.code, need.params) : [];
    if (!order || !way) return need;
    const parcels = order.handoffs
      .flatMap((handoff) => handoff.parcels)
      .map((parcel) => ({ ...parcel, payment: payments.get(parcel.id), walletCost: walletCost(parcel) }));
    const { pay } = planOrderActions({ order, parcels, mode: null });
    const payable = parcels.find(({ id }) => pay.includes(id));
    const act = planHomeAct({
      ...{ way, isPrepaid: isPrepaid(order), maySpend: !isWithoutPay },
      outstandingPkr: order.outstandingPkr,
      payable: payable?.walletCost ? { id: payable.id, cost: payable.walletCost } : null,
    });
    return { ...need, act };
  });
}

const actedOrder = {
  ...{ id: true, state: true, route: true, outstandingPkr: true },
  ...{ cancelRequestedAt: true, cancelledAt: true, placeRequestedAt: true },
  handoffs: {
    select: {
      parcels: {
        select: { id: true, status: true, wholesalePkr: true, shippingCostPkr: true, prepaidPkr: true },
      },
    },
  },
} as const satisfies Prisma.OrderSelect;

function toRow(ctx: ShopContext, order: Order, open: readonly Need[]): NeedOnHome {
  const asking = open.filter(({ code }) => needsPerson(code));
  const [first = open[0] ?? unnamed(order), ...more] = asking;
  return {
    ...first,
    act: null,
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
