import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/support/app.ts";
import {
  buildShopifyDelivery,
  buildSupplierDelivery,
  type Delivery,
  insertConnection,
  send,
} from "#test/support/deliveries.ts";

let test: TestApp;
let originals: Readonly<Record<"shopify" | "supplier", Delivery>>;

beforeAll(async () => {
  test = await startTestApp();
  const { db, crypto } = test.app;
  const shop = await db.shop.create({ data: { domain: "karwan-demo.myshopify.com" } });
  const connection = await insertConnection(db, crypto, shop.id);
  const data = { id: "ord_1", externalOrderId: "1-42", status: "SHIPPED" };
  originals = {
    shopify: buildShopifyDelivery(test.web.url, "orders/updated", { id: 42, note: "x".repeat(200) }),
    supplier: buildSupplierDelivery(test.web.url, connection, { id: "evt_original", data }),
  };
});
beforeEach(async () => {
  await test.app.db.delivery.deleteMany();
  await test.app.db.work.deleteMany();
});
afterAll(() => test.close());

const signatureOf = { shopify: "x-shopify-hmac-sha256", supplier: "x-service-signature" } as const;

const mutation = fc.oneof(
  fc.record({ kind: fc.constant("flip" as const), at: fc.nat(), bit: fc.integer({ min: 0, max: 7 }) }),
  fc.record({ kind: fc.constant("cut" as const), at: fc.nat() }),
  fc.record({ kind: fc.constant("append" as const), bytes: fc.uint8Array({ minLength: 1, maxLength: 20 }) }),
  fc.record({
    kind: fc.constant("signature" as const),
    text: fc.string({ unit: "grapheme-ascii", maxLength: 100 }),
  }),
  fc.record({
    kind: fc.constant("signatureCharacter" as const),
    at: fc.nat(),
    by: fc.integer({ min: 1, max: 15 }),
  }),
  fc.record({ kind: fc.constant("unsigned" as const) }),
);

type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never;

function mutate(original: Delivery, header: string, { ...change }: Mutation): Delivery {
  const body = Buffer.from(original.body);
  const headers = { ...original.headers };
  const signature = headers[header] ?? "";
  switch (change.kind) {
    case "flip": {
      const at = change.at % body.length;
      body[at] = (body[at] ?? 0) ^ (1 << change.bit);
      return { ...original, body };
    }
    case "cut":
      return { ...original, body: body.subarray(0, change.at % body.length) };
    case "append":
      return { ...original, body: Buffer.concat([body, change.bytes]) };
    case "signature":
      return { ...original, headers: { ...headers, [header]: change.text.trim() } };
    case "signatureCharacter":
      return { ...original, headers: { ...headers, [header]: shiftCharacter(signature, change) } };
    case "unsigned":
      delete headers[header];
      return { ...original, headers };
  }
}

function shiftCharacter(text: string, { at, by }: { readonly at: number; readonly by: number }): string {
  // The last characters before base64's padding carry unused bits: stay clear of them.
  const index = at % (text.length - 3);
  const code = ((text.charCodeAt(index) - 33 + by) % 90) + 33;
  return text.slice(0, index) + String.fromCharCode(code) + text.slice(index + 1);
}

describe.each(["shopify", "supplier"] as const)("a mutated delivery to the %s intake", (source) => {
  it("is refused, and leaves no row", async () => {
    const check = async (changes: Mutation[]) => {
      const mutated = changes.map((change) => mutate(originals[source], signatureOf[source], change));
      const statuses = await Promise.all(mutated.map(async (delivery) => (await send(delivery)).status));
      expect(new Set(statuses)).toEqual(new Set([401]));
    };
    const batch = fc.array(mutation, { minLength: 50, maxLength: 50 });
    await fc.assert(fc.asyncProperty(batch, check), { numRuns: 100, seed: 20261121, endOnFailure: true });
    expect(await test.app.db.delivery.count()).toBe(0);
    expect(await test.app.db.work.count()).toBe(0);
  });
});

describe("the original of those deliveries", () => {
  it.each(["shopify", "supplier"] as const)("is accepted by the %s intake", async (source) => {
    expect((await send(originals[source])).status).toBe(200);
  });
});
