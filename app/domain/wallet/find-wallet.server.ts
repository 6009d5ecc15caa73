import type { SupplierConnection } from "@prisma/client";
import { pauseConnection } from "#app/domain/connection/pause-connection.server.ts";
import {
  claimTurn,
  isOfKey,
  keyOf,
  lastWallet,
  type ReadWalletDeps,
  readWallet,
  type WalletKey,
  type WalletReadResult,
} from "#app/domain/context/read-wallet.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { isRefusalCode, toConnectionRefusal } from "#app/domain/messages/failures/connection-refusal.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";

type FindWalletDeps = Pick<
  ShopContext,
  "shop" | "db" | "clock" | "crypto" | "wake" | "connection" | "supplier"
>;

/**
 * The wallet of the connection in use, for a page: asked of the service at most every 15 seconds for an account and mode,
 * however many pages, shops and processes look. Whose key is refused asks no more, and sees nothing that others of the
 * account have read since.
 */
export async function findWallet(ctx: FindWalletDeps): Promise<WalletReadResult> {
  const { connection, supplier } = ctx;
  if (connection === null || supplier === null) return { reading: null, failure: "not_connected" };
  const since = keyRefusedSince(connection);
  if (since !== null) return readWalletUntil(ctx, connection, since);
  const refusal = await readOnce(ctx, connection, supplier);
  if (refusal === null) return lastWallet(ctx, connection);
  await pauseConnection(ctx, connection.mode, refusal);
  const { reading } = await lastWallet(ctx, connection);
  return { reading, failure: isRefusalCode(refusal.code) ? refusal.code : "refused" };
}

/** Since when the service refuses this key; null while it takes it. */
export function keyRefusedSince({
  pausedAt,
  health,
}: Pick<SupplierConnection, "pausedAt" | "health">): Date | null {
  return pausedAt !== null && isOfKey(health) ? pausedAt : null;
}

async function readWalletUntil(
  ctx: FindWalletDeps,
  connection: SupplierConnection,
  until: Date,
): Promise<WalletReadResult> {
  const { reading } = await lastWallet(ctx, connection);
  const { health } = connection;
  return {
    reading: reading !== null && reading.readAt <= until ? reading : null,
    failure: isRefusalCode(health) ? health : "refused",
  };
}

type KeyRefusal = { readonly code: string; readonly message: string };

/** What this process asks at this moment, by the database it belongs to and the wallet's key. */
const readsUnderWay = new WeakMap<object, Map<string, Promise<unknown>>>();

/** Whoever comes while this process asks waits for the same answer. Returns why the asker's own key was refused. */
async function readOnce(
  ctx: ReadWalletDeps,
  place: WalletKey,
  client: SupplierClient,
): Promise<KeyRefusal | null> {
  const underWay = readsUnderWay.get(ctx.db) ?? new Map<string, Promise<unknown>>();
  readsUnderWay.set(ctx.db, underWay);
  const { accountKey, mode } = keyOf(place);
  const key = `${mode}/${accountKey}`;
  const others = underWay.get(key);
  if (others) {
    await others;
    return null;
  }
  const own = readWhereDue(ctx, place, client).finally(() => underWay.delete(key));
  underWay.set(key, own);
  return own;
}

async function readWhereDue(
  ctx: ReadWalletDeps,
  place: WalletKey,
  client: SupplierClient,
): Promise<KeyRefusal | null> {
  if (!(await claimTurn(ctx, place))) return null;
  try {
    await readWallet(ctx, place, client);
    return null;
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    const { code } = toConnectionRefusal(error);
    return isOfKey(code) ? { code, message: error.message } : null;
  }
}
