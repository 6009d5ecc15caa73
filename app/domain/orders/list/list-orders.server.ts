import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type Rupees, sumRupees } from "#app/domain/money/rupees.ts";
import { agreedCostPkr } from "#app/domain/money/wallet-cost.ts";
import { requestsOf, standingRequests } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { type CityOfHold, readCityOfHold } from "#app/domain/orders/customer/city-of-hold.ts";
import { openCustomer, openSentCustomer } from "#app/domain/orders/customer/open-customer.server.ts";
import { isPutOff } from "#app/domain/orders/holds/is-put-off.ts";
import { waitingSentence } from "#app/domain/orders/holds/waiting-sentence.ts";
import { shownState } from "#app/domain/orders/page/shown-state.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import { isInOtherCurrency } from "#app/domain/orders/reconcile/to-order-facts.ts";
import { type PageCursor, toPageCursor } from "#app/platform/database/page-cursor.ts";
import type { OrderId } from "#app/platform/ids.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { listOpenIssues, type OpenIssue } from "../../attention/list-attention.server.ts";
import { isOnlyTest } from "../money/counted-handoffs.ts";
import { projectMargin } from "../money/project-margin.ts";
import { parcelsInWords } from "../parcels/parcels-in-words.ts";
import { countOrders, type OrdersCounts } from "./count-orders.server.ts";
import { findOrderIds } from "./find-order-ids.server.ts";
import type { OrdersFilter } from "./orders-filter.ts";
import { type OrdersSort, sortInForce } from "./orders-sort.ts";
import type { OrdersView } from "./orders-tab.ts";

const PAGE_SIZE = 25;

/** Expected until every parcel is final; null while a part of it is not known. */
type OrderBrings = {
  readonly amountPkr: Rupees | null;
  readonly about: boolean;
  /** It holds the customer's money, which may have to be refunded. */
  readonly mayBeRefunded: boolean;
};

export type OrderRow = {
  readonly id: OrderId;
  readonly name: string;
  readonly state: OrderState;
  /** A person has to decide something, whatever its state. */
  readonly hasOpenIssue: boolean;
  /** It goes by itself at a time the merchant has set, and may be placed before. */
  readonly isPutOff: boolean;
  /** All that was placed of it was a simulation, in which no money moves (R37). */
  readonly isTest: boolean;
  readonly route: PaymentMode | null;
  readonly totalPkr: Rupees | null;
  /** Its sums are not in rupees. */
  readonly isInOtherCurrency: boolean;
  readonly customer: string | null;
  readonly city: string | null;
  readonly parcels: string;
  /** What it brings; null before anything is placed. */
  readonly brings: OrderBrings | null;
  /** Why it needs the merchant, or waits. */
  readonly reason: string | null;
  /** The spelling of a city that is asked about, with the cities it may mean. */
  readonly askedCity: CityOfHold | null;
  /** What parcels that wait for funds need from the wallet. */
  readonly payPkr: Rupees;
  readonly since: Date;
};

export type OrdersPage = {
  readonly view: OrdersView;
  /** As the rows stand, whatever was asked. */
  readonly sort: OrdersSort;
  readonly rows: readonly OrderRow[];
  readonly next: string | null;
  readonly counts: OrdersCounts;
  readonly asOf: Date;
};

export type OrdersQuery = {
  /** null: what needs the merchant when there is something, else everything. */
  readonly view: OrdersView | null;
  readonly filter: OrdersFilter;
  /** What is looked for among names, numbers, phones, cities and products; "" for all. */
  readonly search: string;
  readonly sort: OrdersSort;
  readonly after: PageCursor | null;
};

/** One page of a shop's orders. Orders without anything of ours are left out. */
export async function listOrders(
  ctx: ShopContext,
  { view: asked, ...query }: OrdersQuery,
): Promise<OrdersPage> {
  const counts = await countOrders(ctx);
  const view = asked ?? (counts.needs_you > 0 && query.search === "" ? "needs_you" : "all");
  const found = await findOrderIds(ctx, { ...query, view, limit: PAGE_SIZE + 1 });
  const page = found.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    view,
    sort: sortInForce(query.sort, query.search),
    rows: await loadOrderRows(
      ctx,
      page.map(({ id }) => id),
    ),
    next: found.length > PAGE_SIZE && last ? toPageCursor(last) : null,
    counts,
    asOf: ctx.clock.now(),
  };
}

/** Orders as the lists show them, in the order of their ids; ids that are not this shop's are left out. */
export async function loadOrderRows(ctx: ShopContext, ids: readonly OrderId[]): Promise<readonly OrderRow[]> {
  const [orders, issues] = await Promise.all([
    ctx.db.order.findMany({
      where: { shopId: ctx.shop.id, id: { in: [...ids] } },
      include: { decisions: standingRequests, handoffs: { include: { parcels: true } } },
    }),
    listOpenIssues(ctx, "order", ids),
  ]);
  const byId = new Map(orders.map((order) => [order.id, order]));
  return ids.flatMap((id) => {
    const order = byId.get(id);
    return order ? [toRow(ctx, order, issues.get(id) ?? [])] : [];
  });
}

/** The city that was last sent to the service, whatever the order says. */
function sentCity(ctx: ShopContext, { handoffs }: OrderWithHandoffs): string | null {
  const last = handoffs.toSorted((a, b) => a.sequence - b.sequence || a.revision - b.revision).at(-1);
  return (last && openSentCustomer(ctx, last)?.city) ?? null;
}

type OrderWithHandoffs = Prisma.OrderGetPayload<{
  include: { decisions: typeof standingRequests; handoffs: { include: { parcels: true } } };
}>;

function toRow(ctx: ShopContext, order: OrderWithHandoffs, issues: readonly OpenIssue[]): OrderRow {
  const parcels = order.handoffs.flatMap((handoff) => handoff.parcels);
  const margin = projectMargin(order);
  const state = shownState({ ...order, ...requestsOf(order.decisions) });
  const customer = openCustomer(ctx, order);
  const waiting = parcels.filter(({ status }) => status === "AWAITING_FUNDS");
  return {
    id: order.id,
    name: order.name,
    state,
    hasOpenIssue: order.hasOpenIssue || state === "held",
    isPutOff: isPutOff(order),
    isTest: order.handoffs.length > 0 && isOnlyTest(order.handoffs),
    route: order.route,
    totalPkr: order.totalPkr,
    isInOtherCurrency: isInOtherCurrency(order),
    customer: customer?.name ?? null,
    city: sentCity(ctx, order) ?? order.city ?? (customer?.city || null),
    parcels: parcelsInWords(parcels),
    brings: margin && {
      ...{ amountPkr: margin.netPkr, about: !margin.settled },
      mayBeRefunded: margin.shopify.mayBeRefunded,
    },
    reason:
      issues[0]?.sentence ?? waitingSentence(state, order.holdCode, { pausedForAll: ctx.env.PLACING_PAUSED }),
    askedCity: issues.map(readCityOfHold).find((asked) => asked !== null) ?? null,
    payPkr: sumRupees(waiting.map(agreedCostPkr)),
    since: order.listedAt,
  };
}
