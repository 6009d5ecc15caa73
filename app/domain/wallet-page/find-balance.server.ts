import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { addDays, listDays } from "#app/domain/money/calendar-days.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { calendarDay } from "#app/platform/time/calendar-day.ts";
import { startOfDay } from "#app/platform/time/day-start.ts";
import { isOfNoOrder, isOfOrder } from "../wallet/ledger/entry-sql.server.ts";
import type { LedgerCopyView } from "../wallet/ledger/find-copy.server.ts";
import { type BalanceDay, type DaySums, planBalance } from "./plan-balance.ts";
import type { ShopWallet } from "./shop-wallet.server.ts";

const DAYS = 30;

type BalanceReading = {
  readonly availablePkr: Rupees;
  readonly readAt: Date;
  readonly copy: LedgerCopyView | null;
};

/** What was available at the end of each of the last thirty days; null while no balance is known that the copy covers. */
export async function findBalance(
  ctx: Pick<ShopContext, "db" | "clock" | "shop">,
  wallet: ShopWallet,
  { availablePkr, readAt, copy }: BalanceReading,
): Promise<readonly BalanceDay[] | null> {
  if (copy === null || copy.unreadable > 0) return null;
  const { balance, newestAsOf, asOf, reachedAt } = copy;
  if (balance === null || newestAsOf === null) return null;
  const { accountKey, mode, until } = wallet;
  const seenTo = until !== null && until < newestAsOf ? until : newestAsOf;
  if (seenTo < balance.at) return null;
  // A first copy that began again has yet to come down to the balance.
  if (asOf === null && (reachedAt === null || reachedAt > balance.at)) return null;
  const undatedTo = await findLastUndated(ctx, wallet);
  if (undatedTo !== null && undatedTo > balance.at) return null;
  const { timezone } = ctx.shop;
  const today = calendarDay(ctx.clock.now(), timezone);
  const days = listDays(addDays(today, 1 - DAYS), DAYS);
  const firstDay = startOfDay(days[0] ?? today, timezone) ?? balance.at;
  const since = firstDay < balance.at ? firstDay : balance.at;
  const bookedOf = (which: Prisma.Sql) => Prisma.sql`
    select booked_at, amount_pkr from ledger_entry
    where account_key = ${accountKey} and mode = ${mode} and booked_at >= ${since}::timestamptz
      and booked_at <= ${seenTo}::timestamptz and missing_since is null and ${which}`;
  const sums = await ctx.db.$queryRaw<DaySums[]>`
    select to_char(day, 'YYYY-MM-DD') as day, "beforePkr", "afterPkr" from (
      select (booked_at at time zone ${timezone})::date as day,
        coalesce(sum(amount_pkr) filter (where booked_at <= ${balance.at}::timestamptz), 0)::float8 as "beforePkr",
        coalesce(sum(amount_pkr) filter (where booked_at > ${balance.at}::timestamptz), 0)::float8 as "afterPkr"
      from (${bookedOf(isOfOrder)} union all ${bookedOf(isOfNoOrder)}) as entry group by 1) as booked`;
  // The day a first copy has come to is not whole yet; an entry without a date may be of any day before it was copied.
  const firstKnown = [
    ...(reachedAt === null ? [] : [addDays(calendarDay(reachedAt, timezone), 1)]),
    ...(undatedTo === null ? [] : [calendarDay(undatedTo, timezone)]),
  ];
  return planBalance(days, {
    ...{ knownPkr: balance.availablePkr, sums, knownFrom: firstKnown.toSorted().at(-1) ?? null },
    copiedOn: calendarDay(seenTo, timezone),
    reading: { availablePkr, day: calendarDay(readAt, timezone) },
  });
}

/** When the last entry without a date was copied; null where all have one. */
async function findLastUndated(
  { db }: Pick<ShopContext, "db">,
  { accountKey, mode }: ShopWallet,
): Promise<Date | null> {
  const [row] = await db.$queryRaw<{ at: Date | null }[]>`
    select max(booked_at) as at from ledger_entry
    where account_key = ${accountKey} and mode = ${mode} and not is_dated`;
  return row?.at ?? null;
}
