import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/support/app.ts";
import {
  buildShopifyDelivery,
  buildSupplierDelivery,
  type Delivery,
  insertConnection,
  type SupplierWebhook,
  send,
} from "#test/support/deliveries.ts";

let test: TestApp;
let webhook: SupplierWebhook;

beforeAll(async () => {
  test = await startTestApp();
  const { db, crypto } = test.app;
  const shop = await db.shop.create({ data: { domain: "karwan-demo.myshopify.com" } });
  webhook = await insertConnection(db, crypto, shop.id);
});
afterAll(() => test.close());

type Side = "shopify" | "supplier" | "callback";
const sides: readonly Side[] = ["shopify", "supplier", "callback"];
const signatureOf = {
  shopify: "x-shopify-hmac-sha256",
  supplier: "x-service-signature",
  callback: "x-shopify-hmac-sha256",
} as const;

function build(side: Side, kind = "orders/updated"): Delivery {
  if (side === "supplier") return buildSupplierDelivery(test.web.url, webhook, { event: kind });
  const delivery = buildShopifyDelivery(test.web.url, kind, { id: 7 });
  const path = "/webhooks/shopify/fulfillment-service/fulfillment_order_notification";
  return side === "shopify" ? delivery : { ...delivery, url: `${test.web.url}${path}` };
}

/** The answer to a delivery of which only the headers are sent. */
async function answerToHeaders({ url, headers }: Delivery, length: number): Promise<IncomingMessage> {
  const sender = request(url, { method: "POST", headers: { ...headers, "content-length": length } });
  sender.flushHeaders();
  const [answer]: IncomingMessage[] = await once(sender, "response");
  sender.on("error", () => undefined).destroy();
  if (!answer) throw new Error("There was no answer");
  return answer;
}

describe.each(sides)("at the door of %s", (side) => {
  const name = signatureOf[side];
  const shapes = { misshapen: "sha256=zz", empty: "" };

  it.each(Object.entries(shapes))("a signature that is %s is refused with nothing read", async (_, text) => {
    const delivery = build(side);
    const answer = await answerToHeaders({ ...delivery, headers: { ...delivery.headers, [name]: text } }, 50);
    expect(answer.statusCode).toBe(401);
  });
});

it.each(["shopify", "supplier"] as const)(
  "a missing signature is refused by %s with nothing read",
  async (side) => {
    const delivery = build(side);
    delete delivery.headers[signatureOf[side]];
    expect((await answerToHeaders(delivery, 50)).statusCode).toBe(401);
  },
);

describe("a body that says how large it is", () => {
  it.each([
    ["shopify", "orders/updated", 64 * 1024],
    ["shopify", "customers/redact", 1024 * 1024],
    ["supplier", "order.shipped", 128 * 1024],
    ["supplier", "product.updated", 1024 * 1024],
    ["callback", "fulfillment", 4096],
  ] as const)("is refused unread by %s where %s is never as large", async (side, kind, most) => {
    expect((await answerToHeaders(build(side, kind), most + 1)).statusCode).toBe(413);
  });

  it("is taken where a customer has thousands of orders, or a product many words", async () => {
    const ids = Array.from({ length: 30_000 }, (_, at) => 820982911946154 + at);
    const redact = { shop_domain: "karwan-demo.myshopify.com", orders_to_redact: ids };
    expect((await send(buildShopifyDelivery(test.web.url, "customers/redact", redact))).status).toBe(200);
    const data = { productId: "p1", product: { description: "w".repeat(900_000) } };
    const event = { event: "product.updated", data };
    expect((await send(buildSupplierDelivery(test.web.url, webhook, event))).status).toBe(200);
  });
});

it("turns away what is more than all bodies may hold together, and says when to come back", async () => {
  const delivery = build("supplier", "product.updated");
  const length = 1024 * 1024;
  const almostAll = Buffer.alloc(length - 1, "x");
  // 32 of these are as much as is held.
  const senders = Array.from({ length: 40 }, () => {
    const sender = request(delivery.url, {
      method: "POST",
      headers: { ...delivery.headers, "content-length": length },
    });
    sender.on("error", () => undefined).write(almostAll);
    return sender;
  });
  const refused: (string | number | undefined)[][] = [];
  for (const sender of senders)
    sender.once("response", ({ statusCode, headers }) => refused.push([statusCode, headers["retry-after"]]));
  await expect.poll(() => refused.length).toBeGreaterThanOrEqual(8);
  for (const sender of senders) sender.destroy();
  expect(new Set(refused.map(String))).toEqual(new Set(["503,10"]));
  await expect.poll(async () => (await send(build("shopify"))).status).toBe(200);
});

it("reports no error of its own when senders break off", async () => {
  const { deliveries, errors } = test.app.metrics;
  const { url, headers } = build("shopify");
  const sender = request(url, { method: "POST", headers: { ...headers, "content-length": 50 } });
  sender.on("error", () => undefined);
  await new Promise<void>((settle) => sender.write("half", () => settle()));
  sender.destroy();
  const brokenOff = async () =>
    (await deliveries.get()).values.some(({ labels }) => labels.outcome === "broken_off");
  await expect.poll(brokenOff).toBe(true);
  expect((await errors.get()).values).toEqual([]);
});
