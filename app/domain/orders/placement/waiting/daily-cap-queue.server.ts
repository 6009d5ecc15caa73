import { Prisma } from "@prisma/client";
import { requestedAt } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import type { Hold, OrderRun, ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { AccountId, OrderGid, OrderId, ShopId } from "#app/platform/ids.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import { kindSql } from "#app/platform/queue/work-kinds.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { estimateTurn, nextMidnightUtc } from "./estimate-turn.ts";

/** The account whose orders of the day are counted together, whatever shop they are of (R24). */
type CountedAccount = { readonly mode: Mode; readonly accountId: AccountId };

export type Admission =
  /** `isAwaited`: once this order is accepted, the day is reported open again or other orders of the account wait. */
  | { readonly kind: "go"; readonly isAwaited: boolean }
  | { readonly kind: "queued"; readonly hold: Hold; readonly requeueAfterMs: number };

const PROBE_MS = 30 * 60_000;
/** For a head of the queue that nobody woke. */
const BEHIND_MS = 2 * 60_000;

/**
 * Whether an order may be sent although the account's orders of the day were used up: the oldest one tries every thirty
 * minutes and at midnight UTC, all others wait behind it in the order they came (API document, Limits).
 */
export async function admitToDailyCapQueue(run: ReadRun, mode: Mode): Promise<Admission> {
  const { connection, clock } = run.ctx;
  // An order that the service refuses for good is reported as refused: no turn is promised.
  if (!connection || connection.pausedAt) return { kind: "go", isAwaited: false };
  const account = { mode, accountId: connection.accountId };
  const { capUntil, ahead, waiting, placedToday } = await readQueue(run, account);
  const now = clock.now();
  const isClosed = capUntil !== null && capUntil > now;
  if (isRetryRequestedNow(run)) return { kind: "go", isAwaited: true };
  if (!isClosed && ahead === 0) return { kind: "go", isAwaited: capUntil !== null || waiting > 0 };
  const place = ahead + 1;
  const about = estimateTurn({ place, placedToday, now }).toISOString();
  const untilProbe = isClosed ? capUntil.getTime() - now.getTime() : 0;
  return {
    kind: "queued",
    hold: { code: "daily_cap_reached", params: { place, of: Math.max(place, waiting + 1), about } },
    requeueAfterMs: Math.max(1000, untilProbe + (ahead === 0 ? 0 : BEHIND_MS)),
  };
}

const ASKED_FOR_MS = 60_000;

/** A person has just pressed *Try again now*: the service is asked once, whatever it said of the day before. */
function isRetryRequestedNow({ ctx, record }: ReadRun): boolean {
  const retryRequestedAt = requestedAt(record.decisions, "retry");
  if (!retryRequestedAt || ctx.clock.now().getTime() - retryRequestedAt.getTime() > ASKED_FOR_MS)
    return false;
  const attempts = record.handoffs.flatMap((handoff) => handoff.attempts);
  return attempts.every(({ createdAt }) => createdAt < retryRequestedAt);
}

/** The service refused one more order today. */
export async function closeDailyCapQueue({ ctx }: Pick<OrderRun, "ctx">, mode: Mode): Promise<void> {
  const accountId = ctx.connection?.accountId;
  if (!accountId) return;
  const now = ctx.clock.now();
  const capUntil = new Date(Math.min(now.getTime() + PROBE_MS, nextMidnightUtc(now).getTime()));
  await ctx.db.supplierConnection.updateMany({ where: { mode, accountId }, data: { capUntil } });
}

/** An order was taken: the day is open, and the next in the queue is looked at. */
export async function reopenDailyCapQueue({ ctx, record }: ReadRun, mode: Mode): Promise<void> {
  const accountId = ctx.connection?.accountId;
  if (!accountId) return;
  await ctx.db.supplierConnection.updateMany({
    where: { mode, accountId, capUntil: { not: null } },
    data: { capUntil: null },
  });
  const [next] = await queryRows<{ shopId: ShopId; orderGid: OrderGid }>(
    ctx.db,
    Prisma.sql`
    select waiting.shop_id as "shopId", waiting.order_gid as "orderGid" ${waitingOf({ mode, accountId }, record.id)}
    order by waiting.shopify_created_at, length(waiting.order_gid), waiting.order_gid limit 1`,
  );
  if (next === undefined) return;
  const { shopId, orderGid } = next;
  await requestReconcile(ctx.db, [{ shopId, kind: "order.reconcile", subject: { orderGid } }]);
}

type Queue = {
  readonly capUntil: Date | null;
  readonly ahead: number;
  readonly waiting: number;
  readonly placedToday: number;
};

async function readQueue({ ctx, record, shopify }: ReadRun, account: CountedAccount): Promise<Queue> {
  const createdAt = new Date(shopify.createdAt);
  const today = new Date(nextMidnightUtc(ctx.clock.now()).getTime() - 24 * 60 * 60_000);
  const { mode, accountId } = account;
  const [row] = await queryRows<Queue>(
    ctx.db,
    Prisma.sql`
    select
      (select max(cap_until) from supplier_connection
        where mode = ${mode} and account_id = ${accountId} and disconnected_at is null) as "capUntil",
      count(*) filter (where (waiting.shopify_created_at, length(waiting.order_gid), waiting.order_gid)
        < (${createdAt}, ${record.orderGid.length}::int, ${record.orderGid}))::int as ahead,
      count(*)::int as waiting,
      (select count(*)::int from handoff
        where mode = ${mode} and account_id = ${accountId} and placed_at >= ${today}) as "placedToday"
    ${waitingOf(account, record.id)}`,
  );
  return row ?? { capUntil: null, ahead: 0, waiting: 0, placedToday: 0 };
}

/** All other orders that wait for the account's next day, of shops that place. */
function waitingOf({ mode, accountId }: CountedAccount, exceptId: OrderId): Prisma.Sql {
  return Prisma.sql`
    from "order" as waiting
    join shop on shop.id = waiting.shop_id and shop.state = 'installed' and shop.placing_paused_at is null
    join supplier_connection as connection on connection.shop_id = waiting.shop_id and connection.active
      and connection.mode = ${mode} and connection.account_id = ${accountId} and connection.paused_at is null
    join work on work.shop_id = waiting.shop_id and work.kind = ${Prisma.raw(kindSql("order.reconcile"))} and work.subject = waiting.order_gid
      and work.dead_at is null
    where waiting.state in ('held', 'waiting') and waiting.hold_code = 'daily_cap_reached' and waiting.id <> ${exceptId}::uuid`;
}
