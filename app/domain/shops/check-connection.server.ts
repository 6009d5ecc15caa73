import type { SupplierConnection } from "@prisma/client";
import { openAttention, resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import { readDepositMissing } from "./account-at-service.server.ts";
import { ensureWebhooks, isOwnInstallation } from "./configure-webhooks.server.ts";
import { rememberQuota } from "./connect-supplier.server.ts";
import { type ConnectionRefusal, toConnectionRefusal } from "./connection-refusal.ts";
import { findConnection } from "./find-connection.server.ts";
import { forgetPreviousSecret } from "./rotate-webhook-secret.server.ts";
import type { ShopContext } from "./shop-context.server.ts";

export type CheckOutcome =
  | { readonly kind: "ok" }
  | { readonly kind: "not_connected" }
  | { readonly kind: "refused"; readonly refusal: ConnectionRefusal };

type CheckContext = Pick<ShopContext, "shop" | "env" | "db" | "crypto" | "clock" | "supplierIn">;

/**
 * Asks the service whether a key still works and whether its news still comes to us, heals what can be healed, and
 * keeps the answer as the connection's health. `GET /me` is never refused for the daily quota.
 */
export async function checkConnection(
  ctx: CheckContext,
  input: { readonly mode: string },
): Promise<CheckOutcome> {
  const found = await findConnection(ctx, input.mode);
  if (found === null) return { kind: "not_connected" };
  const { connection, client } = found;
  const refusal = (await checkKey(ctx, client, connection)) ?? (await checkWebhooks(ctx, client, connection));
  await rememberQuota(ctx, client, connection);
  await forgetPreviousSecret(ctx, connection);
  await rememberHealth(ctx, connection, refusal);
  return refusal === null ? { kind: "ok" } : { kind: "refused", refusal };
}

async function checkKey(
  ctx: CheckContext,
  client: SupplierClient,
  connection: SupplierConnection,
): Promise<ConnectionRefusal | null> {
  try {
    const me = await client.getMe();
    const depositMissing = await readDepositMissing(client);
    await ctx.db.supplierConnection.update({
      where: { shopId_id: { shopId: ctx.shop.id, id: connection.id } },
      data: {
        brandName: me.reseller.brandName ?? connection.brandName,
        accountStatus: me.reseller.status ?? connection.accountStatus,
        ...(depositMissing === null ? {} : { depositMissing }),
      },
    });
    return null;
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return toConnectionRefusal(error);
  }
}

/** Another system's address is left alone: a person decides. Anything else that is not ours is set again. */
async function checkWebhooks(
  ctx: CheckContext,
  client: SupplierClient,
  connection: SupplierConnection,
): Promise<ConnectionRefusal | null> {
  try {
    const config = await client.getWebhooks();
    if (config.url && !isOwnInstallation(ctx, config.url))
      return { code: "webhooks_elsewhere", serviceMessage: null };
    const setup = await ensureWebhooks(ctx, client, connection, config);
    return setup.kind === "configured" ? null : setup.refusal;
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return toConnectionRefusal(error);
  }
}

/** A failure that ends by itself is kept as health; only what needs a person is brought to attention. */
async function rememberHealth(
  ctx: CheckContext,
  connection: SupplierConnection,
  refusal: ConnectionRefusal | null,
): Promise<void> {
  const shopId = ctx.shop.id;
  const now = ctx.clock.now();
  const subject = { thing: "connection", thingId: connection.id } as const;
  const code = refusal === null ? null : `connection_${refusal.code}`;
  const needsPerson = refusal !== null && !PASSING.has(refusal.code);
  await ctx.db.$transaction(async (tx) => {
    await tx.supplierConnection.update({
      where: { shopId_id: { shopId, id: connection.id } },
      data: { health: refusal?.code ?? "ok", healthMessage: refusal?.serviceMessage ?? null, checkedAt: now },
    });
    if (code !== null && !needsPerson) return;
    const keep = code === null ? [] : [code];
    await resolveAttention(tx, { shopId, now }, subject, { by: "karwan", keep });
    if (code === null) return;
    const params = { mode: connection.mode, serviceMessage: refusal?.serviceMessage ?? "" };
    await openAttention(tx, { shopId, now }, { ...subject, code, params });
  });
}

const PASSING: ReadonlySet<string> = new Set(["unreachable", "service_failing", "too_many_requests"]);
