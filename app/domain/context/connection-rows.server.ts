import { randomUUID } from "node:crypto";
import type { Prisma, SupplierConnection } from "@prisma/client";
import type { Crypto } from "#app/platform/crypto/crypto.ts";
import type { ShopId } from "#app/platform/ids.ts";
import type { AccountAtService } from "./account-at-service.server.ts";
import type { ConnectionKey } from "./connection-key.ts";
import { connectionPlace } from "./connection-place.ts";
import { takeBackRequests } from "./take-back-requests.server.ts";
import { hashWebhookToken, newWebhookSecret, newWebhookToken } from "./webhook-address.server.ts";

/** Held until the transaction ends: two shops cannot claim one integration at the same time. */
export async function lockIntegration(
  tx: Prisma.TransactionClient,
  account: AccountAtService,
): Promise<void> {
  const claim = `integration/${account.accountId}/${account.integrationId ?? ""}`;
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${claim}, 0))`;
}

/**
 * Held until the transaction ends: of a shop's connections at most one is in use. Runs may write rows of the shop
 * meanwhile; otherwise this transaction and a run whose work it marks next would wait for each other.
 */
export async function lockShop(tx: Prisma.TransactionClient, shopId: ShopId): Promise<void> {
  await tx.$executeRaw`select 1 from shop where id = ${shopId}::uuid for no key update`;
}

/** Whether another shop is connected through the same integration, in either mode (R24). Says nothing about which. */
export async function isIntegrationTaken(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  account: AccountAtService,
  keyId: string,
): Promise<boolean> {
  const { accountId, integrationId } = account;
  const sameIntegration = integrationId === null ? [] : [{ accountId, integrationId }];
  const taken = await tx.supplierConnection.count({
    where: { shopId: { not: shopId }, disconnectedAt: null, OR: [{ keyId }, ...sameIntegration] },
  });
  return taken > 0;
}

export type SavedConnection = {
  readonly shopId: ShopId;
  readonly existing: SupplierConnection | null;
  readonly key: ConnectionKey;
  readonly account: AccountAtService;
  readonly by: string;
  readonly now: Date;
};

/**
 * Writes a verified key. While the connection stands its webhook token and secret are kept, also when the key is of
 * another integration of the account: parcels placed through the former one still report to the same address.
 */
export async function saveConnection(
  tx: Prisma.TransactionClient,
  crypto: Crypto,
  { shopId, existing, key, account, by, now }: SavedConnection,
): Promise<SupplierConnection> {
  const id = existing?.id ?? randomUUID();
  const inUse = await tx.supplierConnection.findFirst({
    where: { shopId, active: true, disconnectedAt: null },
  });
  const active = inUse === null || inUse.id === id;
  if (inUse === null) await takeBackRequests(tx, { shopId, mode: account.mode, now });
  // Keys that were to end with their last parcel are wanted again: they are revoked together.
  await tx.supplierConnection.updateMany({
    where: { shopId },
    data: { leavingSince: null, leavingBy: null },
  });
  const stands = existing !== null && existing.disconnectedAt === null;
  const wasActive = stands && existing.active;
  const facts = {
    ...factsOf(account, now),
    keyId: key.keyId,
    keySecretEnc: crypto.seal(key.secret, connectionPlace(id, "key_secret_enc")),
    active,
    activatedAt: active && !wasActive ? now : (existing?.activatedAt ?? null),
    webhookConfiguredAt: null,
    disconnectedAt: null,
    ...(stands ? {} : { connectedAt: now, connectedBy: by }),
  };
  if (existing === null) {
    return tx.supplierConnection.create({
      data: { id, shopId, mode: account.mode, ...facts, ...newWebhooks(crypto, id) },
    });
  }
  return tx.supplierConnection.update({
    where: { shopId_id: { shopId, id } },
    data: { ...facts, ...(stands ? {} : newWebhooks(crypto, id)) },
  });
}

function factsOf(account: AccountAtService, now: Date) {
  return {
    accountId: account.accountId,
    brandName: account.brandName,
    accountStatus: account.accountStatus,
    integrationId: account.integrationId,
    depositMissing: account.depositMissingPkr,
    health: "ok",
    pausedAt: null,
    probes: 0,
    healthMessageEnc: null,
    checkedAt: now,
  };
}

function newWebhooks(crypto: Crypto, id: string) {
  const token = newWebhookToken();
  return {
    webhookTokenHash: hashWebhookToken(token),
    webhookTokenEnc: crypto.seal(token, connectionPlace(id, "webhook_token_enc")),
    webhookSecretEnc: crypto.seal(newWebhookSecret(), connectionPlace(id, "webhook_secret_enc")),
    webhookSecretPreviousEnc: null,
    webhookSecretRotatedAt: null,
  };
}
