import { calendarDay } from "#app/platform/calendar-day.ts";
import { startOfDay } from "#app/platform/day-start.ts";
import { addDays, listDays } from "../payouts/calendar-days.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";
import type { LedgerCopyView } from "../wallet/ledger/find-copy.server.ts";
import { type BalanceDay, type DaySum, planBalance } from "./plan-balance.ts";
import type { ShopWallet } from "./shop-wallet.server.ts";

const DAYS = 30;

/** What was available at the end of each of the last thirty days; null before anything is copied. */
export async function findBalance(
  ctx: Pick<ShopContext, "db" | "clock" | "shop">,
  { accountKey, mode }: ShopWallet,
  { availablePkr, copy }: { readonly availablePkr: number; readonly copy: LedgerCopyView | null },
): Promise<readonly BalanceDay[] | null> {
  if (copy === null) return null;
  const { timezone } = ctx.shop;
  const today = calendarDay(ctx.clock.now(), timezone);
  const days = listDays(addDays(today, 1 - DAYS), DAYS);
  const since = startOfDay(days[0] ?? today, timezone);
  const sums = await ctx.db.$queryRaw<DaySum[]>`
    select to_char(day, 'YYYY-MM-DD') as day, "sumPkr" from (
      select (booked_at at time zone ${timezone})::date as day, sum(amount_pkr)::float8 as "sumPkr" from ledger_entry
      where account_key = ${accountKey} and mode = ${mode} and booked_at >= ${since}::timestamptz
        and missing_since is null
      group by 1) as booked`;
  const { asOf, reachedAt } = copy;
  // The day a first copy has come to is not whole yet.
  const knownFrom =
    asOf !== null ? null : addDays(reachedAt === null ? today : calendarDay(reachedAt, timezone), 1);
  return planBalance(days, { availablePkr, sums, knownFrom });
}
