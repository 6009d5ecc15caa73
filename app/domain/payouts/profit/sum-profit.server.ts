import { Prisma } from "@prisma/client";
import type { PageCursor } from "#app/platform/database/page-cursor.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { startOfDay } from "#app/platform/time/day-start.ts";
import { type PayoutsDeps, payoutsMode } from "../sum-payouts.server.ts";
import type { ProfitRow, ProfitSubject } from "./profit-row.ts";

const { sql } = Prisma;

// Over `profit_share`, which holds what each parcel that has ended brought (D-141).

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
  const sums = sumsSql({ key: sql`null::text`, from: monthlySql(ctx, period), counted: parcels });
  const whole = rowSql({ shown: sql`key`, label: sql`null::text` });
  const [row] = await queryRows<ProfitRow>(ctx.db, sql`select ${whole} from (${sums}) as s`, {
    plan: "anew",
  });
  return row ?? null;
}

export function profitQuery(
  ctx: PayoutsDeps,
  by: Exclude<ProfitSubject, "order">,
  { period, limit }: { readonly period: ProfitPeriod; readonly limit: number | null },
): Prisma.Sql {
  const { key, counted, ...words } = subjectOf(ctx, by);
  const order = by === "month" ? sql`key desc` : sql`net desc, key`;
  const most = limit === null ? sql`` : sql`limit ${limit}`;
  return sql`
    select ${rowSql(words)}
    from (select *, "earnedPkr" + "toComePkr" - "lostPkr" as net
      from (${sumsSql({ key, from: monthlySql(ctx, period), counted })}) as summed
      order by ${order} ${most}) as s
    order by ${order}`;
}

/** How the key of a row is written, and what the row is called. */
type Words = { readonly shown: Prisma.Sql; readonly label: Prisma.Sql };

/** What rows are grouped by; counted are the rows that stand for a parcel there. */
type Subject = Words & { readonly key: Prisma.Sql; readonly counted: Prisma.Sql };

const parcels = sql`position = 0`;

function subjectOf(ctx: PayoutsDeps, by: Exclude<ProfitSubject, "order">): Subject {
  switch (by) {
    case "product": {
      const title = sql`(select title from handoff_item
        where shop_id = ${ctx.shop.id}::uuid and supplier_variant_id = key limit 1)`;
      return { key: sql`supplier_variant_id`, shown: sql`key`, label: title, counted: sql`true` };
    }
    case "city":
      return { key: sql`city`, shown: sql`key`, label: sql`key`, counted: parcels };
    case "month": {
      const shown = sql`to_char(key, 'YYYY-MM')`;
      return { key: sql`month`, shown, label: sql`null::text`, counted: parcels };
    }
  }
}

/**
 * A period's rows and their `month`, along the index: a shop that holds most of the table does not have it read whole.
 * Where clocks go back as a month begins, PostgreSQL takes the second midnight: the hour before it counts in the month before.
 */
export function monthlySql(ctx: PayoutsDeps, period: ProfitPeriod): Prisma.Sql {
  const where = periodSql(ctx, period);
  const zone = sql`at time zone ${ctx.shop.timezone}::text`;
  return sql`
    (select min(ordered_at) as first, max(ordered_at) as last from profit_share where ${where}) as span
    cross join generate_series(
      date_trunc('month', span.first ${zone}) - interval '1 month', span.last ${zone}, interval '1 month'
    ) as month
    cross join lateral (
      select * from profit_share
      where ${where} and ordered_at >= month ${zone} and ordered_at < (month + interval '1 month') ${zone}
      offset 0) as share`;
}

/** Orders of a period with a parcel that has ended, the newest first. */
export function profitOrderIdsQuery(
  ctx: PayoutsDeps,
  { period, after, limit }: { period: ProfitPeriod; after: PageCursor | null; limit: number },
): Prisma.Sql {
  const next =
    after?.key instanceof Date ? sql`(ordered_at, order_id) < (${after.key}, ${after.id}::uuid)` : sql`true`;
  return sql`
    select distinct ordered_at as key, order_id as id from profit_share
    where ${periodSql(ctx, period)} and ${next}
    order by ordered_at desc, order_id desc limit ${limit}`;
}

/** Profit of these orders, by the order's id. */
export function sumProfitOfOrders(ctx: PayoutsDeps, ids: readonly OrderId[]): Promise<readonly ProfitRow[]> {
  const where = sql`${ofShopSql(ctx)} and order_id = any(${[...ids]}::uuid[])`;
  const sums = sumsSql({ key: sql`order_id`, from: sql`profit_share where ${where}`, counted: parcels });
  const name = sql`(select name from "order" where shop_id = ${ctx.shop.id}::uuid and id = key)`;
  const words = rowSql({ shown: sql`key::text`, label: name });
  return queryRows<ProfitRow>(ctx.db, sql`select ${words} from (${sums}) as s`);
}

function ofShopSql(ctx: PayoutsDeps): Prisma.Sql {
  return sql`shop_id = ${ctx.shop.id}::uuid and mode = ${payoutsMode(ctx)}`;
}

function periodSql(ctx: PayoutsDeps, { from, to }: ProfitPeriod): Prisma.Sql {
  const { timezone } = ctx.shop;
  const [first, end] = [startOfDay(from, timezone), startOfDay(to, timezone, 1)];
  return sql`${ofShopSql(ctx)} and ordered_at >= ${first}::timestamptz and ordered_at < ${end}::timestamptz`;
}

type Sums = { readonly key: Prisma.Sql; readonly from: Prisma.Sql; readonly counted: Prisma.Sql };

function sumsSql({ key, from, counted }: Sums): Prisma.Sql {
  const sum = (outcome: string) =>
    sql`coalesce(round(sum(amount) filter (where outcome = ${outcome})), 0)::float8`;
  const count = (which: Prisma.Sql) => sql`count(*) filter (where ${counted} and ${which})::int`;
  return sql`
    select ${key} as key, ${sum("earned")} as "earnedPkr", ${sum("to_come")} as "toComePkr",
      ${sum("lost")} as "lostPkr", ${count(sql`status = 'DELIVERED'`)} as delivered,
      ${count(sql`status = 'RETURNED'`)} as "cameBack", ${count(sql`amount is null`)} as unknown
    from ${from} group by 1`;
}

function rowSql({ shown, label }: Words): Prisma.Sql {
  return sql`${shown} as key, ${label} as label, "earnedPkr", "toComePkr", "lostPkr", delivered, "cameBack", unknown`;
}
