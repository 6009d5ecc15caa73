import type { SupplierConnection } from "@prisma/client";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import { connectionPlace } from "./connection-place.ts";
import { type ConnectionRefusal, toConnectionRefusal } from "./connection-refusal.ts";
import type { ShopContext } from "./shop-context.server.ts";
import { webhookAddress } from "./webhook-address.server.ts";

export type WebhookSetup =
  | { readonly kind: "configured" }
  | { readonly kind: "refused"; readonly refusal: ConnectionRefusal };

type WebhookGround = Pick<ShopContext, "env" | "db" | "crypto" | "clock">;

/**
 * Registers our address and our secret at the service. Both are committed before, so this can be repeated after any
 * failure, and is, until `webhookConfiguredAt` says it was answered.
 */
export async function configureWebhooks(
  ctx: WebhookGround,
  client: SupplierClient,
  connection: SupplierConnection,
): Promise<WebhookSetup> {
  const secret = ctx.crypto.openText(
    connection.webhookSecretEnc,
    connectionPlace(connection.id, "webhook_secret_enc"),
  );
  try {
    const config = await client.putWebhooks({ url: ownWebhookAddress(ctx, connection), events: [], secret });
    await ctx.db.supplierConnection.update({
      where: { shopId_id: { shopId: connection.shopId, id: connection.id } },
      data: {
        webhookConfiguredAt: ctx.clock.now(),
        ...(config.integrationId ? { integrationId: config.integrationId } : {}),
      },
    });
    return { kind: "configured" };
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return { kind: "refused", refusal: toConnectionRefusal(error) };
  }
}

/** The address this connection's news is to come to. */
export function ownWebhookAddress(
  ctx: Pick<ShopContext, "env" | "crypto">,
  connection: SupplierConnection,
): string {
  const token = ctx.crypto.openText(
    connection.webhookTokenEnc,
    connectionPlace(connection.id, "webhook_token_enc"),
  );
  return webhookAddress(ctx.env.WEBHOOK_BASE_URL, token);
}

/** Whether an address set at the service leads to this installation, be it with an older token. */
export function isOwnAddress(ctx: Pick<ShopContext, "env">, url: string): boolean {
  return url.startsWith(`${ctx.env.WEBHOOK_BASE_URL}/webhooks/supplier/`);
}
