import type { Prisma, SupplierConnection } from "@prisma/client";
import { connectionPlace } from "#app/domain/context/connection-place.ts";
import { findConnection } from "#app/domain/context/find-connection.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { newWebhookSecret } from "#app/domain/context/webhook-address.server.ts";
import type { ConnectionRefusal } from "#app/domain/messages/failures/connection-refusal.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { configureWebhooks } from "./configure-webhooks.server.ts";

export type RotateResult =
  | { readonly kind: "rotated" }
  | { readonly kind: "not_connected" }
  | { readonly kind: "refused"; readonly refusal: ConnectionRefusal };

/** The service retries a delivery for 20 h 36 min, signed as it was first; twice that and some is 48 hours. */
const PREVIOUS_SECRET_KEPT_MS = 48 * 3_600_000;

type RotateDeps = Pick<ShopContext, "shop" | "env" | "db" | "crypto" | "clock" | "supplierIn">;

/**
 * Replaces the webhook secret. The new one is committed beside the old before the service hears of it, and both are
 * accepted meanwhile. A rotation the service has not answered yet is finished first: a third secret would lose one.
 */
export async function rotateWebhookSecret(
  ctx: RotateDeps,
  { mode, by }: { readonly mode: Mode; readonly by: string },
): Promise<RotateResult> {
  const found = await findConnection(ctx, mode);
  if (found === null) return { kind: "not_connected" };
  const connection = await withNewSecret(ctx, found.connection, by);
  const setup = await configureWebhooks(ctx, found.client, connection);
  return setup.kind === "configured" ? { kind: "rotated" } : setup;
}

async function withNewSecret(
  ctx: RotateDeps,
  connection: SupplierConnection,
  by: string,
): Promise<SupplierConnection> {
  const shopId = ctx.shop.id;
  const where = { shopId_id: { shopId, id: connection.id } };
  if (connection.webhookConfiguredAt !== null) {
    await ctx.db.$transaction(async (tx) => {
      if (!(await storeNewSecret(ctx, tx, connection))) return;
      const thing = { thing: "connection", thingId: connection.id } as const;
      const params = { mode: connection.mode };
      await recordFact(tx, shopId, {
        ...thing,
        actor: "person",
        by,
        code: "webhook_secret_replaced",
        params,
      });
    });
  }
  return ctx.db.supplierConnection.findUniqueOrThrow({ where });
}

/** False where another rotation was first: only one of two finds the stamp it has read. */
async function storeNewSecret(
  ctx: RotateDeps,
  tx: Prisma.TransactionClient,
  { id, webhookConfiguredAt, webhookSecretEnc }: SupplierConnection,
): Promise<boolean> {
  const previousPlace = connectionPlace(id, "webhook_secret_previous_enc");
  const place = connectionPlace(id, "webhook_secret_enc");
  const { count } = await tx.supplierConnection.updateMany({
    where: { shopId: ctx.shop.id, id, webhookConfiguredAt, webhookSecretEnc },
    data: {
      webhookSecretEnc: ctx.crypto.seal(newWebhookSecret(), place),
      webhookSecretPreviousEnc: ctx.crypto.seal(ctx.crypto.openText(webhookSecretEnc, place), previousPlace),
      webhookSecretRotatedAt: ctx.clock.now(),
      webhookConfiguredAt: null,
    },
  });
  return count === 1;
}

/** Drops the old secret once no delivery can still be signed with it. */
export async function deletePreviousSecret(
  ctx: Pick<ShopContext, "shop" | "db" | "clock">,
  connection: SupplierConnection,
): Promise<void> {
  const oldest = new Date(ctx.clock.now().getTime() - PREVIOUS_SECRET_KEPT_MS);
  await ctx.db.supplierConnection.updateMany({
    where: { shopId: ctx.shop.id, id: connection.id, webhookSecretRotatedAt: { lt: oldest } },
    data: { webhookSecretPreviousEnc: null },
  });
}
