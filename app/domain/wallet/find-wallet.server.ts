import type { SupplierConnection } from "@prisma/client";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import { isRefusalCode, toConnectionRefusal } from "../shops/connection-refusal.ts";
import { pauseConnection } from "../shops/pause-connection.server.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";
import {
  claimTurn,
  isOfKey,
  keyOf,
  lastWallet,
  type ReadingContext,
  readWallet,
  type WalletLook,
  type WalletPlace,
} from "./read-wallet.server.ts";

type LookContext = Pick<ShopContext, "shop" | "db" | "clock" | "crypto" | "wake" | "connection" | "supplier">;

/**
 * The wallet of the connection in use, for a page: asked of the service at most every 15 seconds for an account and mode,
 * however many pages, shops and processes look. Whose key is refused asks no more, and sees nothing that others of the
 * account have read since.
 */
export async function findWallet(ctx: LookContext): Promise<WalletLook> {
  const { connection, supplier } = ctx;
  if (connection === null || supplier === null) return { reading: null, failure: "not_connected" };
  const since = keyRefusedSince(connection);
  if (since !== null) return lookUntil(ctx, connection, since);
  const refusal = await askOnce(ctx, connection, supplier);
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

async function lookUntil(ctx: LookContext, connection: SupplierConnection, until: Date): Promise<WalletLook> {
  const { reading } = await lastWallet(ctx, connection);
  const { health } = connection;
  return {
    reading: reading !== null && reading.readAt <= until ? reading : null,
    failure: isRefusalCode(health) ? health : "refused",
  };
}

type KeyRefusal = { readonly code: string; readonly message: string };

/** What this process asks at this moment, by the database it belongs to and the wallet's key. */
const asking = new WeakMap<object, Map<string, Promise<unknown>>>();

/** Whoever comes while this process asks waits for the same answer. Returns why the asker's own key was refused. */
async function askOnce(
  ctx: ReadingContext,
  place: WalletPlace,
  client: SupplierClient,
): Promise<KeyRefusal | null> {
  const underWay = asking.get(ctx.db) ?? new Map<string, Promise<unknown>>();
  asking.set(ctx.db, underWay);
  const { accountKey, mode } = keyOf(place);
  const key = `${mode}/${accountKey}`;
  const others = underWay.get(key);
  if (others) {
    await others;
    return null;
  }
  const own = askWhereDue(ctx, place, client).finally(() => underWay.delete(key));
  underWay.set(key, own);
  return own;
}

async function askWhereDue(
  ctx: ReadingContext,
  place: WalletPlace,
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
