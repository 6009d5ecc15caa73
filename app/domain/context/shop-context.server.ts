import type { PrismaClient, Shop, SupplierConnection } from "@prisma/client";
import type { Crypto } from "#app/platform/crypto/crypto.ts";
import { AppError } from "#app/platform/errors.ts";
import type { AccountId, ShopId } from "#app/platform/ids.ts";
import type { Log } from "#app/platform/observability/log.server.ts";
import type { Env } from "#app/platform/process/env.server.ts";
import type { ShopWork, WorkRequest } from "#app/platform/queue/work-kinds.ts";
import type { Clock } from "#app/platform/time/clock.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import type { AdminPace } from "#app/shopify/shopify-admin.server.ts";
import type { Purpose } from "#app/supplier/call-class.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { ConnectionKey } from "./connection-key.ts";
import { loadShop } from "./load-shop.server.ts";

/** What a use case is given: one shop, its two clients and the ground. Everything it does belongs to this shop. */
export type ShopContext = {
  readonly shop: Shop;
  readonly env: Env;
  readonly db: PrismaClient;
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly log: Log;
  readonly admin: AdminClient;
  /** The connection in use; null before the first and after a disconnect. */
  readonly connection: SupplierConnection | null;
  /** Client of the connection in use. */
  readonly supplier: SupplierClient | null;
  /** Client of a mode's connection, in use or not: what was begun under a key is settled under it. */
  readonly supplierIn: (mode: Mode) => SupplierClient | null;
  /** Client of the account something was begun under; null while that account is not connected. */
  readonly supplierOf: (begun: StartedConnection) => SupplierClient | null;
  /** Client of a key that is tried, whose account is not known yet. */
  readonly clientOfKey: (key: ConnectionKey) => SupplierClient;
  /** Why nothing is sent under a mode's key for now; null while it is taken. */
  readonly pausedIn: (mode: Mode) => { readonly code: string } | null;
  /** Requests work in a transaction of its own and notifies workers. */
  readonly wake: (marks: readonly ShopWork[]) => Promise<void>;
};

/** Something begun at the service: in which mode, and under which account (null: begun before accounts were kept). */
export type StartedConnection = { readonly mode: Mode; readonly accountId: AccountId | null };

/** What the process gives to make a context of. */
export type ContextSource = Pick<ShopContext, "env" | "db" | "crypto" | "clock" | "log"> & {
  readonly adminFor: (shop: Shop, pace?: AdminPace) => AdminClient;
  readonly supplierFor: (connection: SupplierConnection) => SupplierClient;
  readonly clientOfKey: (key: ConnectionKey) => SupplierClient;
  readonly wake: (marks: readonly WorkRequest[]) => Promise<void>;
};

/**
 * `purpose` says who waits for what is asked of the service (D-37).
 * @throws AppError `shop_not_found`
 */
export async function createShopContext(
  source: ContextSource,
  shopId: ShopId,
  purpose: Purpose = "order",
): Promise<ShopContext> {
  const shop = await loadShop(source.db, shopId);
  if (!shop) throw new AppError("shop_not_found", `No shop ${shopId}`, { retryable: false });
  const { connections, ...row } = shop;
  const usable = connections.filter((each) => each.disconnectedAt === null);
  const connection = usable.find((each) => each.active) ?? null;
  const clientOf = (row: SupplierConnection) => source.supplierFor(row).withPurpose(purpose);
  const supplierIn = (mode: Mode) => {
    const ofMode = usable.find((each) => each.mode === mode);
    return ofMode ? clientOf(ofMode) : null;
  };
  const supplierOf = ({ mode, accountId }: StartedConnection) => {
    const ofAccount = usable.find(
      (each) => each.mode === mode && (accountId === null || each.accountId === accountId),
    );
    return ofAccount ? clientOf(ofAccount) : null;
  };
  const pausedIn = (mode: Mode) => {
    const paused = usable.find((each) => each.mode === mode && each.pausedAt !== null);
    return paused ? { code: paused.health } : null;
  };
  return {
    shop: row,
    env: source.env,
    db: source.db,
    crypto: source.crypto,
    clock: source.clock,
    log: source.log,
    admin: source.adminFor(row, purpose),
    connection,
    supplier: connection ? clientOf(connection) : null,
    supplierIn,
    supplierOf,
    clientOfKey: source.clientOfKey,
    pausedIn,
    wake: (marks) => source.wake(marks.map((mark) => ({ ...mark, shopId }))),
  };
}
