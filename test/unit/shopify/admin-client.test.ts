import { describe, expect, it } from "vitest";
import { ShopifyError } from "#app/shopify/errors.ts";
import { mutation, query } from "#app/shopify/operation.ts";
import { createQueryBudget } from "#app/shopify/query-budget.ts";
import { costOf, type Reply, scriptedShopify } from "./scripted-shopify.ts";

const readName = query<{ shop: { name: string } | null }, object>(`#graphql
  query ReadName { shop { name } }`);
const ship = mutation<{ ship: object | null }, object>("mutation Ship { ship { userErrors { message } } }", {
  repeatable: false,
});
const tag = mutation<{ tag: object | null }, object>("mutation Tag { tag { userErrors { message } } }", {
  repeatable: true,
});
const ask = mutation<{ ask: object | null }, object>("mutation Ask { ask { userErrors { message } } }", {
  repeatable: false,
  returnsUserErrors: true,
});

const named = { body: { data: { shop: { name: "Karwan" } } } };
const throttled = {
  body: {
    errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }],
    extensions: costOf(202, 118, null),
  },
};
const reset = Object.assign(new TypeError("fetch failed"), {
  cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }),
});
const refused = Object.assign(new TypeError("fetch failed"), {
  cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }),
});

async function failureOf(promise: Promise<unknown>): Promise<ShopifyError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ShopifyError)) throw new Error(`Expected a ShopifyError, got ${String(error)}`);
  return error;
}

describe("a call that is answered", () => {
  it("goes to the one API version, with the shop's token", async () => {
    const { admin, requests } = scriptedShopify([named]);
    await expect(admin.run(readName, {})).resolves.toMatchObject({ data: { shop: { name: "Karwan" } } });
    expect(requests[0]).toMatchObject({
      url: "https://karwan-demo.myshopify.com/admin/api/2026-10/graphql.json",
      token: "token-1",
    });
  });

  it("keeps the data Shopify gave beside the fields it withheld", async () => {
    const body = {
      data: { shop: { name: null } },
      errors: [{ message: "not approved", path: ["shop", "name"], extensions: { code: "ACCESS_DENIED" } }],
    };
    const { admin } = scriptedShopify([{ body }]);
    const answer = await admin.run(readName, {});
    expect(answer).toMatchObject({ data: { shop: { name: null } }, accessDenied: ["shop.name"], errors: [] });
  });

  it("names errors of single fields that are not about access", async () => {
    const body = {
      data: { shop: { name: null } },
      errors: [{ message: "odd", path: ["shop", "name"], extensions: { code: "ODD" } }],
    };
    const { admin } = scriptedShopify([{ body }]);
    expect((await admin.run(readName, {})).errors).toEqual([
      { path: "shop.name", code: "ODD", message: "odd" },
    ]);
  });

  it("logs the operation and its cost, never variables or bodies", async () => {
    const body = { data: { shop: { name: "Ayesha's shop" } }, extensions: costOf(3, 1997) };
    const { admin, logged } = scriptedShopify([{ body }]);
    await admin.run(readName, { secret: "Lahore" });
    expect(logged).toEqual([
      expect.objectContaining({ event: "shopify_call", operation: "ReadName", outcome: "answered", cost: 3 }),
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/Lahore|Ayesha|token-1/);
  });
});

describe("a shop's query budget", () => {
  it("waits exactly until the asked points are restored when Shopify throttles with 200", async () => {
    const { admin, slept } = scriptedShopify([throttled, named]);
    await admin.run(readName, {});
    expect(slept).toEqual([840]);
  });

  it("waits before sending what the bucket cannot afford", async () => {
    const dear = { body: { data: { shop: { name: "a" } }, extensions: costOf(500, 100) } };
    const { admin, slept, requests } = scriptedShopify([dear, named]);
    await admin.run(readName, {});
    await admin.run(readName, {});
    expect(slept).toEqual([4000]);
    expect(requests).toHaveLength(2);
  });

  it("gives up with the time to come back when the wait is longer than its patience", async () => {
    const { admin } = scriptedShopify([throttled], { patienceMs: 500 });
    expect(await failureOf(admin.run(readName, {}))).toMatchObject({
      kind: "throttled",
      retryable: true,
      retryAfterMs: 840,
    });
  });

  it.each([
    ["2.5", 2500],
    ["2.345", 2345],
    ["0", 2000],
    ["-3", 2000],
    ["NaN", 2000],
    ["Fri, 31 Dec 9999 23:59:59 GMT", 2000],
    ["10022400", 60_000],
    ["Infinity", 60_000],
  ])("obeys Retry-After, in seconds, of a 429, for a minute at most: %o", async (value, expected) => {
    const limited = { status: 429, body: "", headers: { "retry-after": value } };
    const { admin, slept } = scriptedShopify([limited, named], { patienceMs: 60_000 });
    await admin.run(readName, {});
    expect(slept).toEqual([expected]);
  });

  it("asks again after a second where Shopify throttles although its bucket is full", async () => {
    const odd = { body: { ...throttled.body, extensions: costOf(202, 2000, null) } };
    const { admin, slept } = scriptedShopify([odd, named]);
    await admin.run(readName, {});
    expect(slept).toEqual([1000]);
  });

  it("gives up sooner with the first call, with which no work is lost", async () => {
    const { admin, slept } = scriptedShopify([named, throttled, named, throttled], {
      openingPatienceMs: 500,
    });
    await admin.run(readName, {});
    await admin.run(readName, {});
    expect(slept).toEqual([840]);
    const opening = scriptedShopify([throttled], { openingPatienceMs: 500 });
    await expect(opening.admin.run(readName, {})).rejects.toMatchObject({
      kind: "throttled",
      retryAfterMs: 840,
    });
  });

  it("is known to every client of the shop: what one has learned the next need not", async () => {
    const time = { slept: [] as number[], nowMs: 0 };
    const clock = { now: () => new Date(time.nowMs) };
    const sleep = async (ms: number) => {
      time.slept.push(ms);
      time.nowMs += ms;
    };
    const budget = createQueryBudget({ clock, sleep });
    const dear = { body: { data: { shop: { name: "a" } }, extensions: costOf(500, 100) } };
    const first = scriptedShopify([dear], { budget, clock, sleep });
    await first.admin.run(readName, {});
    const second = scriptedShopify([named], { budget, clock, sleep });
    await second.admin.run(readName, {});
    expect(time.slept).toEqual([4000]);
  });

  it("retries a change that was throttled: it was not carried out", async () => {
    const { admin } = scriptedShopify([throttled, { body: { data: { ship: { userErrors: [] } } } }]);
    await expect(admin.run(ship, {})).resolves.toBeDefined();
  });
});

describe("an answer that does not come", () => {
  const shipped = { body: { data: { ship: { userErrors: [] } } } };
  const tagged = { body: { data: { tag: { userErrors: [] } } } };
  const noAnswers: readonly [string, Reply][] = [
    ["a 500", { status: 500, body: "" }],
    ["a 503", { status: 503, body: "" }],
    ["a cut connection", reset],
    ["half a body", { body: '{"data":{"sh' }],
    [
      "an internal error",
      { body: { errors: [{ message: "x", extensions: { code: "INTERNAL_SERVER_ERROR" } }] } },
    ],
    ["an empty object", { body: {} }],
  ];

  it.each(noAnswers)("asks a read again after %s", async (_name, reply) => {
    const { admin, slept } = scriptedShopify([reply, named]);
    await expect(admin.run(readName, {})).resolves.toBeDefined();
    expect(slept).toEqual([250]);
  });

  it.each(noAnswers)(
    "does not send a change again after %s: its outcome is unknown",
    async (_name, reply) => {
      const { admin, requests } = scriptedShopify([reply, shipped]);
      expect(await failureOf(admin.run(ship, {}))).toMatchObject({
        kind: "unknown_outcome",
        operation: "Ship",
      });
      expect(requests).toHaveLength(1);
    },
  );

  it("sends a repeatable change again, with the same bytes", async () => {
    const { admin, requests } = scriptedShopify([reset, tagged]);
    await admin.run(tag, { tags: ["cod"] });
    expect(requests[0]?.body).toBe(requests[1]?.body);
  });

  it("sends any change again when no connection was made", async () => {
    const { admin, requests } = scriptedShopify([refused, shipped]);
    await admin.run(ship, {});
    expect(requests).toHaveLength(2);
  });

  it("gives up after four tries, waiting longer each time", async () => {
    const { admin, slept } = scriptedShopify([reset, reset, reset, reset]);
    expect(await failureOf(admin.run(readName, {}))).toMatchObject({ kind: "unavailable", retryable: true });
    expect(slept).toEqual([250, 500, 1000]);
  });

  it("stops trying when the caller has gone", async () => {
    const { admin, requests } = scriptedShopify([reset, named]);
    const signal = AbortSignal.abort();
    expect(await failureOf(admin.run(readName, {}, { signal }))).toMatchObject({ kind: "unavailable" });
    expect(requests.length).toBeLessThanOrEqual(1);
  });
});

describe("a refusal", () => {
  it("throws user errors with their codes", async () => {
    const userErrors = [{ code: "TAKEN", field: ["input", "name"], message: "is taken" }];
    const { admin } = scriptedShopify([{ body: { data: { ship: { userErrors } } } }]);
    expect(await failureOf(admin.run(ship, {}))).toMatchObject({
      kind: "user_errors",
      userErrors,
      retryable: false,
    });
  });

  it("throws the errors of orderCancel, which name theirs differently", async () => {
    const body = { data: { ship: { orderCancelUserErrors: [{ message: "no" }] } } };
    const { admin } = scriptedShopify([{ body }]);
    expect((await failureOf(admin.run(ship, {}))).userErrors).toEqual([
      { code: null, field: null, message: "no" },
    ]);
  });

  it("hands user errors to an operation that wants them", async () => {
    const { admin } = scriptedShopify([{ body: { data: { ask: { userErrors: [{ message: "no" }] } } } }]);
    await expect(admin.run(ask, {})).resolves.toMatchObject({
      data: { ask: { userErrors: [{ message: "no" }] } },
    });
  });

  it.each([
    ["ACCESS_DENIED", "access_denied"],
    ["MAX_COST_EXCEEDED", "max_cost_exceeded"],
    ["RESOURCE_NOT_FOUND", "not_found"],
    ["SHOP_INACTIVE", "shop_unavailable"],
    ["BAD_REQUEST", "bad_request"],
  ])("tells %s for the whole call apart", async (code, kind) => {
    const body = { data: { shop: null }, errors: [{ message: "no", path: ["shop"], extensions: { code } }] };
    const { admin } = scriptedShopify([{ body }]);
    expect(await failureOf(admin.run(readName, {}))).toMatchObject({ kind, code: kind, retryable: false });
  });

  it.each([
    [402, "shop_unavailable"],
    [404, "shop_unavailable"],
    [423, "shop_unavailable"],
    [301, "shop_unavailable"],
    [403, "unauthorized"],
    [400, "bad_request"],
  ])("reads status %i as %s", async (status, kind) => {
    const { admin, requests } = scriptedShopify([{ status, body: "" }]);
    expect(await failureOf(admin.run(ship, {}))).toMatchObject({ kind, status });
    expect(requests).toHaveLength(1);
  });

  it("asks for a newer token once after a 401 and tries once more", async () => {
    const { admin, requests } = scriptedShopify([{ status: 401, body: "" }, named]);
    await admin.run(readName, {});
    expect(requests.map(({ token }) => token)).toEqual(["token-1", "token-2"]);
  });

  it("is unauthorized when the newer token is refused too", async () => {
    const { admin } = scriptedShopify([
      { status: 401, body: "" },
      { status: 401, body: "" },
    ]);
    expect(await failureOf(admin.run(readName, {}))).toMatchObject({ kind: "unauthorized", status: 401 });
  });
});
