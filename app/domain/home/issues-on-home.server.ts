import type { Order, Prisma } from "@prisma/client";
import {
  listOpenIssues,
  OPEN_ISSUES_LIMIT,
  type OpenIssue,
  toOpenIssue,
} from "#app/domain/attention/list-attention.server.ts";
import type { AttentionSubject } from "#app/domain/attention/open-attention.server.ts";
import { compareUrgency } from "#app/domain/attention/urgency.ts";
import { openHealthMessage } from "#app/domain/context/connection-place.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { holdAction, holdSentence, isHoldCode, needsPerson } from "#app/domain/messages/holds/hold-codes.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { walletCost } from "#app/domain/money/wallet-cost.ts";
import { requestsOf, standingRequests } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { firstNameOf } from "#app/domain/orders/customer/first-name.ts";
import { openCustomer } from "#app/domain/orders/customer/open-customer.server.ts";
import { resolutionsFor } from "#app/domain/orders/holds/resolutions-for.ts";
import { countOrders, type OrdersCounts } from "#app/domain/orders/list/count-orders.server.ts";
import { isPrepaid } from "#app/domain/orders/money/spends-wallet.ts";
import { planOrderActions } from "#app/domain/orders/page/order-actions.ts";
import { isKnownWithoutPay } from "#app/domain/shops/staff.server.ts";
import { findPaymentsOfParcels } from "#app/domain/wallet/find-payments.server.ts";
import { toOrderId } from "#app/platform/ids.ts";
import { type HomeAct, planHomeAct } from "./act-on-home.ts";

const LIST_LIMIT = 50;

type IssueOnHome = OpenIssue & {
  /** For needs of orders. */
  readonly order: OrderOnHome | null;
  /** What its button does right here; null where it leads to the thing's own page. */
  readonly act: HomeAct | null;
};

type OrderOnHome = {
  /** The order's own number. */
  readonly name: string;
  /** The customer's first name. */
  readonly customer: string | null;
  readonly totalPkr: Rupees | null;
  /** How many more questions its page asks. */
  readonly more: number;
};

export type AttentionList = {
  readonly issues: readonly IssueOnHome[];
  readonly total: number;
  /** Of what kinds of things those are that `needs` leaves out. */
  readonly leftOut: readonly AttentionSubject["thing"][];
  /** The orders under each view, as their list counts them. */
  readonly counts: OrdersCounts;
};

/** What needs a person in a shop, most urgent first; one row an order, and just as many as the orders' list counts. */
export async function listAttention(ctx: ShopContext, viewer?: string): Promise<AttentionList> {
  const [others, orders, counts] = await Promise.all([
    listIssuesOfOthers(ctx),
    listIssuesOfOrders(ctx),
    countOrders(ctx),
  ]);
  const rows = [...others.map(withoutOrder), ...orders].sort(compareUrgency);
  const shown = [...connectionDown(ctx, others), ...rows].slice(0, LIST_LIMIT);
  const total = shown.length + rows.length - Math.min(rows.length, shown.length);
  return {
    issues: await withActs(ctx, shown, viewer),
    total: Math.max(total, others.length + counts.needs_you),
    counts,
    leftOut: [...new Set(rows.slice(LIST_LIMIT).map(({ thing }) => thing))],
  };
}

async function listIssuesOfOthers(ctx: ShopContext): Promise<readonly OpenIssue[]> {
  const rows = await ctx.db.attention.findMany({
    where: { shopId: ctx.shop.id, resolvedAt: null, thing: { not: "order" } },
    orderBy: { openedAt: "asc" },
    take: OPEN_ISSUES_LIMIT,
  });
  return rows.map((row) => toOpenIssue(ctx, row));
}

/** A refused key or account keeps every order: it comes first, even before it was looked at again. */
function connectionDown(ctx: ShopContext, others: readonly OpenIssue[]): readonly IssueOnHome[] {
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

async function listIssuesOfOrders(ctx: ShopContext): Promise<readonly IssueOnHome[]> {
  const orders = await ctx.db.order.findMany({
    where: { shopId: ctx.shop.id, OR: [{ hasOpenIssue: true }, { state: "held" }] },
    orderBy: { listedAt: "desc" },
    take: OPEN_ISSUES_LIMIT,
  });
  const ids = orders.map(({ id }) => id);
  const open = await listOpenIssues(ctx, "order", ids);
  return orders.map((order) => toRow(ctx, order, open.get(order.id) ?? []));
}

function withoutOrder(issue: OpenIssue): IssueOnHome {
  return { ...issue, order: null, act: null };
}

/** The acts of the rows that are shown; those that are left out need none. */
async function withActs(
  ctx: ShopContext,
  shown: readonly IssueOnHome[],
  viewer: string | undefined,
): Promise<readonly IssueOnHome[]> {
  const ids = shown.flatMap(({ order, thingId }) => (order ? [toOrderId(thingId)] : []));
  const [orders, payments, isWithoutPay] = await Promise.all([
    ctx.db.order.findMany({ where: { shopId: ctx.shop.id, id: { in: ids } }, select: actedOrder }),
    findPaymentsOfParcels(ctx, ids),
    viewer === undefined ? false : isKnownWithoutPay(ctx, viewer),
  ]);
  const byId = new Map(orders.map((order) => [order.id, order]));
  return shown.map((issue) => {
    const order = byId.get(toOrderId(issue.thingId));
    const [way] = isHoldCode(issue.code) ? resolutionsFor(issue.code, issue.params) : [];
    if (!order || !way) return issue;
    const parcels = order.handoffs
      .flatMap((handoff) => handoff.parcels)
      .map((parcel) => ({ ...parcel, payment: payments.get(parcel.id), walletCost: walletCost(parcel) }));
    const { pay } = planOrderActions({
      order: { ...order, ...requestsOf(order.decisions) },
      parcels,
      mode: null,
    });
    const payable = parcels.find(({ id }) => pay.includes(id));
    const act = planHomeAct({
      ...{ way, isPrepaid: isPrepaid(order), maySpend: !isWithoutPay },
      outstandingPkr: order.outstandingPkr,
      payable: payable?.walletCost ? { id: payable.id, cost: payable.walletCost } : null,
    });
    return { ...issue, act };
  });
}

const actedOrder = {
  ...{ id: true, state: true, route: true, outstandingPkr: true },
  ...{ cancelledAt: true, decisions: standingRequests },
  handoffs: {
    select: {
      parcels: {
        select: { id: true, status: true, wholesalePkr: true, shippingCostPkr: true, prepaidPkr: true },
      },
    },
  },
} as const satisfies Prisma.OrderSelect;

function toRow(ctx: ShopContext, order: Order, open: readonly OpenIssue[]): IssueOnHome {
  const name = openCustomer(ctx, order)?.name;
  const asking = open.filter(({ code }) => needsPerson(code));
  const [first = open[0] ?? unnamed(order), ...more] = asking;
  return {
    ...first,
    act: null,
    order: {
      ...{ name: order.name, totalPkr: order.totalPkr, more: more.length },
      customer: name ? firstNameOf(name) : null,
    },
  };
}

/** An order that is held while its reason is being written down. */
function unnamed({ id, holdCode, updatedAt }: Order): OpenIssue {
  const code = holdCode !== null && isHoldCode(holdCode) ? holdCode : "work_stopped";
  return {
    ...{ id, code, thing: "order", thingId: id, params: {}, openedAt: updatedAt },
    ...{ sentence: holdSentence(code), action: holdAction(code) },
  };
}
