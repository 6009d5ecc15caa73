import { Prisma } from "@prisma/client";
import type { PageCursor } from "#app/platform/database/page-cursor.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import { startOfDay } from "#app/platform/time/day-start.ts";
import { statesOfView } from "../../orders/list/orders-tab.ts";
import { type PayoutsDeps, payoutsMode } from "../sum-payouts.server.ts";
import type { ProfitRow, ProfitSubject } from "./profit-row.ts";
import { profitAmountSql, profitOutcomeSql } from "./profit-sql.server.ts";

const { sql, join } = Prisma;

/** Orders of these days, the last one included. */
export type ProfitPeriod = { readonly from: string; readonly to: string };

/** Profit of a period's orders by product, city or month, most first; `limit` null for all. */
export function sumProfit(
  ctx: PayoutsDeps,
  by: Exclude<ProfitSubject, "order">,
  query: { readonly period: ProfitPeriod; readonly limit: number | null },
): Promise<readonly ProfitRow[]> {
  return queryRows<ProfitRow>(ctx.db, profitQuery(ctx, by, query), { plan: "anew" });
}

/** The whole period as one row. */
export async function sumProfitOfAll(ctx: PayoutsDeps, period: ProfitPeriod): Promise<ProfitRow | null> {
  const parcels = parcelsSql(ctx, {
    key: sql`null::text`,
    label: sql`null::text`,
    where: periodSql(ctx, period),
  });
  const [row] = await queryRows<ProfitRow>(ctx.db, sumsSql(parcels), { plan: "anew" });
  return row ?? null;
}

export function profitQuery(
  ctx: PayoutsDeps,
  by: Exclude<ProfitSubject, "order">,
  { period, limit }: { readonly period: ProfitPeriod; readonly limit: number | null },
): Prisma.Sql {
  const where = periodSql(ctx, period);
  const order = by === "month" ? sql`key desc` : sql`net desc, key`;
  const most = limit === null ? sql`` : sql`limit ${limit}`;
  return sql`
    select key, label, "earnedPkr", "toComePkr", "lostPkr", delivered, "cameBack", unknown
    from (select *, "earnedPkr" + "toComePkr" - "lostPkr" as net
      from (${sumsSql(parcelsBy(ctx, by, where))}) as summed) as ranked
    order by ${order} ${most}`;
}

function parcelsBy(ctx: PayoutsDeps, by: Exclude<ProfitSubject, "order">, where: Prisma.Sql): Prisma.Sql {
  switch (by) {
    case "product":
      return productsSql(ctx, where);
    case "city":
      return parcelsSql(ctx, { key: sql`h.city`, label: sql`h.city`, where });
    case "month": {
      const month = sql`to_char(o.listed_at at time zone ${ctx.shop.timezone}::text, 'YYYY-MM')`;
      return parcelsSql(ctx, { key: month, label: sql`null::text`, where });
    }
  }
}

/** States in which nearly every order has a parcel that has ended, or will soon. */
const MOSTLY_ENDED: readonly string[] = ["delivered", "refused", "on_the_way"];

/** Orders of a period that have ended parcels or will, the newest first; of other states those alone that have some. */
export function profitOrderIdsQuery(
  ctx: PayoutsDeps,
  { period, after, limit }: { period: ProfitPeriod; after: PageCursor | null; limit: number },
): Prisma.Sql {
  const next =
    after?.key instanceof Date ? sql`(o.listed_at, o.id) < (${after.key}, ${after.id}::uuid)` : sql`true`;
  const hasEnded = sql`exists (
    select from handoff h join parcel p on p.shop_id = h.shop_id and p.handoff_id = h.id
    where h.shop_id = o.shop_id and h.order_id = o.id and p.mode = ${payoutsMode(ctx)} and ${profitOutcomeSql} is not null)`;
  const branches = statesOfView.all.map(
    (state) => sql`(
      select o.listed_at as key, o.id from "order" o
      where o.shop_id = ${ctx.shop.id}::uuid and o.state = ${state} and ${daysSql(ctx, period)} and ${next}
        and ${MOSTLY_ENDED.includes(state) ? sql`true` : hasEnded}
      order by o.listed_at desc, o.id desc limit ${limit})`,
  );
  return sql`select key, id from (${join(branches, " union all ")}) as found order by key desc, id desc limit ${limit}`;
}

/** Profit of these orders, by the order's id. */
export function sumProfitOfOrders(ctx: PayoutsDeps, ids: readonly string[]): Promise<readonly ProfitRow[]> {
  const where = sql`o.shop_id = ${ctx.shop.id}::uuid and o.id = any(${[...ids]}::uuid[])`;
  return queryRows<ProfitRow>(
    ctx.db,
    sumsSql(parcelsSql(ctx, { key: sql`o.id::text`, label: sql`o.name`, where })),
  );
}

function daysSql({ shop }: PayoutsDeps, { from, to }: ProfitPeriod): Prisma.Sql {
  const [first, end] = [startOfDay(from, shop.timezone), startOfDay(to, shop.timezone, 1)];
  return sql`o.listed_at >= ${first}::timestamptz and o.listed_at < ${end}::timestamptz`;
}

/** By the index of the orders' list, each state a range of it. */
function periodSql(ctx: PayoutsDeps, period: ProfitPeriod): Prisma.Sql {
  const states = [...statesOfView.all];
  return sql`o.shop_id = ${ctx.shop.id}::uuid and o.state = any(${states}::text[]) and ${daysSql(ctx, period)}`;
}

type Parcels = { readonly key: Prisma.Sql; readonly label: Prisma.Sql; readonly where: Prisma.Sql };

const FROM_ORDERS = sql`
  from "order" o
  join handoff h on h.shop_id = o.shop_id and h.order_id = o.id
  join parcel p on p.shop_id = h.shop_id and p.handoff_id = h.id`;

function parcelsSql(ctx: PayoutsDeps, { key, label, where }: Parcels): Prisma.Sql {
  return sql`
    select ${key} as key, ${label} as label, p.status, ${profitOutcomeSql} as outcome, (${profitAmountSql})::numeric as amount
    ${FROM_ORDERS}
    where ${where} and ${endedSql(ctx)}`;
}

/** As `parcel_profit_idx` holds them. */
function endedSql(ctx: PayoutsDeps): Prisma.Sql {
  return sql`p.mode = ${payoutsMode(ctx)} and p.status in ('DELIVERED', 'RETURNED', 'CANCELLED')
    and ${profitOutcomeSql} is not null`;
}

/**
 * A parcel of several products is shared by their prices; one whose contents are not known is of none. What parcels hold is
 * opened for all of them together: one at a time takes several times as long. `offset 0` keeps the planner from reading all
 * items to look at some.
 */
function productsSql(ctx: PayoutsDeps, where: Prisma.Sql): Prisma.Sql {
  return sql`
    with ended as materialized (
      select p.id, p.shop_id, p.handoff_id, p."of", p.status, ${profitOutcomeSql} as outcome, ${profitAmountSql} as amount,
        case jsonb_typeof(p.contents) when 'array' then p.contents end as contents
      ${FROM_ORDERS}
      where ${where} and ${endedSql(ctx)}),
    held as (
      select id, (line ->> 'handoffItemId')::uuid as item_id, (line ->> 'quantity')::int as quantity
      from (select id, jsonb_array_elements(contents) as line from ended) as opened),
    item as (
      select ended.id, i.supplier_variant_id as key, max(i.title) as label,
        sum(i.resale_pkr * coalesce(held.quantity, i.quantity))::numeric as worth
      from ended cross join lateral (
        select handoff_item.id, supplier_variant_id, title, resale_pkr, quantity from handoff_item
        where handoff_item.shop_id = ended.shop_id and handoff_item.handoff_id = ended.handoff_id offset 0) as i
      left join held on held.id = ended.id and held.item_id = i.id
      where case when ended.contents is null then ended."of" = 1 else held.id is not null end
      group by ended.id, i.supplier_variant_id)
    select item.key, item.label, ended.status, ended.outcome,
      ended.amount * coalesce(item.worth / nullif(sum(item.worth) over (partition by ended.id), 0),
        1::numeric / count(*) over (partition by ended.id)) as amount
    from ended left join item on item.id = ended.id`;
}

function sumsSql(parcels: Prisma.Sql): Prisma.Sql {
  const sum = (outcome: string) =>
    sql`coalesce(round(sum(amount) filter (where outcome = ${outcome})), 0)::float8`;
  return sql`
    select key, max(label) as label, ${sum("earned")} as "earnedPkr", ${sum("to_come")} as "toComePkr",
      ${sum("lost")} as "lostPkr", count(*) filter (where status = 'DELIVERED')::int as delivered,
      count(*) filter (where status = 'RETURNED')::int as "cameBack",
      count(*) filter (where amount is null)::int as unknown
    from (${parcels}) as parcel group by key`;
}
