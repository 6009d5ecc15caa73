import { connectionPlace } from "#app/domain/context/connection-place.ts";
import { buildSupplierDelivery, type SupplierWebhook, send } from "#test/support/deliveries.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import type { PlacingShop } from "./placing-shop.ts";

type ServiceEvent = {
  readonly event: string;
  /** Of the order's record, beside its ids. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt?: string;
  readonly part?: number;
};

/** An event the service signs itself: what the document allows and the stand-in has no reason to send. */
export async function sendServiceEvent(
  { app, shopId, parcels }: PlacingShop,
  row: OrderRow,
  { event, data, createdAt = new Date().toISOString(), part = 1 }: ServiceEvent,
): Promise<void> {
  const webhook = await openWebhook({ app, shopId });
  const parcel = parcels(row).find((each) => each.part === part);
  const { externalOrderId } = row.handoffs.at(-1) ?? {};
  const { status } = await send(
    buildSupplierDelivery(app.env.SHOPIFY_APP_URL, webhook, {
      ...{ event, createdAt },
      data: { id: parcel?.supplierOrderId, externalOrderId, ...data },
    }),
  );
  if (status !== 200) throw new Error(`The event was answered with ${status}`);
}

/** Where the service sends its news to, and what it signs them with. */
export async function openWebhook({
  app,
  shopId,
}: Pick<PlacingShop, "app" | "shopId">): Promise<SupplierWebhook> {
  const connection = await app.db.supplierConnection.findFirstOrThrow({ where: { shopId, active: true } });
  const open = (sealed: Uint8Array, column: "webhook_token_enc" | "webhook_secret_enc") =>
    app.crypto.openText(sealed, connectionPlace(connection.id, column));
  return {
    token: open(connection.webhookTokenEnc, "webhook_token_enc"),
    secret: open(connection.webhookSecretEnc, "webhook_secret_enc"),
  };
}
