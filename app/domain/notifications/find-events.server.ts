import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type AttentionCode, attentionCodes } from "#app/domain/messages/attention/attention-sentence.ts";
import { needsPerson } from "#app/domain/messages/holds/hold-codes.ts";
import { findLowReserve } from "#app/domain/wallet-page/find-reserve.server.ts";
import { type OrderId, toOrderId } from "#app/platform/ids.ts";
import { listProducts, listRisen } from "./list-products.server.ts";
import type { EventWindow, NotificationEvent } from "./notification-event.ts";
import type { NotificationKind } from "./notification-kinds.ts";

const FUNDS: readonly AttentionCode[] = ["awaiting_funds", "insufficient_balance"];
const CONNECTION = attentionCodes.filter(
  (code) => code.startsWith("connection_") || code === "location_inactive" || code === "shopify_news_missing",
);
const PRICES: readonly AttentionCode[] = ["loses_money", "below_minimum", "sales_held", "news_prices"];
const REMOVED: readonly AttentionCode[] = ["variants_gone", "variants_missing", "news_out"];
const ORDERS = attentionCodes.filter(
  (code) => needsPerson(code) && !FUNDS.includes(code) && code !== "parcel_stands_still",
);

type Finding = Omit<NotificationEvent, "kind">;

const nothing: Finding = {
  ...{ count: 0, names: [], deadline: null, hasStopped: false },
  ...{ risen: 0, percent: 0, emptyInDays: null },
};

const finders: Readonly<
  Record<NotificationKind, (ctx: ShopContext, window: EventWindow) => Promise<Finding>>
> = {
  orders_waiting: (ctx, window) => findOrders(ctx, window, ORDERS),
  awaiting_funds: findWaitingForFunds,
  reserve_low: findLowReserveEvent,
  connection_lost: findLostConnection,
  prices_up: findRisenPrices,
  products_removed: findRemoved,
  parcels_standing: findStandingParcels,
  settlement_differs: (ctx, window) => countThings(ctx, window, ["settlement_differs"]),
  delivery_moved: (ctx, window) => countThings(ctx, window, ["delivery_rates_moved"]),
};

/** What came up of one kind, from the rows of what needs a person and the facts beside them; null where nothing did. */
export async function findEvent(
  ctx: ShopContext,
  kind: NotificationKind,
  window: EventWindow,
): Promise<NotificationEvent | null> {
  const found = await finders[kind](ctx, window);
  // Paying by itself that stopped is mailed though no order waits yet.
  return found.count > 0 || found.hasStopped ? { kind, ...found } : null;
}

/** The things that issues of these codes were opened about. */
async function listThings(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { since, until }: EventWindow,
  codes: readonly AttentionCode[],
): Promise<readonly { readonly thing: string; readonly thingId: string }[]> {
  const rows = await db.attention.findMany({
    where: {
      shopId: shop.id,
      resolvedAt: null,
      openedAt: { gt: since, lte: until },
      code: { in: [...codes] },
    },
    select: { thing: true, thingId: true },
    orderBy: { openedAt: "asc" },
  });
  const once = new Map(rows.map((row) => [`${row.thing}/${row.thingId}`, row]));
  return [...once.values()];
}

async function countThings(
  ctx: ShopContext,
  window: EventWindow,
  codes: readonly AttentionCode[],
): Promise<Finding> {
  return { ...nothing, count: (await listThings(ctx, window, codes)).length };
}

async function findOrders(
  ctx: ShopContext,
  window: EventWindow,
  codes: readonly AttentionCode[],
): Promise<Finding> {
  const things = await listThings(ctx, window, codes);
  const ids = things.filter(({ thing }) => thing === "order").map(({ thingId }) => toOrderId(thingId));
  const names = await listNames(ctx, ids);
  return { ...nothing, count: ids.length, names };
}

async function listNames({ db, shop }: ShopContext, ids: readonly OrderId[]): Promise<readonly string[]> {
  const rows = await db.order.findMany({
    where: { shopId: shop.id, id: { in: [...ids] } },
    select: { id: true, name: true },
  });
  const byId = new Map(rows.map(({ id, name }) => [id, name]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function findWaitingForFunds(ctx: ShopContext, window: EventWindow): Promise<Finding> {
  const [orders, stopped] = await Promise.all([
    findOrders(ctx, window, FUNDS),
    listThings(ctx, window, ["auto_pay_stopped"]),
  ]);
  const hasStopped = stopped.length > 0;
  if (orders.count === 0 && !hasStopped) return nothing;
  const mode = ctx.connection?.mode ?? "live";
  const { _min: first } = await ctx.db.parcel.aggregate({
    where: { shopId: ctx.shop.id, mode, status: "AWAITING_FUNDS" },
    _min: { fundsDeadline: true },
  });
  return { ...orders, deadline: first.fundsDeadline, hasStopped };
}

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A wallet stays nearly empty for days: it is mailed again after so many. */
const RESERVE_AGAIN_AFTER_MS = 3 * DAY_MS;

/** It is no row that opens and ends, so that the time of the last mail decides. */
async function findLowReserveEvent(ctx: ShopContext, { since, until }: EventWindow): Promise<Finding> {
  if (until.getTime() - since.getTime() < HOUR_MS) return nothing;
  const where = { shopId_kind: { shopId: ctx.shop.id, kind: "reserve_low" as const } };
  const choice = await ctx.db.notificationChoice.findUnique({ where, select: { mailedAt: true } });
  const isNotified = choice?.mailedAt && until.getTime() - choice.mailedAt.getTime() < RESERVE_AGAIN_AFTER_MS;
  if (isNotified) return nothing;
  const reserve = await findLowReserve(ctx);
  return reserve ? { ...nothing, count: 1, emptyInDays: reserve.emptyInDays } : nothing;
}

async function findLostConnection(ctx: ShopContext, window: EventWindow): Promise<Finding> {
  const { since, until } = window;
  const [things, paused] = await Promise.all([
    listThings(ctx, window, CONNECTION),
    ctx.db.supplierConnection.count({
      where: { shopId: ctx.shop.id, active: true, disconnectedAt: null, pausedAt: { gt: since, lte: until } },
    }),
  ]);
  return { ...nothing, count: Math.max(things.length, paused) };
}

/** A product counts once, however many of its variants cost more, and whatever else is said of it. */
async function findRisenPrices(ctx: ShopContext, window: EventWindow): Promise<Finding> {
  const things = await listThings(ctx, window, PRICES);
  const [about, risen] = await Promise.all([
    listProducts(ctx, { things, change: "news_prices" }),
    listRisen(ctx, window),
  ]);
  const products = new Set([...about, ...risen.map(({ product }) => product)]);
  const variants = new Set(risen.map(({ variant }) => variant));
  return { ...nothing, count: products.size, risen: variants.size, percent: window.percent };
}

async function findRemoved(ctx: ShopContext, window: EventWindow): Promise<Finding> {
  const { since, until } = window;
  const things = await listThings(ctx, window, REMOVED);
  const also = { removedAt: { gt: since, lte: until } };
  const products = await listProducts(ctx, { things, change: "news_out", also });
  return { ...nothing, count: new Set(products).size };
}

/** By the parcels themselves: two of one order are two, and each is mailed once until it moves. */
async function findStandingParcels({ db, shop }: ShopContext, window: EventWindow): Promise<Finding> {
  const parcels = await db.parcel.findMany({
    where: { shopId: shop.id, stillSince: { gt: window.since, lte: window.until } },
    select: { handoff: { select: { order: { select: { name: true } } } } },
    orderBy: { stillSince: "asc" },
  });
  const names = [...new Set(parcels.map(({ handoff }) => handoff.order.name))];
  return { ...nothing, count: parcels.length, names };
}
