import type { SupplierConnection } from "@prisma/client";
import { openAttention, resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import { orNoWallet } from "#app/domain/context/account-at-service.server.ts";
import { sealHealthMessage } from "#app/domain/context/connection-place.ts";
import { depositMissing } from "#app/domain/context/deposit-missing.ts";
import { findConnection } from "#app/domain/context/find-connection.server.ts";
import { readWallet } from "#app/domain/context/read-wallet.server.ts";
import { saveQuota } from "#app/domain/context/save-quota.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import {
  type ConnectionRefusal,
  toConnectionRefusal,
} from "#app/domain/messages/failures/connection-refusal.ts";
import { recordTerms } from "#app/domain/policy/terms/record-terms.server.ts";
import { termsOfWallet } from "#app/domain/policy/terms/reported-terms.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { Mode } from "#app/supplier/mode.ts";
import {
  ensureWebhooks,
  isAnotherShops,
  isFormerAddress,
  isOwnInstallation,
  type WebhookSetup,
} from "./webhooks/configure-webhooks.server.ts";
import { deletePreviousSecret } from "./webhooks/rotate-webhook-secret.server.ts";

export type CheckConnectionResult =
  /** `mended`: the service's events went elsewhere, or not all of them came, and they come again. */
  | { readonly kind: "ok"; readonly mended?: true }
  | { readonly kind: "not_connected" }
  | { readonly kind: "refused"; readonly refusal: ConnectionRefusal };

type CheckConnectionDeps = Pick<ShopContext, "shop" | "env" | "db" | "crypto" | "clock" | "supplierIn">;

/**
 * Asks the service whether a key still works and whether its events still come to us, heals what can be healed, and
 * keeps the answer as the connection's health. `GET /me` is never refused for the daily quota.
 */
export async function checkConnection(
  ctx: CheckConnectionDeps,
  input: { readonly mode: Mode },
): Promise<CheckConnectionResult> {
  const found = await findConnection(ctx, input.mode);
  if (found === null) return { kind: "not_connected" };
  const { connection, client } = found;
  const keyRefusal = await checkKey(ctx, client, connection);
  const webhooks = keyRefusal === null ? await checkWebhooks(ctx, client, connection) : null;
  const refusal = keyRefusal ?? (webhooks?.kind === "refused" ? webhooks.refusal : null);
  await saveQuota(ctx, client, connection);
  await deletePreviousSecret(ctx, connection);
  await saveHealth(ctx, connection, refusal);
  if (refusal !== null) return { kind: "refused", refusal };
  return webhooks?.kind === "configured" && webhooks.wasSet ? { kind: "ok", mended: true } : { kind: "ok" };
}

async function checkKey(
  ctx: CheckConnectionDeps,
  client: SupplierClient,
  connection: SupplierConnection,
): Promise<ConnectionRefusal | null> {
  try {
    const me = await client.getMe();
    const wallet = await orNoWallet(readWallet(ctx, connection, client));
    const figures = wallet ? termsOfWallet(wallet) : {};
    await recordTerms(ctx.db, connection, { figures, source: "wallet", at: ctx.clock.now() });
    await ctx.db.supplierConnection.update({
      where: { shopId_id: { shopId: ctx.shop.id, id: connection.id } },
      data: {
        brandName: me.reseller.brandName ?? connection.brandName,
        accountStatus: me.reseller.status ?? connection.accountStatus,
        ...(wallet && { depositMissing: depositMissing(wallet.depositRequired, wallet.heldDeposit) }),
      },
    });
    return null;
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return toConnectionRefusal(error);
  }
}

/** Another system's or shop's address is left alone: a person decides. Anything else that is not ours is set again. */
async function checkWebhooks(
  ctx: CheckConnectionDeps,
  client: SupplierClient,
  connection: SupplierConnection,
): Promise<WebhookSetup> {
  try {
    const config = await client.getWebhooks();
    if (config.url && !isOwnInstallation(ctx, config.url) && !(await isFormerAddress(ctx, config.url)))
      return refused("webhooks_elsewhere");
    if (config.url && (await isAnotherShops(ctx, config.url))) return refused("integration_in_use");
    return await ensureWebhooks(ctx, client, connection, config);
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return { kind: "refused", refusal: toConnectionRefusal(error) };
  }
}

function refused(code: ConnectionRefusal["code"]): WebhookSetup {
  return { kind: "refused", refusal: { code, serviceMessage: null } };
}

/** A failure that ends by itself is kept as health; only what needs a person is brought to attention. */
async function saveHealth(
  ctx: CheckConnectionDeps,
  connection: SupplierConnection,
  refusal: ConnectionRefusal | null,
): Promise<void> {
  const shopId = ctx.shop.id;
  const now = ctx.clock.now();
  const subject = { thing: "connection", thingId: connection.id } as const;
  const code = refusal === null ? null : (`connection_${refusal.code}` as const);
  const needsPerson = refusal !== null && !PASSING.has(refusal.code);
  const healthMessageEnc = sealHealthMessage(ctx.crypto, connection.id, refusal?.serviceMessage ?? null);
  await ctx.db.$transaction(async (tx) => {
    await tx.supplierConnection.update({
      where: { shopId_id: { shopId, id: connection.id } },
      data: { health: refusal?.code ?? "ok", healthMessageEnc, checkedAt: now },
    });
    if (code !== null && !needsPerson) return;
    const keep = code === null ? [] : [code];
    await resolveAttention(tx, { shopId, now }, subject, { by: "karwan", keep });
    if (code === null) return;
    const params = { mode: connection.mode, serviceMessage: refusal?.serviceMessage ?? "" };
    await openAttention(tx, { shopId, now, crypto: ctx.crypto }, { ...subject, code, params });
  });
}

const PASSING: ReadonlySet<string> = new Set(["unreachable", "service_failing", "too_many_requests"]);
