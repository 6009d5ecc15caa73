import type { Prisma } from "@prisma/client";
import { listOpenNeeds, type Need } from "../attention/list-attention.server.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";
import { toMoneyOutlook } from "./money-outlook.ts";
import { openCustomer } from "./open-customer.server.ts";
import { type OrdersCursor, toOrdersCursor } from "./orders-cursor.ts";
import { type OrdersTab, ordersTabs, statesOfTab } from "./orders-tab.ts";
import { parcelsInWords } from "./parcels/parcels-in-words.ts";
import { shownState } from "./shown-state.ts";
import { waitingSentence } from "./waiting-sentence.ts";

const PAGE_SIZE = 25;

export type OrderRow = {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly test: boolean;
  readonly route: "COD" | "PREPAID" | null;
  readonly totalPkr: number | null;
  readonly customer: string | null;
  readonly city: string | null;
  readonly parcels: string;
  /** What stays with the merchant; expected until every parcel is final, null before anything is placed. */
  readonly margin: { readonly amountPkr: number; readonly about: boolean } | null;
  /** Why it needs the merchant, or waits. */
  readonly need: string | null;
  readonly since: Date;
};

export type OrdersPage = {
  readonly tab: OrdersTab;
  readonly rows: readonly OrderRow[];
  readonly next: string | null;
  readonly counts: Readonly<Record<OrdersTab, number>>;
  readonly asOf: Date;
};

export type OrdersQuery = {
  /** null: what needs the merchant when there is something, else everything. */
  readonly tab: OrdersTab | null;
  /** Part of an order's name; "" for all. */
  readonly search: string;
  readonly after: OrdersCursor | null;
};

/** One page of a shop's orders, newest first. Orders without anything of ours are left out. */
export async function listOrders(
  ctx: ShopContext,
  { tab: asked, search, after }: OrdersQuery,
): Promise<OrdersPage> {
  const needs = await listOpenNeeds(ctx, "order");
  const scope = (of: OrdersTab): Prisma.OrderWhereInput => ({
    shopId: ctx.shop.id,
    AND: [inTab(of, [...needs.keys()]), { name: { contains: search, mode: "insensitive" } }],
  });
  const counted = await Promise.all(ordersTabs.map((of) => ctx.db.order.count({ where: scope(of) })));
  const counts = countsOf(counted);
  const tab = asked ?? (counts.needs_you > 0 ? "needs_you" : "all");
  const found = await ctx.db.order.findMany({
    where: { AND: [scope(tab), after ? olderThan(after) : {}] },
    orderBy: [{ shopifyCreatedAt: "desc" }, { id: "desc" }],
    take: PAGE_SIZE + 1,
    include: { handoffs: { include: { parcels: true } } },
  });
  const page = found.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    tab,
    rows: page.map((order) => toRow(ctx, order, needs.get(order.id) ?? [])),
    next: found.length > PAGE_SIZE && last ? toOrdersCursor({ createdAt: ageOf(last), id: last.id }) : null,
    counts,
    asOf: ctx.clock.now(),
  };
}

function inTab(tab: OrdersTab, needing: readonly string[]): Prisma.OrderWhereInput {
  if (tab === "all") return { state: { not: "not_ours" } };
  const inState = { state: { in: [...statesOfTab[tab]] } };
  return tab === "needs_you" ? { OR: [inState, { id: { in: [...needing] } }] } : inState;
}

function olderThan({ createdAt, id }: OrdersCursor): Prisma.OrderWhereInput {
  return { OR: [{ shopifyCreatedAt: { lt: createdAt } }, { shopifyCreatedAt: createdAt, id: { lt: id } }] };
}

type FoundOrder = Prisma.OrderGetPayload<{ include: { handoffs: { include: { parcels: true } } } }>;

function ageOf(order: Pick<FoundOrder, "shopifyCreatedAt" | "createdAt">): Date {
  return order.shopifyCreatedAt ?? order.createdAt;
}

function toRow(ctx: ShopContext, order: FoundOrder, needs: readonly Need[]): OrderRow {
  const parcels = order.handoffs.flatMap((handoff) => handoff.parcels);
  const outlook = toMoneyOutlook(parcels);
  const state = shownState(order);
  return {
    id: order.id,
    name: order.name,
    state,
    test: order.test,
    route: order.route === "COD" || order.route === "PREPAID" ? order.route : null,
    totalPkr: order.totalPkr,
    customer: openCustomer(ctx, order)?.name ?? null,
    city: order.city,
    parcels: parcelsInWords(parcels),
    margin: outlook && { amountPkr: outlook.netPkr, about: !outlook.settled },
    need: needs[0]?.sentence ?? waitingSentence(state, order.holdCode),
    since: ageOf(order),
  };
}

function countsOf(counted: readonly number[]): Readonly<Record<OrdersTab, number>> {
  const of = (tab: OrdersTab) => counted[ordersTabs.indexOf(tab)] ?? 0;
  return {
    needs_you: of("needs_you"),
    to_place: of("to_place"),
    on_the_way: of("on_the_way"),
    done: of("done"),
    all: of("all"),
  };
}
