import { createHash, createHmac, randomUUID } from "node:crypto";
import type { PrismaClient } from "@prisma/client";
import type { Crypto } from "#app/platform/crypto/crypto.ts";
import type { ShopId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { asId } from "#test/support/as-id.ts";

export const shopifySecret = "karwan-demo-secret-not-for-production";

export type Delivery = {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
};

/** A delivery as Shopify would send it; `headers` override. */
export function buildShopifyDelivery(
  webUrl: string,
  topic: string,
  payload: unknown,
  { secret = shopifySecret, headers = {} }: { secret?: string; headers?: Record<string, string> } = {},
): Delivery {
  const body = Buffer.from(typeof payload === "string" ? payload : JSON.stringify(payload));
  return {
    url: `${webUrl}/webhooks/shopify`,
    body,
    headers: {
      "content-type": "application/json",
      "x-shopify-topic": topic,
      "x-shopify-shop-domain": "karwan-demo.myshopify.com",
      "x-shopify-webhook-id": randomUUID(),
      "x-shopify-hmac-sha256": createHmac("sha256", secret).update(body).digest("base64"),
      ...headers,
    },
  };
}

export type SupplierWebhook = { readonly token: string; readonly secret: string };

/** A delivery as the service would send it. */
export function buildSupplierDelivery(
  webUrl: string,
  { token, secret }: SupplierWebhook,
  event: Readonly<Record<string, unknown>>,
): Delivery {
  const id = `evt_${randomUUID()}`;
  const whole = {
    id,
    event: "order.shipped",
    mode: "live",
    createdAt: "2026-11-21T09:00:00Z",
    data: {},
    ...event,
  };
  const body = Buffer.from(JSON.stringify(whole));
  return {
    url: `${webUrl}/webhooks/supplier/${token}`,
    body,
    headers: {
      "content-type": "application/json",
      "x-service-event": String(whole.event),
      "x-service-event-id": String(whole.id),
      "x-service-timestamp": "1795251600",
      "x-service-signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    },
  };
}

export async function send({ url, headers, body }: Delivery, method = "POST"): Promise<Response> {
  return fetch(url, { method, headers, body: method === "GET" ? undefined : new Uint8Array(body) });
}

/** A connection with a webhook address and secret, as connecting would leave it. */
export async function insertConnection(
  db: PrismaClient,
  crypto: Crypto,
  shopId: ShopId,
  {
    mode = "live",
    token = `token-${randomUUID()}`,
    secret = `secret-${randomUUID()}`,
    integrationId = "int_1",
  }: {
    readonly mode?: Mode;
    readonly token?: string;
    readonly secret?: string;
    readonly integrationId?: string;
  } = {},
): Promise<SupplierWebhook & { readonly id: string }> {
  const id = randomUUID();
  const seal = (text: string, column: string) =>
    crypto.seal(text, { table: "supplier_connection", row: id, column });
  await db.supplierConnection.create({
    data: {
      id,
      shopId,
      mode,
      active: mode === "live",
      keyId: `${mode}_key`,
      keySecretEnc: seal("key-secret", "key_secret_enc"),
      accountId: asId("acc_1"),
      integrationId,
      webhookTokenHash: createHash("sha256").update(token).digest("hex"),
      webhookTokenEnc: seal(token, "webhook_token_enc"),
      webhookSecretEnc: seal(secret, "webhook_secret_enc"),
    },
  });
  return { id, token, secret };
}
