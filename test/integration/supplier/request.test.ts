import { afterEach, describe, expect, it } from "vitest";
import { asId } from "#test/support/as-id.ts";
import { type Answer, answerJson, buildClient, refuse, startLocalService } from "./local-service.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(...answers: readonly Answer[]) {
  const service = await startLocalService(...answers);
  closers.push(service.close);
  return { service, ...buildClient(service.baseUrl, { timeoutMs: 1500 }) };
}

const order = {
  id: "ord_1",
  status: "RECEIVED",
  codAmount: 1800,
  parcels: [{ id: "ord_1", status: "RECEIVED" }],
};
const placement = {
  idempotencyKey: "key-1",
  bodyBytes: '{"externalOrderId":"77-1",  "notes":"آپ کا شکریہ"}',
};
const me = { reseller: { id: "acc_1" }, mode: "live" };

const never: Answer = () => undefined;
const cutBeforeAnswer: Answer = (response) => response.destroy();
const cutMidAnswer: Answer = (response) => {
  response.writeHead(201, { "content-type": "application/json", "content-length": "500" });
  response.write('{"id":"ord_1",');
  response.socket?.end();
};
const halfJson = answerJson(201, '{"id":"ord_1","stat');
const stalledBody: Answer = (response) => {
  response.writeHead(201, { "content-type": "application/json" });
  response.write('{"id":');
};

describe("a request", () => {
  it("carries the key, and the body to the byte", async () => {
    const { service, client } = await serve(answerJson(201, order));
    await client.createOrder({ ...placement, bodyBytes: Buffer.from(placement.bodyBytes) });
    await client.createOrder(placement);
    for (const request of service.seen) {
      expect(request).toMatchObject({ method: "POST", url: "/v1/orders" });
      expect(request.headers).toMatchObject({
        authorization: "Bearer lk_local:secret-of-the-key",
        "content-type": "application/json",
        "idempotency-key": "key-1",
      });
      expect(request.body.equals(Buffer.from(placement.bodyBytes))).toBe(true);
    }
  });

  it("escapes ids and leaves out absent filters", async () => {
    const { service, client } = await serve(
      answerJson(200, { data: [], nextCursor: null }),
      answerJson(200, order),
    );
    await client.listProducts({ search: "چائے & cups", inStock: true, cursor: undefined });
    await client.getOrder(asId("a/../b?c"));
    expect(service.seen.map((request) => request.url)).toEqual([
      `/v1/catalog/products?search=${encodeURIComponent("چائے & cups").replaceAll("%20", "+")}&inStock=true`,
      "/v1/orders/a%2F..%2Fb%3Fc",
    ]);
  });

  it.each(["", ".", ".."])("is not made for the id %o", async (id) => {
    const { service, client } = await serve(answerJson(200, order));
    await expect(client.getOrder(asId(id))).rejects.toThrow("Invariant");
    expect(service.seen).toHaveLength(0);
  });

  it("remembers the quota of refusals too", async () => {
    const quota = { "x-quota-limit": "5000", "x-quota-remaining": "0", "x-quota-reset": "1795305600" };
    const { client } = await serve(refuse(404, "not_found", quota));
    await expect(client.getOrder(asId("x"))).rejects.toMatchObject({ code: "not_found" });
    expect(client.lastQuota()).toMatchObject({ limit: 5000, remaining: 0 });
  });

  it("logs the route and the code, and neither key, id nor body", async () => {
    const { client, logged } = await serve(refuse(422, "customer_blocked"), answerJson(200, order));
    await expect(client.createOrder(placement)).rejects.toMatchObject({ code: "customer_blocked" });
    await client.getOrder(asId("ord_1"));
    expect(logged).toMatchObject([
      { event: "supplier_failed", route: "/orders", code: "customer_blocked", status: 422 },
      { event: "supplier_answered", route: "/orders/{id}" },
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/secret|ord_1|شکریہ/);
  });

  it("does not follow a redirect with the key", async () => {
    const { service, client } = await serve(answerJson(307, "", { location: "/v1/elsewhere" }));
    await expect(client.createOrder(placement)).rejects.toMatchObject({
      code: "unexpected_response",
      status: 307,
    });
    expect(service.seen).toHaveLength(1);
  });

  it("refuses a key that could not be a header", () => {
    for (const secret of ["two\nlines", "", "چابی"]) {
      expect(() => buildClient("http://127.0.0.1:1", { keyId: "", secret: `x ${secret}` })).toThrow(
        "printable ASCII",
      );
    }
  });
});

describe("a product the service does not know", () => {
  const product = { id: "prd_1", title: "Cooker" };
  const missing = refuse(404, "not_found");

  it("is told again without a call where the caller takes that for a while", async () => {
    const { service, client } = await serve(missing);
    const ask = () => client.getProduct(asId("prd_1"), { knownMissMs: 60_000 });
    await expect(ask()).rejects.toMatchObject({ code: "not_found" });
    await expect(ask()).rejects.toMatchObject({ code: "not_found" });
    await expect(
      client.withPurpose("page").getProduct(asId("prd_2"), { knownMissMs: 60_000 }),
    ).rejects.toThrow();
    expect(service.seen.map(({ url }) => url)).toEqual([
      "/v1/catalog/products/prd_1",
      "/v1/catalog/products/prd_2",
    ]);
  });

  it("is asked for by whoever has to know, and known from then on", async () => {
    const { service, client } = await serve(missing, missing, answerJson(200, product));
    const ask = () => client.getProduct(asId("prd_1"), { knownMissMs: 60_000 });
    await expect(ask()).rejects.toThrow();
    await expect(client.getProduct(asId("prd_1"))).rejects.toThrow();
    expect(await client.getProduct(asId("prd_1"))).toMatchObject({ title: "Cooker" });
    expect(await ask()).toMatchObject({ title: "Cooker" });
    expect(service.seen).toHaveLength(4);
  });

  it("is forgotten when its time is over", async () => {
    const { service, client } = await serve(missing);
    const ask = () => client.getProduct(asId("prd_1"), { knownMissMs: 0 });
    await expect(ask()).rejects.toThrow();
    await expect(ask()).rejects.toThrow();
    expect(service.seen).toHaveLength(2);
  });
});

describe("a placement whose answer is lost", () => {
  it.each([
    ["never comes", never, "timed_out"],
    ["stops half-way", stalledBody, "timed_out"],
    ["is cut before it begins", cutBeforeAnswer, "connection_lost"],
    ["is cut half-way", cutMidAnswer, "connection_lost"],
    ["is half a JSON", halfJson, "unexpected_response"],
    ["is not an order", answerJson(201, { ok: true }), "unexpected_response"],
    ["is a page of a proxy", answerJson(200, "<html>Welcome</html>"), "unexpected_response"],
    ["is a server failure", refuse(500, "internal_error"), "internal_error"],
    ["says the first request still runs", refuse(409, "idempotency_in_progress"), "idempotency_in_progress"],
  ] as const)("has an unknown outcome when it %s, and is sent once", async (_, answer, code) => {
    const { service, client, waitsMs } = await serve(answer, answerJson(201, order));
    await expect(client.createOrder(placement)).rejects.toMatchObject({ code, kind: "unknown_outcome" });
    expect(service.seen).toHaveLength(1);
    expect(waitsMs).toEqual([]);
  });

  it("is told apart from one that was never sent", async () => {
    const { service } = await serve(never);
    await service.close();
    closers.splice(0);
    const { client } = buildClient(service.baseUrl);
    await expect(client.createOrder(placement)).rejects.toMatchObject({ code: "unreachable", kind: "wait" });
  });

  it("is recognised when the same bytes are answered again", async () => {
    const { client } = await serve(
      answerJson(201, order, { "idempotent-replayed": "true" }),
      answerJson(201, order),
    );
    expect((await client.createOrder(placement)).replayed).toBe(true);
    expect((await client.createOrder(placement)).replayed).toBe(false);
  });
});

describe("a cancellation or a payment", () => {
  it("pays nothing that is not due any more when its turn has come", async () => {
    const { service, client } = await serve(answerJson(200, order));
    const stale = client.payOrder(asId("ord_1"), { isDue: () => false });
    await expect(stale).rejects.toMatchObject({ code: "timed_out", kind: "wait", status: null });
    expect(service.seen).toEqual([]);
    await client.payOrder(asId("ord_1"), { isDue: () => true });
    expect(service.seen).toHaveLength(1);
  });

  it.each(["cancelOrder", "payOrder"] as const)(
    "is not repeated by %s after a server failure",
    async (call) => {
      const { service, client } = await serve(refuse(503, "internal_error"), answerJson(200, order));
      await expect(client[call](asId("ord_1"))).rejects.toMatchObject({ kind: "unknown_outcome" });
      expect(service.seen).toHaveLength(1);
    },
  );

  it("has no body unless there is a reason", async () => {
    const { service, client } = await serve(answerJson(200, order));
    await client.payOrder(asId("ord_1"));
    await client.cancelOrder(asId("ord_1"));
    await client.cancelOrder(asId("ord_1"), "Changed her mind");
    expect(service.seen.map((request) => request.body.toString())).toEqual([
      "",
      "",
      '{"reason":"Changed her mind"}',
    ]);
  });
});

describe("a read", () => {
  it.each([
    ["a server failure", refuse(500, "internal_error")],
    ["a cut connection", cutBeforeAnswer],
    ["half a JSON", halfJson],
    ["silence", never],
    ["a short wait", refuse(429, "rate_limited", { "retry-after": "2" })],
  ] as const)("is repeated after %s", async (_, failure) => {
    const { service, client } = await serve(failure, answerJson(200, me));
    expect(await client.getMe()).toMatchObject({ mode: "live" });
    expect(service.seen).toHaveLength(2);
  });

  it("waits as long as the service asks", async () => {
    const { client, waitsMs } = await serve(
      refuse(429, "rate_limited", { "retry-after": "2" }),
      answerJson(200, me),
    );
    await client.getMe();
    expect(waitsMs).toEqual([2_000]);
  });

  it("gives up after three attempts, and says it may wait", async () => {
    const { service, client, waitsMs } = await serve(refuse(500, "internal_error"));
    await expect(client.getMe()).rejects.toMatchObject({ kind: "wait", retryable: true });
    expect(service.seen).toHaveLength(3);
    expect(waitsMs).toEqual([125, 250]);
  });

  it("leaves a long wait to the caller", async () => {
    const { service, client } = await serve(refuse(429, "rate_limited", { "retry-after": "40" }));
    await expect(client.getMe()).rejects.toMatchObject({ retryAfterMs: 40_000 });
    expect(service.seen).toHaveLength(1);
  });

  it("is not repeated after a refusal", async () => {
    const { service, client } = await serve(refuse(401, "invalid_key"));
    await expect(client.getMe()).rejects.toMatchObject({ kind: "connection" });
    expect(service.seen).toHaveLength(1);
  });

  it("does not swallow an answer without end", async () => {
    const endless: Answer = (response) => {
      const chunk = Buffer.alloc(1024 * 1024, " ");
      const pump = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on("drain", pump);
      pump();
    };
    const service = await startLocalService(endless);
    closers.push(service.close);
    const { client } = buildClient(service.baseUrl, { timeoutMs: 20_000 });
    await expect(client.createOrder(placement)).rejects.toMatchObject({ code: "unexpected_response" });
  });
});
