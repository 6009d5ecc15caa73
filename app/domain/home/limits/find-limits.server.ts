import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { nextMidnightUtc } from "#app/domain/orders/placement/waiting/estimate-turn.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import { perMinuteOf } from "#app/supplier/plans.ts";
import { estimateTier } from "./estimate-tier.ts";

/** What the account may still do today, as far as it is known. */
export type AccountMeters = {
  /** Calls of today; null where no answer has named the quota yet, or the day it named is over. */
  readonly calls: {
    readonly limit: number;
    readonly used: number;
    readonly perMinute: number;
    readonly resetsAt: Date;
  } | null;
  readonly orders: {
    /** Orders of this shop placed since midnight UTC. */
    readonly placedToday: number;
    /** Null where nothing tells the tier. */
    readonly estimate: { readonly tier: number; readonly dailyCap: number } | null;
    /** From what it is estimated. */
    readonly delivered: number;
    readonly refused: number;
    readonly isCapReached: boolean;
  };
};

/** More parcels tell a tier no better. */
const MOST_COUNTED = 2_000;

/** Both meters of the account in use, from our own rows; null while the supplier is not connected. */
export async function findLimits(ctx: ShopContext): Promise<AccountMeters | null> {
  const { connection, db, clock } = ctx;
  if (connection === null) return null;
  const now = clock.now();
  const key = accountKeyOf(connection.accountId);
  const [account, [ended], [placed]] = await Promise.all([
    db.supplierAccount.findUnique({
      where: { key },
      select: { dayLimit: true, remaining: true, resetAt: true },
    }),
    queryRows<{ delivered: number; refused: number }>(db, endedCountQuery(ctx.shop.id, connection.mode)),
    queryRows<{ count: number }>(db, placedQuery(ctx.shop.id, connection.mode, now)),
  ]);
  const { delivered, refused } = ended ?? { delivered: 0, refused: 0 };
  const placedToday = placed?.count ?? 0;
  const isCapReached = connection.capUntil !== null && connection.capUntil > now;
  return {
    calls: account && toCalls(account, now),
    orders: {
      ...{ placedToday, delivered, refused, isCapReached },
      estimate: estimateTier({ delivered, refused, placedToday, isCapReached }),
    },
  };
}

type AccountRow = {
  readonly dayLimit: number | null;
  readonly remaining: number | null;
  readonly resetAt: Date | null;
};

function toCalls({ dayLimit, remaining, resetAt }: AccountRow, now: Date): AccountMeters["calls"] {
  if (dayLimit === null || remaining === null || resetAt === null || resetAt <= now) return null;
  const used = Math.max(0, dayLimit - remaining);
  return { limit: dayLimit, used, perMinute: perMinuteOf(dayLimit), resetsAt: resetAt };
}

/** The newest parcels that ended, by `parcel_ended_idx`. */
export function endedCountQuery(shopId: string, mode: string): Prisma.Sql {
  return Prisma.sql`
    select (count(*) filter (where status = 'DELIVERED'))::int as delivered,
      (count(*) filter (where status = 'RETURNED' and not coalesce(return_type = 'return', delivered_at is not null)))::int
        as refused
    from (
      select p.status, p.return_type, p.delivered_at from parcel p
      where p.shop_id = ${shopId}::uuid and p.mode = ${mode} and p.status in ('DELIVERED', 'RETURNED')
      order by coalesce(p.delivered_at, p.returned_at) desc limit ${MOST_COUNTED}) as ended`;
}

export function placedQuery(shopId: string, mode: string, now: Date): Prisma.Sql {
  const today = new Date(nextMidnightUtc(now).getTime() - 24 * 60 * 60_000);
  return Prisma.sql`
    select count(*)::int from handoff
    where shop_id = ${shopId}::uuid and mode = ${mode} and placed_at >= ${today}::timestamptz`;
}
