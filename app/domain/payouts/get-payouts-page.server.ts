import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { addMonths, nearestMonth } from "#app/domain/money/calendar-days.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import { calendarDay } from "#app/platform/time/calendar-day.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { add, type Coming, planComing, type Sum } from "./coming.ts";
import type { PayoutState } from "./payout.ts";
import { isPayoutSql } from "./payout-sql.server.ts";
import type { PayoutsFilter } from "./payouts-filter.ts";
import { type PayoutSum, payoutsMode, sumMonth, sumPending, sumUndated } from "./sum-payouts.server.ts";

export type PayoutsQuery = {
  /** "2026-12"; null for the one of today, or the nearest with something in it. */
  readonly month: string | null;
  readonly filter: PayoutsFilter;
};

type SumOfState = Sum & { readonly state: PayoutState };

/** A day of the list. */
type PayoutDay = {
  readonly day: string;
  readonly states: readonly SumOfState[];
  readonly parcels: number;
  /** What moves, or moved, in Available: all but what was reversed. */
  readonly net: Sum;
  /** The fees of prepaid parcels among it. */
  readonly fees: Sum;
};

export type PayoutsPage = {
  readonly mode: Mode;
  readonly isConnected: boolean;
  readonly today: string;
  readonly month: string;
  readonly months: { readonly earlier: string | null; readonly later: string | null };
  readonly filter: PayoutsFilter;
  readonly coming: Coming;
  readonly days: readonly PayoutDay[];
  /** What has no date, by its state and whatever the filter: only of what is pending is one still to come. */
  readonly undated: readonly SumOfState[];
  /** Parcels under way: their date comes with their delivery. */
  readonly openParcels: number;
  readonly payoutDays: number;
  readonly asOf: Date;
};

const MOST_OPEN = 1000;

/** Rupees by release date: what comes, and a month of it by day. */
export async function getPayoutsPage(ctx: ShopContext, query: PayoutsQuery): Promise<PayoutsPage> {
  const now = ctx.clock.now();
  const today = calendarDay(now, ctx.shop.timezone);
  const span = await findSpan(ctx);
  const month = query.month ?? nearestMonth(today, span);
  const [coming, inMonth, undated, openParcels, { payoutDays }] = await Promise.all([
    findComing(ctx),
    sumMonth(ctx, { month, filter: query.filter }),
    sumUndated(ctx),
    countOpen(ctx),
    loadTerms(ctx),
  ]);
  return {
    ...{ mode: payoutsMode(ctx), isConnected: ctx.connection !== null, today, month, filter: query.filter },
    months: monthsBeside(month, [...span, today]),
    coming,
    days: toDays(inMonth),
    undated: toStates(undated),
    ...{ openParcels, payoutDays, asOf: now },
  };
}

function toDays(sums: readonly PayoutSum[]): readonly PayoutDay[] {
  const byDay = Map.groupBy(sums, ({ day }) => day);
  return [...byDay].flatMap(([day, ofDay]) => {
    if (day === null) return [];
    const moving = ofDay.filter(({ state }) => state !== "reversed");
    return {
      day,
      states: toStates(ofDay),
      parcels: add(ofDay).parcels,
      net: add(moving),
      fees: add(moving.filter(({ kind }) => kind === "fee")),
    };
  });
}

function toStates(sums: readonly PayoutSum[]): readonly SumOfState[] {
  return [...Map.groupBy(sums, ({ state }) => state)].map(([state, each]) => ({ state, ...add(each) }));
}

/** Months are turned over as far as there is something to see, and to today. */
function monthsBeside(month: string, days: readonly string[]): PayoutsPage["months"] {
  const known = days.map((day) => day.slice(0, 7)).toSorted();
  const [earlier, later] = [addMonths(month, -1), addMonths(month, 1)];
  return {
    earlier: (known.at(0) ?? month) <= earlier ? earlier : null,
    later: (known.at(-1) ?? month) >= later ? later : null,
  };
}

/** The first and the last day on which something is, or was, released. */
async function findSpan(ctx: ShopContext): Promise<readonly string[]> {
  const end = (direction: Prisma.Sql) => Prisma.sql`(
    select p.margin_release_at as at from parcel p
    where p.shop_id = ${ctx.shop.id}::uuid and p.mode = ${payoutsMode(ctx)} and ${isPayoutSql}
      and p.margin_release_at is not null
    order by p.margin_release_at ${direction} limit 1)`;
  const rows = await queryRows<{ at: Date }>(
    ctx.db,
    Prisma.sql`${end(Prisma.sql`asc`)} union all ${end(Prisma.sql`desc`)}`,
  );
  return rows.map(({ at }) => calendarDay(at, ctx.shop.timezone));
}

/** Counted to a limit. */
async function countOpen(ctx: ShopContext): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    ctx.db,
    Prisma.sql`
    select count(*)::int from (
      select 1 from parcel p where p.shop_id = ${ctx.shop.id}::uuid and p.mode = ${payoutsMode(ctx)}
        and p.status in ('RECEIVED', 'CONFIRMED', 'PROCESSING', 'SHIPPED') limit ${MOST_OPEN}) as capped`,
  );
  return row?.count ?? 0;
}

/** What is pending and when it comes, as Home and the page of payouts say it alike. */
export async function findComing(ctx: ShopContext): Promise<Coming> {
  return planComing(await sumPending(ctx), calendarDay(ctx.clock.now(), ctx.shop.timezone));
}
