import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { addDays, listDays } from "#app/domain/money/calendar-days.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { calendarDay } from "#app/platform/time/calendar-day.ts";
import { startOfDay } from "#app/platform/time/day-start.ts";
import { isOfNoOrder, isOfOrder } from "../wallet/ledger/entry-sql.server.ts";
import type { LedgerCopyView } from "../wallet/ledger/find-copy.server.ts";
import { type BalanceDay, type DaySum, planBalance } from "./plan-balance.ts";
import type { ShopWallet } from "./shop-wallet.server.ts";

const DAYS = 30;

/** So far behind the wallet's reading the copy may be: what was booked between the two is missing in all days before. */
const BEHIND_MS = 2 * 60 * 60_000;

type BalanceReading = {
  readonly availablePkr: Rupees;
  readonly readAt: Date;
  readonly copy: LedgerCopyView | null;
};

/** What was available at the end of each of the last thirty days; null while no day but that of the reading is known. */
export async function findBalance(
  ctx: Pick<ShopContext, "db" | "clock" | "shop">,
  { accountKey, mode }: ShopWallet,
  { availablePkr, readAt, copy }: BalanceReading,
): Promise<readonly BalanceDay[] | null> {
  if (copy === null || !isOfThen(copy, readAt)) return null;
  const { timezone } = ctx.shop;
  const today = calendarDay(ctx.clock.now(), timezone);
  const days = listDays(addDays(today, 1 - DAYS), DAYS);
  const since = startOfDay(days[0] ?? today, timezone);
  const bookedOf = (which: Prisma.Sql) => Prisma.sql`
    select booked_at, amount_pkr from ledger_entry
    where account_key = ${accountKey} and mode = ${mode} and booked_at >= ${since}::timestamptz
      and booked_at <= ${readAt}::timestamptz and missing_since is null and ${which}`;
  const sums = await ctx.db.$queryRaw<DaySum[]>`
    select to_char(day, 'YYYY-MM-DD') as day, "sumPkr" from (
      select (booked_at at time zone ${timezone})::date as day, sum(amount_pkr)::float8 as "sumPkr"
      from (${bookedOf(isOfOrder)} union all ${bookedOf(isOfNoOrder)}) as entry group by 1) as booked`;
  const { asOf, reachedAt } = copy;
  // The day a first copy has come to is not whole yet.
  const knownFrom =
    asOf !== null ? null : addDays(reachedAt === null ? today : calendarDay(reachedAt, timezone), 1);
  return planBalance(days, { availablePkr, readDay: calendarDay(readAt, timezone), sums, knownFrom });
}

/** Whether the copy holds all that was booked until the wallet was read. */
function isOfThen({ newestAsOf, unreadable }: LedgerCopyView, readAt: Date): boolean {
  return unreadable === 0 && newestAsOf !== null && readAt.getTime() - newestAsOf.getTime() <= BEHIND_MS;
}
