import { lastWallet } from "#app/domain/context/read-wallet.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { isPendingSql, payoutAmountSql } from "../payouts/payout-sql.server.ts";
import { isOfOrder } from "../wallet/ledger/entry-sql.server.ts";
import { codParcels } from "./list-behind.server.ts";
import { isNearlyEmpty, LOOK_AHEAD_DAYS, planReserve, type ReserveMeter } from "./plan-reserve.ts";
import { limitsOrders, type ShopWallet, walletOf } from "./shop-wallet.server.ts";

const FLOW_DAYS = 14;
/** The last so many parcels tell what a COD order holds. */
const RECENT_PARCELS = 500;

type FindReserveDeps = Pick<ShopContext, "db" | "clock">;

/** How many more COD orders the wallet carries, and how long (R19); null where nobody knows what one holds. */
export async function findReserve(
  ctx: FindReserveDeps,
  wallet: ShopWallet,
  availablePkr: Rupees,
): Promise<ReserveMeter | null> {
  const now = ctx.clock.now();
  const [reservePkr, flow, released, releases] = await Promise.all([
    averageReserve(ctx, wallet),
    sumFlow(ctx, wallet, now),
    sumReleased(ctx, wallet, now),
    listReleases(ctx, wallet, now),
  ]);
  return planReserve({
    ...{ availablePkr, reservePkr, releases },
    flow: flow && { ...flow, sumPkr: rupees(flow.sumPkr - released) },
  });
}

const BELIEVED_MS = 24 * 60 * 60_000;

/** For Home, which asks nobody: how long the wallet still carries COD orders, where they begin to wait within three days. */
export async function findLowReserve(
  ctx: FindReserveDeps & Pick<ShopContext, "shop" | "connection">,
): Promise<(ReserveMeter & { readonly readAt: Date }) | null> {
  const wallet = walletOf(ctx);
  if (wallet === null || wallet.until !== null || !limitsOrders(wallet)) return null;
  const { reading } = await lastWallet(ctx, wallet);
  if (reading === null || ctx.clock.now().getTime() - reading.readAt.getTime() > BELIEVED_MS) return null;
  const meter = await findReserve(ctx, wallet, reading.availablePkr);
  return isNearlyEmpty(meter) ? { ...meter, readAt: reading.readAt } : null;
}

/** What a COD order of the last 30 days holds until it is delivered. */
async function averageReserve({ db }: FindReserveDeps, wallet: ShopWallet): Promise<Rupees | null> {
  const [row] = await db.$queryRaw<{ averagePkr: Rupees | null }[]>`
    select round(avg(sum))::int as "averagePkr" from (
      select sum(rto_reserve_pkr) as sum from (
        select p.handoff_id, p.rto_reserve_pkr from ${codParcels(wallet)}
          and p.created_at > statement_timestamp() - interval '30 days'
        order by p.created_at desc, p.id desc limit ${RECENT_PARCELS}) as recent
      group by handoff_id having count(*) = count(rto_reserve_pkr) and sum(rto_reserve_pkr) > 0) as orders`;
  return row?.averagePkr ?? null;
}

type Flow = { readonly sumPkr: Rupees; readonly days: number };

/** What all orders of the account changed lately; null before the ledger is copied. */
async function sumFlow(
  { db }: FindReserveDeps,
  { accountKey, mode }: ShopWallet,
  now: Date,
): Promise<Flow | null> {
  const since = daysFrom(now, -FLOW_DAYS);
  const where = { accountKey_mode: { accountKey, mode } };
  const copy = await db.ledgerCopy.findUnique({ where, select: { copiedAt: true, walkReached: true } });
  if (!copy || (copy.copiedAt === null && (copy.walkReached === null || copy.walkReached > since)))
    return null;
  const [row] = await db.$queryRaw<{ sumPkr: Rupees; firstAt: Date | null }[]>`
    select coalesce(sum(amount_pkr), 0)::float8 as "sumPkr", min(booked_at) as "firstAt" from ledger_entry
    where account_key = ${accountKey} and mode = ${mode} and booked_at > ${since}::timestamptz
      and ${isOfOrder} and missing_since is null`;
  if (!row?.firstAt) return null;
  const days = (now.getTime() - row.firstAt.getTime()) / DAY_MS;
  return { sumPkr: row.sumPkr, days: Math.min(FLOW_DAYS, days) };
}

/** Margins of this shop that came in those days: what comes next is known day by day, so they are no part of the rate. */
async function sumReleased({ db }: FindReserveDeps, wallet: ShopWallet, now: Date): Promise<number> {
  const [row] = await db.$queryRaw<{ sumPkr: Rupees }[]>`
    select coalesce(sum(${payoutAmountSql}), 0)::float8 as "sumPkr" from ${codParcels(wallet)}
      and p.status = 'DELIVERED' and p.margin_status = 'RELEASED'
      and p.margin_release_at > ${daysFrom(now, -FLOW_DAYS)}::timestamptz
      and p.margin_release_at <= ${now}::timestamptz`;
  return row?.sumPkr ?? 0;
}

async function listReleases({ db }: FindReserveDeps, wallet: ShopWallet, now: Date) {
  return db.$queryRaw<{ inDays: number; amountPkr: Rupees }[]>`
    select greatest(0, ceil(extract(epoch from p.margin_release_at - ${now}::timestamptz) / 86400))::int
      as "inDays", coalesce(sum(${payoutAmountSql}), 0)::float8 as "amountPkr"
    from ${codParcels(wallet)} and ${isPendingSql}
      and p.margin_release_at < ${daysFrom(now, LOOK_AHEAD_DAYS + 1)}::timestamptz
    group by 1`;
}

const DAY_MS = 24 * 60 * 60_000;

function daysFrom(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY_MS);
}
