import { randomUUID } from "node:crypto";
import { z } from "zod";
import { createCrypto } from "#app/platform/crypto/crypto.ts";
import { readEnv } from "#app/platform/process/env.server.ts";
import {
  buildShopifyDelivery,
  buildSupplierDelivery,
  type Delivery,
  send,
} from "#test/support/deliveries.ts";
import type { DrillOrder } from "./order-facts.ts";
import type { DrillStage } from "./stage.ts";

const supplierBody = z.looseObject({
  id: z.string(),
  event: z.string(),
  mode: z.string(),
  data: z.looseObject({ externalOrderId: z.string().optional() }),
});
export type SupplierBody = z.infer<typeof supplierBody>;

/** From now on nothing either side sends arrives; it is kept, to be sent by hand. */
export async function loseDeliveries({ world }: DrillStage): Promise<void> {
  world.shopify.control.faults({ webhooks: [{ kind: "lost", times: 1_000_000 }] });
  await world.supplier.control.armFault({ kind: "webhook_lost", times: 1_000_000 });
}

export async function stopLosing({ world }: DrillStage): Promise<void> {
  world.shopify.control.faults({ clear: true });
  await world.supplier.control.clearFaults();
}

/** What Shopify has tried to tell about an order so far, to be sent as often as one likes. */
export function shopifyDeliveriesOf({ world }: DrillStage, { gid, shop }: DrillOrder): Delivery[] {
  const number = gid.split("/").at(-1) ?? "";
  const fulfillmentOrders = world.shopify.control
    .fulfillmentOrdersOf({ shop, orderId: gid })
    .map(({ id }) => id.split("/").at(-1) ?? "");
  const names = [number, ...fulfillmentOrders];
  return world.shopify.control
    .deliveries({ shop })
    .filter(({ body }) => names.some((name) => new RegExp(`\\b${name}\\b`).test(body)))
    .map(({ url, headers, body }) => ({ url, headers: { ...headers }, body: Buffer.from(body) }));
}

/** A hint of Shopify's about an order, new each time. */
export function buildHint({ world }: DrillStage, { gid, shop }: DrillOrder): Delivery {
  const id = Number(gid.split("/").at(-1));
  const payload = { id, admin_graphql_api_id: gid, updated_at: new Date().toISOString() };
  return buildShopifyDelivery(world.app.url, "orders/updated", payload, {
    headers: { "x-shopify-shop-domain": shop, "x-shopify-webhook-id": randomUUID() },
  });
}

/** What the service has tried to tell about an order, one of each event, in the order it happened. */
export async function supplierBodiesOf({ world }: DrillStage, { gid }: DrillOrder): Promise<SupplierBody[]> {
  const number = gid.split("/").at(-1) ?? "";
  const deliveries = await world.supplier.control.deliveries();
  const bodies = deliveries.map(({ body }) => supplierBody.parse(JSON.parse(body)));
  return bodies.filter(({ data }) => data.externalOrderId?.split("-").includes(number));
}

/** Signs bodies as the service would, with the secret the app gave it for a shop's connection. */
export async function createSupplierSender({ db, world, encryptionKeys }: DrillStage, { shop }: DrillOrder) {
  const connection = await db.supplierConnection.findFirstOrThrow({
    where: { shop: { domain: shop }, active: true },
  });
  const crypto = createCrypto(readEnv({ ENCRYPTION_KEYS: encryptionKeys }).ENCRYPTION_KEYS);
  const open = (sealed: Uint8Array | null, column: string) => {
    if (!sealed) throw new Error(`The connection of ${shop} has no ${column}`);
    return crypto.openText(sealed, { table: "supplier_connection", row: connection.id, column });
  };
  const webhook = {
    token: open(connection.webhookTokenEnc, "webhook_token_enc"),
    secret: open(connection.webhookSecretEnc, "webhook_secret_enc"),
  };
  return (body: SupplierBody): Delivery => buildSupplierDelivery(world.app.url, webhook, body);
}

/** Sends one after the other, as a sender that keeps the order would; each must be taken. */
export async function sendInTurn(deliveries: readonly Delivery[]): Promise<void> {
  for (const delivery of deliveries) await sendOne(delivery);
}

/** Sends all at once. */
export async function sendTogether(deliveries: readonly Delivery[]): Promise<void> {
  await Promise.all(deliveries.map(sendOne));
}

async function sendOne(delivery: Delivery): Promise<void> {
  const { status } = await send(delivery);
  if (status < 200 || status > 299) throw new Error(`A delivery was answered with ${status}`);
}

/** Every order of up to four things. */
export function permutationsOf<T>(things: readonly T[]): T[][] {
  if (things.length <= 1) return [[...things]];
  return things.flatMap((first, index) =>
    permutationsOf(things.filter((_, other) => other !== index)).map((rest) => [first, ...rest]),
  );
}
