import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { addMonths } from "#app/domain/money/calendar-days.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import { invariant } from "#app/platform/errors.ts";
import { startOfDay } from "#app/platform/time/day-start.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { PayoutState } from "./payout.ts";
import { isPayoutSql, isPendingSql, payoutAmountSql, payoutStateSql } from "./payout-sql.server.ts";
import { allPayouts, type PayoutKind, type PayoutsFilter } from "./payouts-filter.ts";

const { sql, join } = Prisma;

/** What some parcels of one state and kind bring together. */
export type PayoutSum = {
  /** A calendar day of the shop's; null where the service set no date. */
  readonly day: string | null;
  readonly state: PayoutState;
  readonly kind: PayoutKind;
  readonly parcels: number;
  /** Parcels whose sum is not known; they are not in `amountPkr`. */
  readonly unknown: number;
  readonly amountPkr: Rupees;
};

export type PayoutsDeps = Pick<ShopContext, "shop" | "db" | "connection">;

/** The mode whose payouts are shown: the connection's, and where there is none the one in which money moves. */
export function payoutsMode({ connection }: Pick<ShopContext, "connection">): Mode {
  return connection?.mode ?? "live";
}

/** All that is pending, by day. */
export function sumPending(ctx: PayoutsDeps): Promise<readonly PayoutSum[]> {
  return queryRows<PayoutSum>(ctx.db, pendingQuery(ctx));
}

/** What is released, was released or reversed with a date in a month ("2026-12"), by day. */
export function sumMonth(
  ctx: PayoutsDeps,
  query: { readonly month: string; readonly filter: PayoutsFilter },
): Promise<readonly PayoutSum[]> {
  return queryRows<PayoutSum>(ctx.db, monthQuery(ctx, query), { plan: "anew" });
}

/** What was delivered and has no date: one may still be set for what is pending, for the rest it never will be. */
export function sumUndated(ctx: PayoutsDeps): Promise<readonly PayoutSum[]> {
  return queryRows<PayoutSum>(ctx.db, sumsSql(ctx, sql`p.margin_release_at is null`, allPayouts));
}

export function pendingQuery(ctx: PayoutsDeps): Prisma.Sql {
  return sumsSql(ctx, isPendingSql, allPayouts);
}

export function monthQuery(
  ctx: PayoutsDeps,
  { month, filter }: { readonly month: string; readonly filter: PayoutsFilter },
): Prisma.Sql {
  return sumsSql(ctx, withinSql(ctx, `${month}-01`, `${addMonths(month, 1)}-01`), filter);
}

/** Released from the beginning of one day until another's. */
export function withinSql({ shop }: Pick<ShopContext, "shop">, from: string, until: string): Prisma.Sql {
  const [first, end] = [from, until].map((day) => startOfDay(day, shop.timezone));
  invariant(first && end, `${from} and ${until} are days`);
  return sql`p.margin_release_at >= ${first}::timestamptz and p.margin_release_at < ${end}::timestamptz`;
}

/** Parcels of a mode that fit; each with its handoff `h`, its state and its rupees. */
export function payoutsSql(
  ctx: PayoutsDeps,
  { columns, where, filter }: { columns: Prisma.Sql; where: Prisma.Sql; filter: PayoutsFilter },
): Prisma.Sql {
  const conditions = [
    sql`p.shop_id = ${ctx.shop.id}::uuid and p.mode = ${payoutsMode(ctx)} and ${isPayoutSql}`,
    where,
    ...(filter.state ? [sql`${payoutStateSql} = ${filter.state}`] : []),
    ...(filter.kind ? [sql`h.payment_mode ${filter.kind === "fee" ? sql`=` : sql`<>`} 'PREPAID'`] : []),
  ];
  return sql`
    select ${columns} from parcel p join handoff h on h.shop_id = p.shop_id and h.id = p.handoff_id
    where ${join(conditions, " and ")}`;
}

function sumsSql(ctx: PayoutsDeps, where: Prisma.Sql, filter: PayoutsFilter): Prisma.Sql {
  const columns = sql`
    to_char(p.margin_release_at at time zone ${ctx.shop.timezone}::text, 'YYYY-MM-DD') as day, ${payoutStateSql} as state,
    case when h.payment_mode = 'PREPAID' then 'fee' else 'margin' end as kind, ${payoutAmountSql} as amount`;
  return sql`
    select day, state, kind, count(*)::int as parcels, count(*) filter (where amount is null)::int as unknown,
      coalesce(sum(amount), 0)::float8 as "amountPkr"
    from (${payoutsSql(ctx, { columns, where, filter })}) as payout
    group by day, state, kind order by day, state, kind`;
}
