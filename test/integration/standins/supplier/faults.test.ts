import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import type { Fault } from "#test/standins/supplier/faults.ts";
import { type SupplierStandin, startSupplierStandin } from "#test/standins/supplier/server.ts";
import { buildOrder } from "./builders.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

let standin: SupplierStandin;
let receiver: WebhookReceiver;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  standin = await startSupplierStandin({
    hosts: { "karwan.example": receiver.url },
    clock: { at: "2026-11-23T09:00:00Z", frozen: true },
    tickEveryMs: 0,
  });
});

afterEach(async () => {
  await receiver.close();
  await standin.close();
});

async function call(method: string, path: string, body?: unknown, idempotencyKey = "key") {
  const headers = { Authorization: `Bearer ${DEMO_LIVE_KEY}`, "Idempotency-Key": idempotencyKey };
  const response = await fetch(`${standin.baseUrl}${path}`, {
    method,
    headers,
    body: JSON.stringify(body) ?? null,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const ordersPlaced = async () => (await standin.control.audit()).orders.length;

describe("faults of requests", () => {
  it("cuts the connection before the effect, and nothing is placed", async () => {
    await standin.control.armFault({ kind: "cut", when: "before", method: "POST", path: "/orders" });
    await expect(call("POST", "/orders", buildOrder())).rejects.toThrow();
    expect(await ordersPlaced()).toBe(0);
  });

  it("cuts the connection after the effect, and the order is placed", async () => {
    const order = buildOrder();
    await standin.control.armFault({ kind: "cut", when: "after", method: "POST", path: "/orders" });
    await expect(call("POST", "/orders", order)).rejects.toThrow();
    expect(await ordersPlaced()).toBe(1);
    const again = await call("POST", "/orders", order);
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
    expect(await ordersPlaced()).toBe(1);
  });

  it("delays an answer no longer than until the faults are cleared", async () => {
    await standin.control.armFault({ kind: "delay", ms: 60_000, path: "/wallet" });
    const answer = call("GET", "/wallet");
    await expect.poll(() => standin.control.listFaults()).toEqual([]);
    await standin.control.clearFaults();
    expect((await answer).status).toBe(200);
  });

  it("sends half the JSON in an answer that looks whole", async () => {
    await standin.control.armFault({ kind: "truncate", path: "/wallet" });
    const { status, text } = await call("GET", "/wallet");
    expect(status).toBe(200);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  it("cuts in the middle of the body", async () => {
    await standin.control.armFault({ kind: "cut_mid_body", path: "/wallet" });
    await expect(call("GET", "/wallet")).rejects.toThrow();
  });

  it("never ends a stalled body", async () => {
    await standin.control.armFault({ kind: "stall_mid_body", path: "/wallet" });
    const headers = { Authorization: `Bearer ${DEMO_LIVE_KEY}` };
    const response = await fetch(`${standin.baseUrl}/wallet`, { headers, signal: AbortSignal.timeout(60) });
    await expect(response.text()).rejects.toThrow();
  });

  it("answers both kinds of 429 and any 5xx", async () => {
    const faults: [Fault, number, string][] = [
      [{ kind: "rate_limited", retryAfterSeconds: 7, path: "/wallet" }, 429, "rate_limited"],
      [{ kind: "daily_quota_exceeded", path: "/wallet" }, 429, "daily_quota_exceeded"],
      [{ kind: "error", when: "before", status: 503, path: "/wallet" }, 503, "internal_error"],
    ];
    for (const [fault, status, code] of faults) {
      await standin.control.armFault(fault);
      const answer = await call("GET", "/wallet");
      expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([status, code]);
      if (code === "rate_limited") expect(answer.headers.get("retry-after")).toBe("7");
    }
    expect((await call("GET", "/wallet")).status).toBe(200);
  });

  it("strikes as often as told, after as many as told, and only where told", async () => {
    await standin.control.armFault({ kind: "error", when: "before", path: "/orders/*", times: 2, after: 1 });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await call("GET", "/orders/x")).status);
    expect(statuses).toEqual([404, 500, 500, 404]);
    expect((await call("GET", "/me")).status).toBe(200);
    expect(await standin.control.listFaults()).toEqual([]);
  });

  it("strikes by a seeded chance, the same way each time", async () => {
    const run = async () => {
      await standin.control.clearFaults();
      await standin.control.seedFaults({ seed: 42 });
      await standin.control.armFault({ kind: "error", when: "before", path: "/me", probability: 0.5 });
      const statuses: number[] = [];
      for (let n = 0; n < 20; n += 1) statuses.push((await call("GET", "/me")).status);
      return statuses;
    };
    const first = await run();
    expect(new Set(first)).toEqual(new Set([200, 500]));
    expect(await run()).toEqual(first);
  });
});

describe("faults of webhooks", () => {
  const shippedAndDelivered = async (fault: Fault) => {
    const body = { url: "https://karwan.example/x", events: ["order.shipped", "order.delivered"] };
    await call("PUT", "/webhooks", body);
    await call("POST", "/orders", buildOrder({ externalOrderId: "parcel" }));
    await standin.control.armFault(fault);
    await standin.control.moveParcel({ externalOrderId: "parcel", status: "SHIPPED" });
    await standin.control.settle();
    await standin.control.moveParcel({ externalOrderId: "parcel", status: "DELIVERED" });
    await standin.control.settle();
    return receiver.received.map(({ event }) => event);
  };

  it("loses one, and the log says it failed", async () => {
    expect(await shippedAndDelivered({ kind: "webhook_lost" })).toEqual(["order.delivered"]);
    expect(await standin.control.deliveries({ event: "order.shipped" })).toMatchObject([
      { status: "failed" },
    ]);
  });

  it("loses one without a trace", async () => {
    await shippedAndDelivered({ kind: "webhook_lost", log: "absent" });
    expect(await standin.control.deliveries({ event: "order.shipped" })).toEqual([]);
  });

  it("doubles one under the same event id", async () => {
    const names = await shippedAndDelivered({ kind: "webhook_doubled", event: "order.shipped" });
    expect(names).toEqual(["order.shipped", "order.shipped", "order.delivered"]);
    expect(receiver.received[0]?.id).toBe(receiver.received[1]?.id);
  });

  it("sends one after the next", async () => {
    const names = await shippedAndDelivered({ kind: "webhook_reordered", event: "order.shipped" });
    expect(names).toEqual(["order.delivered", "order.shipped"]);
  });

  it("sends one late by the stand-in's clock", async () => {
    expect(await shippedAndDelivered({ kind: "webhook_late", minutes: 90 })).toEqual(["order.delivered"]);
    await standin.control.clock.advance({ minutes: 90 });
    expect(receiver.received.map(({ event }) => event)).toEqual(["order.delivered", "order.shipped"]);
  });
});

describe("callers that break off or write nonsense", () => {
  it("do not bring the stand-in down", async () => {
    const { port } = new URL(standin.baseUrl);
    for (const text of [
      "POST /v1/orders HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{",
      "GET // HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
      "GET http://other/v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
      "nonsense\r\n\r\n",
    ]) {
      const socket = connect(Number(port), "127.0.0.1");
      await once(socket, "connect");
      socket.write(text);
      if (text.startsWith("POST")) socket.resetAndDestroy();
      else await once(socket.resume(), "close");
    }
    expect((await call("GET", "/orders/%E0%A4%A")).status).toBe(404);
    expect((await call("GET", "/me")).status).toBe(200);
    expect((await standin.control.audit()).problems).toEqual([]);
  });
});
