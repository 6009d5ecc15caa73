import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { PageCursor } from "#app/platform/database/page-cursor.ts";
import type { OrderId, ShopId } from "#app/platform/ids.ts";
import { startOfDay } from "#app/platform/time/day-start.ts";
import { cityForLists } from "../customer/city-for-lists.ts";
import { hashCity } from "../customer/city-hash.ts";
import { hashWord } from "../search/hash-words.ts";
import { readSearch, type SearchWord } from "../search/search-words.ts";
import { codesOfGroup, type HoldGroup } from "./hold-groups.ts";
import type { OrdersFilter } from "./orders-filter.ts";
import { isByAmount, isUpward, type OrdersSort, sortInForce } from "./orders-sort.ts";
import { type OrdersView, statesOfView } from "./orders-tab.ts";

export type OrdersSlice = {
  readonly view: OrdersView;
  readonly filter: OrdersFilter;
  /** As typed; "" for all. */
  readonly search: string;
  readonly sort: OrdersSort;
  readonly after: PageCursor | null;
  readonly limit: number;
};

const { sql, join } = Prisma;

/** An order of a list, as the place where a page ends. */
export type OrderCursor = PageCursor & { readonly id: OrderId };

/** The next orders of a list. */
export async function findOrderIds(ctx: ShopContext, slice: OrdersSlice): Promise<readonly OrderCursor[]> {
  for (const query of orderIdsQueries(ctx, slice)) {
    const found = await ctx.db.$queryRaw<OrderCursor[]>(query);
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * What is asked, each only where the one before found nothing. Each branch walks one index in the list's own order and
 * stops at the limit, so that the hundredth page costs what the first does.
 */
export function orderIdsQueries(ctx: ShopContext, asked: OrdersSlice): readonly Prisma.Sql[] {
  const slice = { ...asked, sort: sortInForce(asked.sort, asked.search) };
  const ranks =
    slice.search === ""
      ? [branchesOfView(ctx, slice)]
      : readSearch(slice.search).map((readings) => branchesOfSearch(ctx, slice, readings));
  return ranks
    .filter((branches) => branches.length > 0)
    .map(
      (branches) => sql`
        select distinct key, id from (${join([...branches], " union all ")}) as found
        ${inOrder(slice, sql`key`, sql`id`)} limit ${slice.limit}`,
    );
}

/** As `order_by_amount_idx` holds it. */
const amountKey = sql`coalesce(o.total_pkr, -1)`;

function keyOf({ sort }: OrdersSlice): Prisma.Sql {
  return isByAmount(sort) ? amountKey : sql`o.listed_at`;
}

function inOrder({ sort }: OrdersSlice, key: Prisma.Sql, id: Prisma.Sql): Prisma.Sql {
  return isUpward(sort) ? sql`order by ${key}, ${id}` : sql`order by ${key} desc, ${id} desc`;
}

/** A place of another order, as a bent address names it, is no place. */
function afterCursor({ sort, after }: OrdersSlice, key: Prisma.Sql, id: Prisma.Sql): Prisma.Sql {
  if (!after || typeof after.key !== (isByAmount(sort) ? "number" : "object")) return sql`true`;
  return sql`(${key}, ${id}) ${isUpward(sort) ? sql`>` : sql`<`} (${after.key}, ${after.id}::uuid)`;
}

/** One branch for each state or reason: only an equal one lets an index give its rows in order. */
function branchesOfView(ctx: ShopContext, slice: OrdersSlice): readonly Prisma.Sql[] {
  const { view, filter } = slice;
  const conditions = [...conditionsOf(ctx, slice), afterCursor(slice, keyOf(slice), sql`o.id`)];
  const branch = (inView: Prisma.Sql) => sql`(
    select ${keyOf(slice)} as key, o.id from "order" o where ${join([inView, ...conditions], " and ")}
    ${inOrder(slice, keyOf(slice), sql`o.id`)} limit ${slice.limit})`;
  if (filter.parcel && !COMMON.has(filter.parcel)) return [branch(inViewOf(slice))];
  if (filter.hold) {
    const reasons = [...codesOfGroup(filter.hold).map((code) => sql`o.hold_code = ${code}`)];
    return [...reasons, isHoldGroup(ctx, filter.hold)].map((reason) =>
      branch(sql`${inViewOf(slice)} and ${reason}`),
    );
  }
  if (view === "needs_you") return [branch(hasOpenIssue)];
  return statesIn(slice).map((state) => branch(sql`o.state = ${state}`));
}

/** Whether a question of the group is open about it, whatever else it waits for. */
function isHoldGroup({ shop }: ShopContext, group: HoldGroup): Prisma.Sql {
  return sql`o.id = any(array(
    select a.thing_id::uuid from attention a where a.shop_id = ${shop.id}::uuid and a.resolved_at is null
      and a.thing = 'order' and a.code = any(${[...codesOfGroup(group)]}::text[])))`;
}

/** So many parcels end like this that the list's own order meets them soon; of others all there are is less. */
const COMMON: ReadonlySet<string> = new Set(["DELIVERED", "RETURNED"]);

function inViewOf(slice: OrdersSlice): Prisma.Sql {
  return slice.view === "needs_you" ? hasOpenIssue : sql`o.state = any(${[...statesIn(slice)]}::text[])`;
}

const hasOpenIssue = sql`(o.needs_you or o.state = 'held')`;

function branchesOfSearch(
  ctx: ShopContext,
  slice: OrdersSlice,
  readings: readonly (readonly SearchWord[])[],
): readonly Prisma.Sql[] {
  const shopId = ctx.shop.id;
  const after = afterCursor(slice, sql`s.listed_at`, sql`s.order_id`);
  const conditions = [inViewOf(slice), ...conditionsOf(ctx, slice), after];
  return readings.flatMap((words) => {
    // The longest word is most likely the rarest.
    const [rarest, ...others] = words.toSorted((a, b) => b.word.length - a.word.length);
    const all = [...conditions, ...others.map((word) => hasWord(ctx, word))];
    if (!rarest) return [];
    const term = hashWord(ctx.crypto, shopId, rarest);
    return [
      sql`(
        select s.listed_at as key, s.order_id as id from order_search_term s
        join "order" o on o.shop_id = s.shop_id and o.id = s.order_id
        where s.shop_id = ${shopId}::uuid and s.term = ${term} and ${join(all, " and ")}
        ${inOrder(slice, sql`s.listed_at`, sql`s.order_id`)} limit ${slice.limit})`,
    ];
  });
}

function hasWord(ctx: ShopContext, word: SearchWord): Prisma.Sql {
  return sql`exists (
    select 1 from order_search_term t where t.shop_id = o.shop_id and t.order_id = o.id
      and t.term = ${hashWord(ctx.crypto, ctx.shop.id, word)})`;
}

/** A parcel that is open, or was refused, is never in an order that says otherwise: those need not be looked through. */
function statesIn({ view, filter }: OrdersSlice): readonly string[] {
  const states = statesOfView[view];
  if (filter.parcel === null || filter.parcel === "CANCELLED") return states;
  const never = NEVER_WITH[filter.parcel] ?? ["delivered", "refused", "cancelled"];
  return states.filter((state) => !never.includes(state));
}

const NEVER_WITH: Readonly<Record<string, readonly string[]>> = {
  DELIVERED: ["cancelled", "new", "to_place", "waiting"],
  RETURNED: ["delivered", "cancelled", "new", "to_place", "waiting"],
};

/** `offset 0` keeps the planner from reading all parcels to look at a few orders. */
function parcelCondition(shopId: ShopId, parcel: string): Prisma.Sql {
  if (COMMON.has(parcel))
    return sql`exists (
      select 1 from handoff h join parcel p on p.shop_id = h.shop_id and p.handoff_id = h.id
      where h.shop_id = o.shop_id and h.order_id = o.id and p.status = ${parcel} offset 0)`;
  return sql`o.id in (
    select h.order_id from parcel p join handoff h on h.shop_id = p.shop_id and h.id = p.handoff_id
    where p.shop_id = ${shopId}::uuid and p.status = ${parcel})`;
}

function waitsFor(ctx: ShopContext, group: HoldGroup): Prisma.Sql {
  return sql`(o.hold_code = any(${[...codesOfGroup(group)]}::text[]) or ${isHoldGroup(ctx, group)})`;
}

/** As orders keep it: the key of a known city, the hash of another one. */
function keyOfCity(ctx: ShopContext, written: string): string {
  const city = cityForLists({ city: written, province: "" });
  if (city === null) return "";
  return city.kind === "known" ? city.key : hashCity(ctx, city.key);
}

function conditionsOf(ctx: ShopContext, { filter, search }: OrdersSlice): readonly Prisma.Sql[] {
  const { shop } = ctx;
  // Without a search each reason is a branch of its own.
  const isWithin = search !== "" || (filter.parcel !== null && !COMMON.has(filter.parcel));
  const from = filter.from === null ? null : startOfDay(filter.from, shop.timezone);
  const until = filter.to === null ? null : startOfDay(filter.to, shop.timezone, 1);
  return [
    sql`o.shop_id = ${shop.id}::uuid`,
    ...(filter.route ? [sql`o.route = ${filter.route}`] : []),
    ...(filter.city === "" ? [] : [sql`o.city_key = ${keyOfCity(ctx, filter.city)}`]),
    ...(filter.hold && isWithin ? [waitsFor(ctx, filter.hold)] : []),
    ...(from ? [sql`o.listed_at >= ${from}`] : []),
    ...(until ? [sql`o.listed_at < ${until}`] : []),
    ...(filter.parcel ? [parcelCondition(shop.id, filter.parcel)] : []),
  ];
}
