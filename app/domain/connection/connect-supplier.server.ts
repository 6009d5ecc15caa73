import type { Prisma, SupplierConnection } from "@prisma/client";
import { resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import { type AccountAtService, readAccount } from "#app/domain/context/account-at-service.server.ts";
import { type ConnectionKey, parseConnectionKey } from "#app/domain/context/connection-key.ts";
import {
  isIntegrationTaken,
  lockIntegration,
  lockShop,
  saveConnection,
} from "#app/domain/context/connection-rows.server.ts";
import { saveQuota } from "#app/domain/context/save-quota.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type {
  ConnectionRefusal,
  ConnectionRefusalCode,
} from "#app/domain/messages/failures/connection-refusal.ts";
import { requestAllStockReconcile } from "#app/domain/stock-work/request-stock-reconcile.server.ts";
import { bringForward } from "#app/domain/sweeps/bring-forward.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { runInLane } from "#app/platform/http/bulkhead.server.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { AmountPkr } from "#app/supplier/schema.ts";
import { countKeyTry } from "./count-key-try.server.ts";
import {
  ensureWebhooks,
  isFormerAddress,
  isOwnInstallation,
  type WebhookSetup,
} from "./webhooks/configure-webhooks.server.ts";

export type ConnectInput = ConnectionKey & {
  readonly by: string;
  /** What to do when the integration's events go to another system now. */
  readonly otherReceiver: "keep" | "take_over";
};

export type ConnectResult =
  | {
      readonly kind: "connected";
      readonly connectionId: string;
      readonly mode: Mode;
      /** False when a connection of the other mode is in use: switching is a step of its own. */
      readonly active: boolean;
      readonly brandName: string;
      readonly depositMissingPkr: AmountPkr | null;
      readonly webhooks: WebhookSetup;
    }
  | { readonly kind: "refused"; readonly refusal: ConnectionRefusal }
  /** This shop tried too many keys; nothing was asked. */
  | { readonly kind: "too_many_tries"; readonly againInMinutes: number };

type ConnectDeps = Pick<ShopContext, "shop" | "env" | "db" | "crypto" | "clock" | "wake" | "clientOfKey"> & {
  /** Drops what the catalog of a mode held, where the key is another account's. The catalog is a room above this one. */
  readonly forgetCatalog: (
    tx: Prisma.TransactionClient,
    scope: Pick<SupplierConnection, "shopId" | "mode">,
  ) => Promise<void>;
};

/** So many keys may be tried at once in a process, three quarters of them while the service hangs. */
const KEYS_AT_ONCE = 8;

/**
 * Verifies a key with the service, stores it encrypted together with our own webhook token and secret, and only then
 * registers the webhook: a crash in between loses nothing, and connecting again repeats it.
 */
export async function connectSupplier(ctx: ConnectDeps, input: ConnectInput): Promise<ConnectResult> {
  const key = parseConnectionKey(input);
  if (key === null) return refused("key_malformed");
  const againInMinutes = await countKeyTry(ctx);
  if (againInMinutes !== null) return { kind: "too_many_tries", againInMinutes };
  return runInLane("keys", KEYS_AT_ONCE, () => tryKey(ctx, key, input));
}

async function tryKey(ctx: ConnectDeps, key: ConnectionKey, input: ConnectInput): Promise<ConnectResult> {
  const client = ctx.clientOfKey(key);
  const reading = await readAccount(client);
  if (reading.kind === "refused") return reading;
  const { account } = reading;
  if (await isReceivedElsewhere(ctx, account, input)) return refused("webhooks_elsewhere");
  const stored = await storeConnection(ctx, key, account, input.by);
  if (stored.kind === "refused") return stored;
  const webhooks = await ensureWebhooks(ctx, client, stored.connection, account.webhooks);
  await saveQuota(ctx, client, stored.connection);
  await ctx.wake([{ kind: "orders.reconcileWaiting", subject: "shop" }]);
  return {
    kind: "connected",
    connectionId: stored.connection.id,
    mode: account.mode,
    active: stored.connection.active,
    brandName: account.brandName,
    depositMissingPkr: account.depositMissingPkr,
    webhooks,
  };
}

/** An address of our own with another token is left from an earlier installation, or taken: the rows tell which. */
async function isReceivedElsewhere(
  ctx: ConnectDeps,
  account: AccountAtService,
  input: ConnectInput,
): Promise<boolean> {
  const { url } = account.webhooks;
  if (input.otherReceiver === "take_over" || !url) return false;
  return !isOwnInstallation(ctx, url) && !(await isFormerAddress(ctx, url));
}

type StoreConnectionResult =
  | { readonly kind: "stored"; readonly connection: SupplierConnection }
  | { readonly kind: "refused"; readonly refusal: ConnectionRefusal };

async function storeConnection(
  ctx: ConnectDeps,
  key: ConnectionKey,
  account: AccountAtService,
  by: string,
): Promise<StoreConnectionResult> {
  const shopId = ctx.shop.id;
  return ctx.db.$transaction(async (tx): Promise<StoreConnectionResult> => {
    await lockIntegration(tx, account);
    await lockShop(tx, shopId);
    if (await isIntegrationTaken(tx, shopId, account, key.keyId)) return refused("integration_in_use");
    const existing = await tx.supplierConnection.findUnique({
      where: { shopId_mode: { shopId, mode: account.mode } },
    });
    const stands = existing !== null && existing.disconnectedAt === null;
    if (stands && existing.accountId !== account.accountId) {
      return refused("another_account");
    }
    const now = ctx.clock.now();
    const connection = await saveConnection(tx, ctx.crypto, { shopId, existing, key, account, by, now });
    await beginCopies(ctx, tx, existing, connection);
    const subject = { thing: "connection", thingId: connection.id } as const;
    await resolveAttention(tx, { shopId, now }, subject, { by });
    const params = { mode: account.mode };
    await recordFact(tx, shopId, { ...subject, actor: "person", by, code: "connection_made", params });
    if (connection.active)
      await requestReconcile(tx, [{ shopId, kind: "catalog.adoptMissing", subject: "shop" }]);
    if (connection.active && !(stands && existing.active))
      await requestAllStockReconcile(tx, shopId, connection.mode);
    return { kind: "stored", connection };
  });
}

/** A new connection reads catalog and ledger at once; another account's catalog begins from nothing. */
async function beginCopies(
  { forgetCatalog }: ConnectDeps,
  tx: Prisma.TransactionClient,
  before: SupplierConnection | null,
  connection: SupplierConnection,
): Promise<void> {
  const { shopId, mode } = connection;
  if (before !== null && before.disconnectedAt === null) return;
  if (before !== null && before.accountId !== connection.accountId) {
    await forgetCatalog(tx, { shopId, mode });
    await tx.schedule.deleteMany({ where: { shopId, mode, kind: "catalog" } });
  }
  await bringForward(tx, { shopId, mode }, "catalog");
  await bringForward(tx, { shopId, mode }, "ledger");
}

function refused(code: ConnectionRefusalCode): {
  readonly kind: "refused";
  readonly refusal: ConnectionRefusal;
} {
  return { kind: "refused", refusal: { code, serviceMessage: null } };
}
