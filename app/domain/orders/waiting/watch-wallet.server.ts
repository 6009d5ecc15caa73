import { isSupplierError } from "#app/supplier/errors.ts";
import { findConnection } from "../../shops/find-connection.server.ts";
import type { ShopContext } from "../../shops/shop-context.server.ts";

const WATCHED = ["insufficient_balance", "deposit_required"];
const EVERY_MS = 5 * 60_000;
const WATCH = "wallet_watch/";

/** Whether a refusal ends when the wallet fills. */
export function isWatched(code: string): boolean {
  return WATCHED.includes(code);
}

/** The mode a work subject asks to watch; null for other subjects. */
export function watchedMode(subject: string): string | null {
  return subject.startsWith(WATCH) ? subject.slice(WATCH.length) : null;
}

type WatchContext = Pick<ShopContext, "shop" | "db" | "clock" | "supplierIn" | "wake">;

/** Begins to watch a wallet that did not suffice: one look for all orders that wait for it. */
export async function watchWallet(ctx: WatchContext, mode: string): Promise<void> {
  await lookAtWallet(ctx, mode);
  await ctx.wake([{ kind: "shop", subject: `${WATCH}${mode}`, delayMs: EVERY_MS }]);
}

type Watched = { readonly kind: "done" } | { readonly kind: "again"; readonly delayMs: number };

/** Looks whether the wallet has filled since; if so the orders that wait for it are tried again, the oldest first. */
export async function lookForFunds(ctx: WatchContext, mode: string): Promise<Watched> {
  const waiting = await ctx.db.order.findMany({
    where: { shopId: ctx.shop.id, state: "held", holdCode: { in: WATCHED } },
    orderBy: { shopifyCreatedAt: "asc" },
    select: { id: true, orderGid: true },
  });
  if (waiting.length === 0) return { kind: "done" };
  const { hasFilled, retryInMs } = await lookAtWallet(ctx, mode);
  if (hasFilled) {
    await ctx.db.handoffAttempt.updateMany({
      where: {
        ...{ shopId: ctx.shop.id, state: "refused", errorCode: { in: WATCHED } },
        handoff: { state: "refused", orderId: { in: waiting.map(({ id }) => id) } },
      },
      data: { retryAt: ctx.clock.now() },
    });
    await ctx.wake(waiting.map(({ orderGid }) => ({ kind: "order", subject: orderGid })));
  }
  return { kind: "again", delayMs: retryInMs };
}

type Look = { readonly hasFilled: boolean; readonly retryInMs: number };

async function lookAtWallet(ctx: WatchContext, mode: string): Promise<Look> {
  const found = await findConnection(ctx, mode);
  if (!found || found.connection.pausedAt) return { hasFilled: false, retryInMs: EVERY_MS };
  const { connection, client } = found;
  try {
    const wallet = await client.getWallet();
    const missing = Math.max(0, (wallet.depositRequired ?? 0) - (wallet.heldDeposit ?? 0));
    const before = { available: connection.walletAvailable, missing: connection.depositMissing };
    await ctx.db.supplierConnection.update({
      where: { shopId_id: { shopId: ctx.shop.id, id: connection.id } },
      data: {
        ...{ walletAvailable: Math.min(wallet.available, MOST), depositMissing: missing },
        walletReadAt: ctx.clock.now(),
      },
    });
    const hasMore = before.available !== null && wallet.available > before.available;
    const isFilled = before.missing !== null && missing < before.missing;
    return { hasFilled: hasMore || isFilled, retryInMs: EVERY_MS };
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return { hasFilled: false, retryInMs: Math.max(EVERY_MS, error.retryAfterMs ?? 0) };
  }
}

/** The column's bound. */
const MOST = 2_147_483_647;
