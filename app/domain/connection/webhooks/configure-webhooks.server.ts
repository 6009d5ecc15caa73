import type { SupplierConnection } from "@prisma/client";
import { connectionPlace } from "#app/domain/context/connection-place.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { hashWebhookToken, webhookAddress } from "#app/domain/context/webhook-address.server.ts";
import {
  type ConnectionRefusal,
  toConnectionRefusal,
} from "#app/domain/messages/failures/connection-refusal.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { WebhookConfig } from "#app/supplier/webhooks.ts";

export type WebhookSetup =
  | {
      readonly kind: "configured" /** It was not as it should be, and was set now. */;
      readonly wasSet?: true;
    }
  | { readonly kind: "refused"; readonly refusal: ConnectionRefusal };

type WebhookDeps = Pick<ShopContext, "env" | "db" | "crypto" | "clock">;

/**
 * Sees to it that the integration's events come to us. One configuration may serve both modes of an integration, which
 * the document leaves open: an address of the shop's other connection on it is as good as our own.
 */
export async function ensureWebhooks(
  ctx: WebhookDeps,
  client: SupplierClient,
  connection: SupplierConnection,
  config: WebhookConfig,
): Promise<WebhookSetup> {
  const complete = config.events.length === 0 && config.hasSecret !== false;
  const receiver = config.url ? await findReceiver(ctx, connection, config.url) : null;
  if (!complete || receiver === null || receiver.webhookConfiguredAt === null) {
    return configureWebhooks(ctx, client, connection);
  }
  if (connection.webhookConfiguredAt === null) await recordConfigured(ctx, connection, config);
  return { kind: "configured" };
}

/**
 * Registers our address and our secret at the service. Both are committed before, so this can be repeated after any
 * failure, and is, until `webhookConfiguredAt` says it was answered.
 */
export async function configureWebhooks(
  ctx: WebhookDeps,
  client: SupplierClient,
  connection: SupplierConnection,
): Promise<WebhookSetup> {
  const secret = ctx.crypto.openText(
    connection.webhookSecretEnc,
    connectionPlace(connection.id, "webhook_secret_enc"),
  );
  try {
    const config = await client.putWebhooks({ url: ownAddress(ctx, connection), events: [], secret });
    await recordConfigured(ctx, connection, config);
    return { kind: "configured", wasSet: true };
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return { kind: "refused", refusal: toConnectionRefusal(error) };
  }
}

async function recordConfigured(
  ctx: WebhookDeps,
  connection: SupplierConnection,
  config: WebhookConfig,
): Promise<void> {
  await ctx.db.supplierConnection.update({
    where: { shopId_id: { shopId: connection.shopId, id: connection.id } },
    data: {
      webhookConfiguredAt: ctx.clock.now(),
      ...(config.integrationId ? { integrationId: config.integrationId } : {}),
    },
  });
}

/** Which of the shop's connections on this integration an address leads to; null when none. */
async function findReceiver(
  ctx: WebhookDeps,
  connection: SupplierConnection,
  url: string,
): Promise<SupplierConnection | null> {
  const { shopId, accountId, integrationId } = connection;
  const sameIntegration = integrationId === null ? [] : [{ accountId, integrationId }];
  const candidates = await ctx.db.supplierConnection.findMany({
    where: { shopId, disconnectedAt: null, OR: [{ id: connection.id }, ...sameIntegration] },
  });
  return candidates.find((candidate) => ownAddress(ctx, candidate) === url) ?? null;
}

function ownAddress(ctx: Pick<ShopContext, "env" | "crypto">, connection: SupplierConnection): string {
  const token = ctx.crypto.openText(
    connection.webhookTokenEnc,
    connectionPlace(connection.id, "webhook_token_enc"),
  );
  return webhookAddress(ctx.env.WEBHOOK_BASE_URL, token);
}

/** Whether an address leads to another shop of this installation, which has its own connection (R24). */
export async function isAnotherShops(
  { shop, db }: Pick<ShopContext, "shop" | "db">,
  url: string,
): Promise<boolean> {
  const token = url.split("/").at(-1) ?? "";
  const owner = await db.supplierConnection.findUnique({
    where: { webhookTokenHash: hashWebhookToken(token) },
  });
  return owner !== null && owner.shopId !== shop.id && owner.disconnectedAt === null;
}

/** Whether an address carries the token of one of this shop's connections: the app's own address changed since. */
export async function isFormerAddress(
  { shop, db }: Pick<ShopContext, "shop" | "db">,
  url: string,
): Promise<boolean> {
  const token = url.split("/").at(-1) ?? "";
  const owner = await db.supplierConnection.findUnique({
    where: { webhookTokenHash: hashWebhookToken(token) },
  });
  return owner?.shopId === shop.id;
}

/** Whether an address set at the service leads to this installation, be it with an older token. */
export function isOwnInstallation(ctx: Pick<ShopContext, "env">, url: string): boolean {
  return url.startsWith(`${ctx.env.WEBHOOK_BASE_URL}/webhooks/supplier/`);
}
