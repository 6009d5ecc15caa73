import { Prisma } from "@prisma/client";
import { startOfDay } from "#app/platform/day-start.ts";
import type { ShopContext } from "../../shops/shop-context.server.ts";
import { cityForLists } from "../customer/city-for-lists.ts";
import { hashCity } from "../customer/city-hash.ts";
import { hashWord } from "../search/hash-words.ts";
import { readSearch, type SearchWord } from "../search/search-words.ts";
import type { OrdersCursor } from "./orders-cursor.ts";
import type { OrdersFilter } from "./orders-filter.ts";
import { type OrdersView, statesOfView } from "./orders-tab.ts";

export type OrdersSlice = {
  readonly view: OrdersView;
  readonly filter: OrdersFilter;
  /** As typed; "" for all. */
  readonly search: string;
  readonly after: OrdersCursor | null;
  readonly limit: number;
};

export type FoundId = { readonly id: string; readonly listedAt: Date };

const { sql, join } = Prisma;

/**
 * The next orders of a list, newest first. Each branch walks one index in the list's own order and stops at the limit,
 * so that the hundredth page costs what the first does.
 */
export async function findOrderIds(ctx: ShopContext, slice: OrdersSlice): Promise<readonly FoundId[]> {
  if (slice.search === "") return runBranches(ctx, branchesOfView(ctx, slice), slice.limit);
  for (const readings of readSearch(slice.search)) {
    const found = await runBranches(ctx, branchesOfSearch(ctx, slice, readings), slice.limit);
    if (found.length > 0) return found;
  }
  return [];
}

async function runBranches(
  ctx: ShopContext,
  branches: readonly Prisma.Sql[],
  limit: number,
): Promise<readonly FoundId[]> {
  if (branches.length === 0) return [];
  return ctx.db.$queryRaw<FoundId[]>`
    select distinct listed_at as "listedAt", id from (${join([...branches], " union all ")}) as found
    order by listed_at desc, id desc limit ${limit}`;
}

/** One branch for each state: only an equal state lets an index give its rows in order. */
function branchesOfView(ctx: ShopContext, slice: OrdersSlice): readonly Prisma.Sql[] {
  const conditions = [...conditionsOf(ctx, slice), afterCursor(slice.after, sql`o.listed_at`, sql`o.id`)];
  const branch = (inView: Prisma.Sql) => sql`(
    select o.listed_at, o.id from "order" o where ${join([inView, ...conditions], " and ")}
    order by o.listed_at desc, o.id desc limit ${slice.limit})`;
  if (slice.filter.parcel && !COMMON.has(slice.filter.parcel)) return [branchOfParcels(slice, conditions)];
  if (slice.view === "needs_you") return [branch(needsYou)];
  return statesIn(slice).map((state) => branch(sql`o.state = ${state}`));
}

/** So many parcels end like this that the list's own order meets them soon; of others all there are is less. */
const COMMON: ReadonlySet<string> = new Set(["DELIVERED", "RETURNED"]);

function branchOfParcels(slice: OrdersSlice, conditions: readonly Prisma.Sql[]): Prisma.Sql {
  return sql`(
    select o.listed_at, o.id from "order" o where ${join([inViewOf(slice), ...conditions], " and ")}
    order by o.listed_at desc, o.id desc limit ${slice.limit})`;
}

function inViewOf(slice: OrdersSlice): Prisma.Sql {
  return slice.view === "needs_you" ? needsYou : sql`o.state = any(${[...statesIn(slice)]}::text[])`;
}

const needsYou = sql`(o.needs_you or o.state = 'held')`;

function branchesOfSearch(
  ctx: ShopContext,
  slice: OrdersSlice,
  readings: readonly (readonly SearchWord[])[],
): readonly Prisma.Sql[] {
  const shopId = ctx.shop.id;
  const after = afterCursor(slice.after, sql`s.listed_at`, sql`s.order_id`);
  const conditions = [inViewOf(slice), ...conditionsOf(ctx, slice), after];
  return readings.flatMap((words) => {
    // The longest word is most likely the rarest.
    const [rarest, ...others] = words.toSorted((a, b) => b.word.length - a.word.length);
    const all = [...conditions, ...others.map((word) => hasWord(ctx, word))];
    if (!rarest) return [];
    const term = hashWord(ctx.crypto, shopId, rarest);
    return [
      sql`(
        select s.listed_at, s.order_id as id from order_search_term s
        join "order" o on o.shop_id = s.shop_id and o.id = s.order_id
        where s.shop_id = ${shopId}::uuid and s.term = ${term} and ${join(all, " and ")}
        order by s.listed_at desc, s.order_id desc limit ${slice.limit})`,
    ];
  });
}

function hasWord(ctx: ShopContext, word: SearchWord): Prisma.Sql {
  return sql`exists (
    select 1 from order_search_term t where t.shop_id = o.shop_id and t.order_id = o.id
      and t.term = ${hashWord(ctx.crypto, ctx.shop.id, word)})`;
}

function afterCursor(after: OrdersCursor | null, listedAt: Prisma.Sql, id: Prisma.Sql): Prisma.Sql {
  if (!after) return sql`true`;
  return sql`(${listedAt}, ${id}) < (${after.listedAt}, ${after.id}::uuid)`;
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
function parcelCondition(shopId: string, parcel: string): Prisma.Sql {
  if (COMMON.has(parcel))
    return sql`exists (
      select 1 from handoff h join parcel p on p.shop_id = h.shop_id and p.handoff_id = h.id
      where h.shop_id = o.shop_id and h.order_id = o.id and p.status = ${parcel} offset 0)`;
  return sql`o.id in (
    select h.order_id from parcel p join handoff h on h.shop_id = p.shop_id and h.id = p.handoff_id
    where p.shop_id = ${shopId}::uuid and p.status = ${parcel})`;
}

/** As orders keep it: the key of a known city, the hash of another one. */
function keyOfCity(ctx: ShopContext, written: string): string {
  const city = cityForLists({ city: written, province: "" });
  if (city === null) return "";
  return city.kind === "known" ? city.key : hashCity(ctx, city.key);
}

function conditionsOf(ctx: ShopContext, { filter }: OrdersSlice): readonly Prisma.Sql[] {
  const { shop } = ctx;
  const from = filter.from === null ? null : startOfDay(filter.from, shop.timezone);
  const until = filter.to === null ? null : startOfDay(filter.to, shop.timezone, 1);
  return [
    sql`o.shop_id = ${shop.id}::uuid`,
    ...(filter.route ? [sql`o.route = ${filter.route}`] : []),
    ...(filter.city === "" ? [] : [sql`o.city_key = ${keyOfCity(ctx, filter.city)}`]),
    ...(filter.hold ? [sql`o.hold_code = ${filter.hold}`] : []),
    ...(from ? [sql`o.listed_at >= ${from}`] : []),
    ...(until ? [sql`o.listed_at < ${until}`] : []),
    ...(filter.parcel ? [parcelCondition(shop.id, filter.parcel)] : []),
  ];
}
