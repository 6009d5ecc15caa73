import { Prisma } from "@prisma/client";
import type { PageCursor } from "#app/platform/database/page-cursor.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import { ENOUGH_PARCELS } from "../enough-parcels.ts";
import { monthlySql, type ProfitPeriod } from "../profit/sum-profit.server.ts";
import type { PayoutsDeps } from "../sum-payouts.server.ts";
import type { RefusalRow, RefusalSubject } from "./refusal-row.ts";

const { sql } = Prisma;

// Over `profit_share`, which has a row for each variant of a parcel that has ended (D-141).

/** A row with its place in the list: too few parcels stand last, the highest rate that is certain first. */
type PlacedRefusalRow = RefusalRow & { readonly place: number; readonly id: string };

type RefusalsQuery = {
  readonly period: ProfitPeriod;
  readonly after: PageCursor | null;
  /** Null for all. */
  readonly limit: number | null;
};

/** Refusals of a period's orders, by group. */
export function sumRefusals(
  ctx: PayoutsDeps,
  by: RefusalSubject,
  query: RefusalsQuery,
): Promise<readonly PlacedRefusalRow[]> {
  return queryRows<PlacedRefusalRow>(ctx.db, refusalsQuery(ctx, by, query), { plan: "anew" });
}

/** The whole period as one row; null where nothing has ended. */
export async function sumRefusalsOfAll(ctx: PayoutsDeps, period: ProfitPeriod): Promise<RefusalRow | null> {
  const counted = countedSql(ctx, period, { key: sql`null::text`, isCounted: parcels });
  const whole = sql`select *, null::text as label from (${ratedSql(counted)}) as rated`;
  const [row] = await queryRows<RefusalRow>(ctx.db, whole, { plan: "anew" });
  return row ?? null;
}

export function refusalsQuery(
  ctx: PayoutsDeps,
  by: RefusalSubject,
  { period, after, limit }: RefusalsQuery,
): Prisma.Sql {
  const { label, ...subject } = subjectOf(ctx, by);
  const next =
    typeof after?.key === "number" ? sql`(place, id) < (${after.key}::int, ${after.id}::uuid)` : sql`true`;
  const most = limit === null ? sql`` : sql`limit ${limit}`;
  return sql`
    select *, ${label} as label from (
      select * from (${ratedSql(countedSql(ctx, period, subject))}) as rated
      where ${next} order by place desc, id desc ${most}) as page
    order by place desc, id desc`;
}

/** What rows are grouped by; counted are the rows that stand for a parcel there. */
type Subject = { readonly key: Prisma.Sql; readonly isCounted: Prisma.Sql };

const parcels = sql`position = 0`;

function subjectOf(ctx: PayoutsDeps, by: RefusalSubject): Subject & { readonly label: Prisma.Sql } {
  switch (by) {
    case "product": {
      const label = sql`(select title from handoff_item
        where shop_id = ${ctx.shop.id}::uuid and supplier_variant_id = key limit 1)`;
      return { key: sql`supplier_variant_id`, isCounted: sql`true`, label };
    }
    case "city":
      return { key: sql`city`, isCounted: parcels, label: sql`key` };
    case "route":
      return { key: sql`payment_mode`, isCounted: parcels, label: sql`null::text` };
    case "confirmation":
      return { key: sql`confirmed_by`, isCounted: parcels, label: sql`null::text` };
  }
}

function countedSql(ctx: PayoutsDeps, period: ProfitPeriod, { key, isCounted }: Subject): Prisma.Sql {
  return sql`
    select ${key} as key, count(*)::int as ended, (count(*) filter (where is_refused))::int as refused
    from ${monthlySql(ctx, period)}
    where ${isCounted} and status in ('DELIVERED', 'RETURNED') group by 1`;
}

/** Of the normal distribution: 19 of 20 cases. */
const Z = 1.96;

/** Wilson's interval, which stays between 0 and 100 percent and says little of little. */
function ratedSql(counted: Prisma.Sql): Prisma.Sql {
  const rate = sql`(refused::float8 / ended)`;
  const scale = sql`(1 + ${Z * Z}::float8 / ended)`;
  const middle = sql`(${rate} + ${(Z * Z) / 2}::float8 / ended)`;
  const reach = sql`${Z}::float8 * sqrt((${rate} * (1 - ${rate}) + ${(Z * Z) / 4}::float8 / ended) / ended)`;
  return sql`
    select key, refused, ended, md5(coalesce(key, ''))::uuid as id,
      (round(low) + case when ended < ${ENOUGH_PARCELS} then 0 else 10001 end)::int as place,
      round(low / 100)::int as "lowPercent", round(high / 100)::int as "highPercent"
    from (
      select *, greatest(0, 10000 * (${middle} - ${reach}) / ${scale}) as low,
        least(10000, 10000 * (${middle} + ${reach}) / ${scale}) as high
      from (${counted}) as counted
    ) as rated`;
}
