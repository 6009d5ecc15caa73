import { Prisma } from "@prisma/client";
import { depositMissing } from "#app/domain/context/deposit-missing.ts";
import { findConnection, type UsableConnection } from "#app/domain/context/find-connection.server.ts";
import { readWallet } from "#app/domain/context/read-wallet.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { finishedStates } from "#app/domain/orders/reconcile/order-age.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { AttemptId, OrderGid } from "#app/platform/ids.ts";
import { workKinds } from "#app/platform/queue/work-kinds.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { type FundsWait, isWorthTrying, type WalletReading } from "./plan-funds-retry.ts";

const WATCHED = ["insufficient_balance", "deposit_required"] as const;
const EVERY_MS = workKinds["wallet.watch"].delayMs;

/** Whether a refusal ends when the wallet fills. */
export function isWatched(code: string): code is FundsWait["code"] {
  return WATCHED.some((each) => each === code);
}

type WatchWalletDeps = Pick<ShopContext, "shop" | "db" | "clock" | "supplierIn" | "wake">;

/** Reads the wallet that did not suffice: what comes on top of this is seen by the looks that follow. */
export async function recordWalletTooLow(ctx: WatchWalletDeps, mode: Mode): Promise<void> {
  const found = await findConnection(ctx, mode);
  const look = found && (await tryReadWallet(ctx, found));
  if (!look?.reading) return;
  await saveReading(ctx, mode, look.reading);
}

/** Looks whether the wallet has filled since; if so the orders that wait for it are tried again, the oldest first. */
export async function retryWhenFunded(ctx: WatchWalletDeps, mode: Mode): Promise<WorkResult> {
  const waiting = await listWaiting(ctx, mode);
  if (waiting.length === 0) {
    await clearReadings(ctx, mode);
    return { kind: "done" };
  }
  const found = await findConnection(ctx, mode);
  if (!found || found.connection.pausedAt) return { kind: "requeue", afterMs: EVERY_MS };
  const { reading, retryInMs } = await tryReadWallet(ctx, found);
  if (reading === null) return { kind: "requeue", afterMs: retryInMs };
  const look = { lowest: found.connection.walletAvailable, reading, now: ctx.clock.now() };
  await tryAgain(
    ctx,
    waiting.filter((wait) => isWorthTrying(wait, look)),
  );
  // Only now: one that dies before has the same rise seen again.
  await saveBaseline(ctx, { mode, lowest: look.lowest, reading });
  return { kind: "requeue", afterMs: retryInMs };
}

type WaitingOrder = FundsWait & { readonly orderGid: OrderGid; readonly attemptId: AttemptId };

/** Orders whose last attempt the wallet stopped, whatever their row says of it by now. */
async function listWaiting({ shop, db }: WatchWalletDeps, mode: Mode): Promise<readonly WaitingOrder[]> {
  return queryRows<WaitingOrder>(
    db,
    Prisma.sql`
    select "order".order_gid as "orderGid", last.id as "attemptId", last.error_code as code,
      last.number as attempts, coalesce(last.settled_at, last.created_at) as "refusedAt",
      case when payment_mode = 'COD' then nullif((terms #>> '{expected,reserve}')::numeric, 0)
        else -(terms #>> '{expected,walletNow}')::numeric end::int as "neededPkr"
    from handoff
    join "order" on "order".shop_id = handoff.shop_id and "order".id = handoff.order_id
    cross join lateral (
      select * from handoff_attempt as attempt
      where attempt.shop_id = handoff.shop_id and attempt.handoff_id = handoff.id
      order by number desc limit 1) as last
    where handoff.shop_id = ${shop.id}::uuid and handoff.mode = ${mode} and handoff.state = 'refused'
      and last.state = 'refused' and last.error_code = any(${[...WATCHED]}::text[])
      and "order".state <> all(${[...finishedStates]}::text[])
    order by "order".shopify_created_at, "order".order_gid`,
  );
}

async function tryAgain(ctx: WatchWalletDeps, orders: readonly WaitingOrder[]): Promise<void> {
  if (orders.length === 0) return;
  await ctx.db.handoffAttempt.updateMany({
    where: { shopId: ctx.shop.id, state: "refused", id: { in: orders.map(({ attemptId }) => attemptId) } },
    data: { retryAt: ctx.clock.now() },
  });
  await ctx.wake(orders.map(({ orderGid }) => ({ kind: "order.reconcile", subject: { orderGid } })));
}

type WalletReadResult = { readonly reading: WalletReading | null; readonly retryInMs: number };

async function tryReadWallet(
  ctx: WatchWalletDeps,
  { connection, client }: UsableConnection,
): Promise<WalletReadResult> {
  try {
    const wallet = await readWallet(ctx, connection, client);
    const reading = {
      availablePkr: rupees(Math.min(wallet.available, MOST)),
      depositMissingPkr: depositMissing(wallet.depositRequired, wallet.heldDeposit),
    };
    return { reading, retryInMs: EVERY_MS };
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return { reading: null, retryInMs: Math.max(EVERY_MS, error.retryAfterMs ?? 0) };
  }
}

/** The column's bound. */
const MOST = 2_147_483_647;

/** Two orders refused at once: the lower reading is kept. */
async function saveReading(ctx: WatchWalletDeps, mode: Mode, reading: WalletReading): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.$executeRaw`
    update supplier_connection set wallet_read_at = ${now}::timestamptz,
      wallet_available = least(wallet_available, ${reading.availablePkr}::int)
    where shop_id = ${ctx.shop.id}::uuid and mode = ${mode}`;
}

type WalletBaseline = {
  readonly mode: Mode;
  readonly lowest: Rupees | null;
  readonly reading: WalletReading;
};

/** The waiting orders know of this sum. A lower reading that came meanwhile is kept. */
async function saveBaseline(ctx: WatchWalletDeps, { mode, lowest, reading }: WalletBaseline): Promise<void> {
  await ctx.db.supplierConnection.updateMany({
    where: { shopId: ctx.shop.id, mode, walletAvailable: lowest },
    data: { walletAvailable: reading.availablePkr, walletReadAt: ctx.clock.now() },
  });
}

/** Nothing waits: what the wallet holds now is no measure for what waits later. */
async function clearReadings(ctx: WatchWalletDeps, mode: Mode): Promise<void> {
  await ctx.db.supplierConnection.updateMany({
    where: { shopId: ctx.shop.id, mode },
    data: { walletAvailable: null },
  });
}
