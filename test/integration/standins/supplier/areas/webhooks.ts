import { describe, expect } from "vitest";
import { placeParcel } from "../builders.ts";
import { type Contract, type Prove, WEBHOOK_URL } from "../contract.ts";
import { deliveryEntry, eventBody, listOf, productEvent, webhookConfig } from "../shapes.ts";
import { signatureOf } from "../webhook-receiver.ts";

const SECRET = "s".repeat(32);

async function configure(contract: Contract, body: Record<string, unknown> = {}) {
  const reply = await contract.send("PUT", "/webhooks", {
    body: { url: WEBHOOK_URL, secret: SECRET, ...body },
  });
  return webhookConfig.parse(reply.body);
}

async function sample(contract: Contract): Promise<void> {
  expect((await contract.post("/webhooks/test")).status).toBe(200);
  await contract.control.settle();
}

async function eventNames(contract: Contract): Promise<string[]> {
  await contract.control.settle();
  return contract.receiver.received.map(({ event }) => event);
}

export function describeWebhooks(prove: Prove): void {
  describe("webhook settings", () => {
    prove(
      ["res.webhook-config", "hook.secret-first", "hook.secret-rotate"],
      "a secret is shown when it is made and never again",
      async (contract) => {
        const get = () => contract.get("/webhooks", webhookConfig);
        expect(await get()).toEqual({ integrationId: "int_demo", url: null, events: [], hasSecret: false });
        const first = await contract.send("PUT", "/webhooks", { body: { url: WEBHOOK_URL } });
        const { secret } = webhookConfig.parse(first.body);
        expect(secret?.length).toBeGreaterThanOrEqual(32);
        expect(await get()).toEqual({
          integrationId: "int_demo",
          url: WEBHOOK_URL,
          events: [],
          hasSecret: true,
        });
        const same = await contract.send("PUT", "/webhooks", { body: { url: WEBHOOK_URL } });
        expect(webhookConfig.parse(same.body).secret).toBeUndefined();
        const rotated = await contract.send("PUT", "/webhooks", { body: { rotateSecret: true } });
        expect(webhookConfig.parse(rotated.body).secret).not.toBe(secret);
        expect(webhookConfig.parse(rotated.body).secret).toBeTypeOf("string");
      },
    );

    prove(
      ["hook.secret-own", "hook.signature"],
      "a supplied secret signs and is not shown",
      async (contract) => {
        expect((await configure(contract)).secret).toBeUndefined();
        await sample(contract);
        const [delivery] = contract.receiver.received;
        expect(delivery?.headers["x-service-signature"]).toBe(signatureOf(delivery?.rawBody ?? "", SECRET));
        const short = await contract.send("PUT", "/webhooks", { body: { secret: "s".repeat(31) } });
        expect(short).toMatchObject({ status: 400, body: { error: { code: "validation_error" } } });
      },
    );

    prove(["hook.url-public"], "the URL must be public HTTPS", async (contract) => {
      const wrong = [
        "http://karwan.example/x",
        "https://localhost/x",
        "https://127.0.0.1/x",
        "https://10.1.2.3/x",
        "https://192.168.0.9/x",
        "https://172.20.0.1/",
        "https://169.254.169.254/",
        "https://[::1]/x",
        "https://[fd00::1]/x",
        "https://printer.local/x",
        "https://intranet/x",
        "ftp://karwan.example/x",
      ];
      for (const url of wrong) {
        const reply = await contract.send("PUT", "/webhooks", { body: { url } });
        expect([url, reply.status]).toEqual([url, 422]);
        expect(reply.body).toMatchObject({ error: { code: "webhook_url_invalid" } });
      }
      expect((await contract.send("PUT", "/webhooks", { body: { url: "no url" } })).status).toBe(400);
      expect(await contract.get("/webhooks", webhookConfig)).toMatchObject({ url: null });
    });

    prove(["hook.filter"], "the events list filters, and empty means all", async (contract) => {
      expect((await configure(contract, { events: ["order.confirmed"] })).events).toEqual([
        "order.confirmed",
      ]);
      const { id } = await placeParcel(contract);
      await contract.control.moveParcel({ id, status: "SHIPPED" });
      expect(await eventNames(contract)).toEqual(["order.confirmed"]);
      await configure(contract, { events: [] });
      await contract.control.moveParcel({ id, status: "DELIVERED" });
      expect(await eventNames(contract)).toEqual(["order.confirmed", "order.delivered"]);
      expect((await contract.send("PUT", "/webhooks", { body: { events: ["order.lost"] } })).status).toBe(
        400,
      );
    });

    prove(["hook.url-null"], "no URL, no deliveries", async (contract) => {
      await configure(contract);
      await configure(contract, { url: null });
      await placeParcel(contract);
      expect(await eventNames(contract)).toEqual([]);
    });

    prove(["hook.sample"], "a sample is sent on request, and needs a URL", async (contract) => {
      expect((await contract.post("/webhooks/test")).status).toBe(422);
      await configure(contract, { events: ["product.updated"] });
      await sample(contract);
      const [delivery] = contract.receiver.received;
      expect(eventBody.parse(JSON.parse(delivery?.rawBody ?? ""))).toMatchObject({
        event: "order.shipped",
        data: { status: "SHIPPED" },
      });
    });
  });

  describe("webhook deliveries", () => {
    prove(
      ["hook.headers", "hook.body", "hook.2xx"],
      "a delivery carries its headers and body",
      async (contract) => {
        await configure(contract);
        contract.receiver.answers.push(204);
        await sample(contract);
        const [delivery] = contract.receiver.received;
        expect(delivery?.path).toBe("/hooks/service");
        expect(delivery?.headers).toMatchObject({
          host: "karwan.example",
          "content-type": "application/json",
          "x-service-event": "order.shipped",
          "x-service-timestamp": String(Date.parse("2026-11-23T09:00:00Z") / 1000),
        });
        const body = eventBody.parse(JSON.parse(delivery?.rawBody ?? ""));
        expect(body).toMatchObject({ id: delivery?.id, mode: "live", createdAt: "2026-11-23T09:00:00.000Z" });
        expect((await contract.control.deliveries())[0]).toMatchObject({
          status: "delivered",
          nextAttemptAt: null,
        });
      },
    );

    prove(
      ["hook.schedule", "hook.same-id", "hook.log", "res.delivery"],
      "a failure is retried on schedule, then given up",
      async (contract) => {
        await configure(contract);
        contract.receiver.answers.push(500, 404, 301, 503, 400, 500, 500);
        await sample(contract);
        const count = () => contract.receiver.received.length;
        for (const [index, minutes] of [1, 5, 30, 120, 360, 720].entries()) {
          await contract.control.clock.advance({ minutes: minutes - 1, seconds: 59 });
          expect([minutes, count()]).toEqual([minutes, index + 1]);
          await contract.control.clock.advance({ seconds: 1 });
          expect([minutes, count()]).toEqual([minutes, index + 2]);
        }
        expect(new Set(contract.receiver.received.map(({ id, rawBody }) => `${id}${rawBody}`)).size).toBe(1);
        const byStatus = async (status: string) =>
          (await contract.get(`/webhooks/deliveries?status=${status}`, listOf(deliveryEntry))).data.length;
        expect([await byStatus("failed"), await byStatus("pending"), await byStatus("delivered")]).toEqual([
          1, 0, 0,
        ]);
        await contract.control.clock.advance({ days: 3 });
        expect(count()).toBe(7);
        expect((await contract.send("GET", "/webhooks/deliveries?status=lost")).status).toBe(400);
      },
    );

    prove(["hook.disorder"], "a retry can come after a later event", async (contract) => {
      await configure(contract, { events: ["order.shipped", "order.delivered"] });
      const { id } = await placeParcel(contract);
      contract.receiver.answers.push(500);
      await contract.control.moveParcel({ id, status: "SHIPPED" });
      await contract.control.settle();
      await contract.control.moveParcel({ id, status: "DELIVERED" });
      await contract.control.clock.advance({ minutes: 1 });
      expect(await eventNames(contract)).toEqual(["order.shipped", "order.delivered", "order.shipped"]);
    });

    prove(
      ["hook.product-updated", "hook.product-stock", "hook.product-removed", "res.product-event"],
      "those who imported a product hear of its changes",
      async (contract) => {
        await configure(contract);
        await contract.post("/imports", { productId: "prd_cooker", externalProductId: "p-1" });
        const { control } = contract;
        await control.setPrice({ variantId: "prd_mugs", wholesalePrice: 1 });
        await control.setPrice({ variantId: "prd_cooker", wholesalePrice: 1100, minResalePrice: 1300 });
        await control.setStock({ variantId: "prd_cooker", stock: 0 });
        await control.removeProduct({ productId: "prd_cooker" });
        expect(await eventNames(contract)).toEqual([
          "product.updated",
          "product.stock_changed",
          "product.removed",
        ]);
        const data = contract.receiver.received.map(({ rawBody }) =>
          productEvent.parse(eventBody.parse(JSON.parse(rawBody)).data),
        );
        expect(data).toMatchObject([
          {
            productId: "prd_cooker",
            externalProductId: "p-1",
            changes: ["wholesalePrice", "minResalePrice"],
            product: { wholesalePrice: 1100 },
          },
          { changes: ["stock"], product: { stock: 0, inStock: false } },
          { product: null },
        ]);
        expect((await contract.send("GET", "/imports")).body).toMatchObject({
          data: [{ syncStatus: "removed", available: false }],
        });
      },
    );

    prove(
      ["hook.disconnect", "hook.disconnect-orders"],
      "a disconnected integration hears nothing, its orders go on",
      async (contract) => {
        await contract.control.addKey({
          id: "lk_other",
          secret: "s",
          mode: "live",
          integrationId: "int_other",
        });
        await configure(contract, { events: ["order.delivered"] });
        const { id } = await placeParcel(contract);
        expect((await contract.post("/integration/disconnect")).status).toBe(200);
        for (const key of ["lk_demo:live-demo-secret", "test_demo:test-demo-secret"]) {
          expect((await contract.send("GET", "/me", { key })).status).toBe(401);
        }
        expect((await contract.send("GET", "/me", { key: "lk_other:s" })).status).toBe(200);
        await contract.control.moveParcel({ id, status: "DELIVERED" });
        await contract.control.clock.advance({ days: 20 });
        expect(await eventNames(contract)).toEqual([]);
        const { wallets } = await contract.control.audit();
        expect(wallets.find(({ mode }) => mode === "live")?.available).toBe(50_540);
      },
    );
  });
}

/** Needs a short answer time, so it runs against a stand-in of its own. */
export function describeWebhookTimeout(prove: Prove): void {
  prove(["hook.timeout"], "no answer in time is a failure and is retried", async (contract) => {
    await configure(contract);
    contract.receiver.answers.push("hang");
    await sample(contract);
    expect((await contract.control.deliveries())[0]).toMatchObject({
      status: "pending",
      attempts: [{ statusCode: null }],
    });
    await contract.control.clock.advance({ minutes: 1 });
    expect((await contract.control.deliveries())[0]).toMatchObject({ status: "delivered" });
  });
}
