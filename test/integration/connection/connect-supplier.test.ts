import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkConnection } from "#app/domain/connection/check-connection.server.ts";
import type { ConnectInput } from "#app/domain/connection/connect-supplier.server.ts";
import { listConnections } from "#app/domain/connection/list-connections.server.ts";
import { connectionPlace } from "#app/domain/context/connection-place.ts";
import { hashWebhookToken } from "#app/domain/context/webhook-address.server.ts";
import { DEMO_LIVE_SECRET } from "#test/standins/supplier/defaults.ts";
import { type SupplierStandin, startSupplierStandin } from "#test/standins/supplier/server.ts";
import { connectSupplier } from "#test/support/connect-supplier.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { createShopHarness, type ShopHarness } from "#test/support/shop-harness.ts";
import { connectInput, liveKey, testKey } from "./connect-input.ts";

let database: TestDatabase;
let standin: SupplierStandin;
let harness: ShopHarness;

beforeAll(async () => {
  database = await createTestDatabase();
  standin = await startSupplierStandin({ tickEveryMs: 0, hosts: { "karwan.example": "http://127.0.0.1:9" } });
  harness = createShopHarness({ db: database.prisma, serviceBaseUrl: standin.baseUrl });
});
beforeEach(async () => {
  await standin.control.reset();
  await database.prisma.shop.deleteMany();
});
afterEach(() => standin.control.clearFaults());
afterAll(async () => {
  await standin.close();
  await database.drop();
});

const newShop = async () => harness.contextOf((await harness.createShop()).id);
const configOf = async (mode: "live" | "test") =>
  (await standin.control.audit()).webhooks.find((each) => each.mode === mode);

type Arranged = readonly [string, () => Promise<unknown>, Partial<ConnectInput>, string];

const refusals: readonly Arranged[] = [
  ["a wrong secret", async () => undefined, { secret: "wrong" }, "invalid_key"],
  ["a key nobody knows", async () => undefined, { keyId: "lk_other" }, "invalid_key"],
  [
    "an address that is not allowed",
    () => standin.control.setAccount({ allowedIps: ["203.0.113.7"] }),
    {},
    "ip_not_allowed",
  ],
  [
    "a suspended account",
    () => standin.control.setAccount({ status: "suspended", statusReason: "Documents missing" }),
    {},
    "reseller_suspended",
  ],
  [
    "an account not approved yet",
    () => standin.control.setAccount({ status: "pending" }),
    {},
    "reseller_not_active",
  ],
  ["dropshipping paused", () => standin.control.setPaused({ paused: true }), {}, "dropship_disabled"],
  [
    "a failing service",
    () => standin.control.armFault({ kind: "error", when: "before", path: "/me", times: 9 }),
    {},
    "service_failing",
  ],
  [
    "a silent service",
    () => standin.control.armFault({ kind: "cut", when: "before", path: "/me", times: 9 }),
    {},
    "unreachable",
  ],
  [
    "too many requests",
    () => standin.control.armFault({ kind: "rate_limited", retryAfterSeconds: 40, path: "/me", times: 9 }),
    {},
    "too_many_requests",
  ],
];

describe("connectSupplier", () => {
  it("verifies the key, keeps it sealed, and registers our address", async () => {
    const ctx = await newShop();
    const outcome = await connectSupplier(ctx, connectInput());
    expect(outcome).toMatchObject({
      ...{ kind: "connected", mode: "live", active: true, brandName: "Karwan Demo Store" },
      ...{ depositMissingPkr: 0, webhooks: { kind: "configured" } },
    });
    const row = await database.prisma.supplierConnection.findFirstOrThrow();
    expect(row).toMatchObject({
      accountId: "rsl_demo",
      integrationId: "int_demo",
      health: "ok",
      quotaLimit: 5000,
    });
    expect(Buffer.from(row.keySecretEnc).includes(DEMO_LIVE_SECRET)).toBe(false);
    const token = harness.crypto.openText(row.webhookTokenEnc, connectionPlace(row.id, "webhook_token_enc"));
    expect(hashWebhookToken(token)).toBe(row.webhookTokenHash);
    expect(await configOf("live")).toMatchObject({
      url: `https://karwan.example/webhooks/supplier/${token}`,
      events: [],
    });
  });

  it("commits token and secret before the service hears of them, and finishes after a crash in between", async () => {
    const ctx = await newShop();
    await standin.control.armFault({
      kind: "cut",
      when: "after",
      method: "PUT",
      path: "/webhooks",
      times: 3,
    });
    const outcome = await connectSupplier(ctx, connectInput());
    expect(outcome).toMatchObject({
      kind: "connected",
      webhooks: { kind: "refused", refusal: { code: "unreachable" } },
    });
    const before = await database.prisma.supplierConnection.findFirstOrThrow();
    expect(before.webhookConfiguredAt).toBeNull();
    expect(await checkConnection(await harness.contextOf(ctx.shop.id), { mode: "live" })).toEqual({
      kind: "ok",
      mended: true,
    });
    const after = await database.prisma.supplierConnection.findFirstOrThrow();
    expect(after.webhookConfiguredAt).not.toBeNull();
    expect(after.webhookTokenHash).toBe(before.webhookTokenHash);
    expect(Buffer.from(after.webhookSecretEnc).equals(Buffer.from(before.webhookSecretEnc))).toBe(true);
  });

  it.each([
    ["spaces around it", { keyId: `  ${liveKey.keyId} `, secret: `\n${liveKey.secret}` }],
    ["both halves in the first field", { keyId: `${liveKey.keyId}:${liveKey.secret}`, secret: "" }],
    ["the header pasted whole", { keyId: `Bearer ${liveKey.keyId}:${liveKey.secret}`, secret: "" }],
    [
      "both halves in the second field",
      { keyId: liveKey.keyId, secret: `${liveKey.keyId}:${liveKey.secret}` },
    ],
  ])("takes a key with %s", async (_, key) => {
    expect(await connectSupplier(await newShop(), connectInput(key))).toMatchObject({ kind: "connected" });
  });

  it.each([
    ["nothing", { keyId: "", secret: "" }],
    ["half a key", { keyId: liveKey.keyId, secret: "" }],
    ["a key with a space inside", { keyId: "lk demo", secret: "x" }],
    ["a key in another script", { keyId: "چابی", secret: "راز" }],
  ])("refuses %s without asking the service", async (_, key) => {
    const outcome = await connectSupplier(await newShop(), connectInput(key));
    expect(outcome).toMatchObject({ kind: "refused", refusal: { code: "key_malformed" } });
    expect(await standin.control.requests()).toEqual([]);
  });

  it.each(refusals)("names %s and keeps nothing", async (_, arrange, key, code) => {
    await arrange();
    const outcome = await connectSupplier(await newShop(), connectInput(key));
    expect(outcome).toMatchObject({ kind: "refused", refusal: { code } });
    expect(await database.prisma.supplierConnection.count()).toBe(0);
  });

  it("shows the service's own words, which alone hold the reason", async () => {
    await standin.control.setAccount({ status: "suspended", statusReason: "Documents missing" });
    const outcome = await connectSupplier(await newShop(), connectInput());
    expect(outcome).toMatchObject({
      refusal: { serviceMessage: expect.stringContaining("Documents missing") },
    });
  });

  it("connects a test key of an account whose live key is refused", async () => {
    await standin.control.setPaused({ paused: true });
    expect(await connectSupplier(await newShop(), connectInput(testKey))).toMatchObject({
      kind: "connected",
      mode: "test",
    });
  });

  it("connects although the wallet cannot be read", async () => {
    await standin.control.armFault({ kind: "error", when: "before", path: "/wallet", times: 9 });
    expect(await connectSupplier(await newShop(), connectInput())).toMatchObject({
      kind: "connected",
      depositMissingPkr: null,
    });
  });

  it("says what is missing of the deposit", async () => {
    await standin.control.setAccount({ deposit: 500 });
    expect(await connectSupplier(await newShop(), connectInput())).toMatchObject({ depositMissingPkr: 1500 });
  });

  it("calls nothing missing of a deposit while the service does not say what it holds", async () => {
    await standin.control.setAccount({ deposit: 500 });
    const ctx = await newShop();
    await connectSupplier(ctx, connectInput());
    const shownMissing = async () => (await listConnections(ctx)).map((each) => each.depositMissingPkr);
    expect(await shownMissing()).toEqual([1500]);
    const fresh = await harness.contextOf(ctx.shop.id);
    const client = fresh.supplierIn("live");
    if (client === null) throw new Error("The shop is connected");
    const getWallet = async () => ({ ...(await client.getWallet()), heldDeposit: undefined });
    const silent = { ...fresh, supplierIn: () => ({ ...client, getWallet }) };
    await checkConnection(silent, { mode: "live" });
    expect(await shownMissing()).toEqual([null]);
  });

  it("refuses an integration that serves another shop, in either mode", async () => {
    await connectSupplier(await newShop(), connectInput());
    const second = await newShop();
    for (const key of [liveKey, testKey]) {
      expect(await connectSupplier(second, connectInput(key))).toMatchObject({
        refusal: { code: "integration_in_use" },
      });
    }
    expect(await database.prisma.supplierConnection.count()).toBe(1);
  });

  it("lets one of two shops win that connect one integration at the same time", async () => {
    const shops = await Promise.all([newShop(), newShop(), newShop()]);
    const outcomes = await Promise.all(shops.map((ctx) => connectSupplier(ctx, connectInput())));
    expect(outcomes.map((outcome) => outcome.kind).toSorted()).toEqual(["connected", "refused", "refused"]);
  });

  it("leaves another system's webhooks alone until told to take over", async () => {
    const ctx = await newShop();
    const elsewhere = "https://erp.example/hooks";
    await fetch(`${standin.baseUrl}/webhooks`, {
      method: "PUT",
      headers: {
        authorization: `Bearer ${liveKey.keyId}:${liveKey.secret}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ url: elsewhere, events: [] }),
    });
    expect(await connectSupplier(ctx, connectInput())).toMatchObject({
      refusal: { code: "webhooks_elsewhere" },
    });
    expect((await configOf("live"))?.url).toBe(elsewhere);
    const taken = await connectSupplier(ctx, connectInput({ otherReceiver: "take_over" }));
    expect(taken).toMatchObject({ kind: "connected", webhooks: { kind: "configured" } });
    expect((await configOf("live"))?.url).toContain("karwan.example");
  });

  it("stays connected when the service cannot reach an address that is not public HTTPS", async () => {
    const local = createShopHarness({
      db: database.prisma,
      serviceBaseUrl: standin.baseUrl,
      webhookBaseUrl: "http://localhost:3000",
    });
    const ctx = await local.contextOf((await local.createShop()).id);
    expect(await connectSupplier(ctx, connectInput())).toMatchObject({
      kind: "connected",
      webhooks: { kind: "refused", refusal: { code: "webhook_url_invalid" } },
    });
  });

  it("stores a second mode beside the one in use", async () => {
    const ctx = await newShop();
    await connectSupplier(ctx, connectInput(testKey));
    expect(await connectSupplier(ctx, connectInput(liveKey))).toMatchObject({
      kind: "connected",
      mode: "live",
      active: false,
    });
    expect(await listConnections(ctx)).toMatchObject([
      { mode: "test", active: true },
      { mode: "live", active: false },
    ]);
  });

  it.each(["integration", "integration_and_mode"] as const)(
    "hears of both modes where the webhook belongs to the %s",
    async (webhookConfigPer) => {
      await standin.control.reset({ undefined: { webhookConfigPer } });
      const ctx = await newShop();
      await connectSupplier(ctx, connectInput(testKey));
      await connectSupplier(ctx, connectInput(liveKey));
      const urls = [(await configOf("test"))?.url, (await configOf("live"))?.url];
      for (const mode of ["test", "live", "test"] as const) {
        expect(await checkConnection(await harness.contextOf(ctx.shop.id), { mode })).toEqual({ kind: "ok" });
      }
      expect([(await configOf("test"))?.url, (await configOf("live"))?.url]).toEqual(urls);
      const views = await listConnections(ctx);
      expect(views.map((view) => view.webhooks)).toEqual(["configured", "configured"]);
    },
  );

  it("goes on hearing of the former integration when a key of another one replaces it", async () => {
    const ctx = await newShop();
    await connectSupplier(ctx, connectInput());
    const former = await configOf("live");
    await standin.control.addKey({
      id: "lk_new",
      secret: "new-secret",
      mode: "live",
      integrationId: "int_new",
    });
    await connectSupplier(ctx, connectInput({ keyId: "lk_new", secret: "new-secret" }));
    const { webhooks } = await standin.control.audit();
    const addresses = webhooks.filter((each) => each.mode === "live").map((each) => each.url);
    expect(addresses).toEqual([former?.url, former?.url]);
  });

  it("keeps the webhook when a key of the same integration replaces another", async () => {
    const ctx = await newShop();
    await connectSupplier(ctx, connectInput());
    const before = await database.prisma.supplierConnection.findFirstOrThrow();
    await standin.control.addKey({ id: "lk_new", secret: "new-secret", mode: "live" });
    harness.time.now = new Date("2026-11-22T12:00:00Z");
    await connectSupplier(ctx, connectInput({ keyId: "lk_new", secret: "new-secret" }));
    const after = await database.prisma.supplierConnection.findFirstOrThrow();
    expect(after).toMatchObject({
      ...{ id: before.id, keyId: "lk_new", webhookTokenHash: before.webhookTokenHash },
      ...{ connectedAt: before.connectedAt, activatedAt: before.activatedAt },
    });
    expect((await (await harness.contextOf(ctx.shop.id)).supplier?.getMe())?.keyId).toBe("lk_new");
  });

  it("refuses a key of another account while the first is connected", async () => {
    const ctx = await newShop();
    await connectSupplier(ctx, connectInput());
    await standin.control.addAccount({ id: "rsl_two", brandName: "Two" });
    const key = {
      id: "lk_two",
      secret: "two-secret",
      mode: "live",
      accountId: "rsl_two",
      integrationId: "int_two",
    } as const;
    await standin.control.addKey(key);
    const outcome = await connectSupplier(ctx, connectInput({ keyId: key.id, secret: key.secret }));
    expect(outcome).toMatchObject({ refusal: { code: "another_account" } });
    expect(await database.prisma.supplierConnection.findFirstOrThrow()).toMatchObject({
      accountId: "rsl_demo",
    });
  });

  it("writes neither key, token nor secret to the log", async () => {
    await connectSupplier(await newShop(), connectInput());
    const row = await database.prisma.supplierConnection.findFirstOrThrow();
    const token = harness.crypto.openText(row.webhookTokenEnc, connectionPlace(row.id, "webhook_token_enc"));
    const written = JSON.stringify(harness.logged);
    expect(harness.logged.length).toBeGreaterThan(0);
    for (const secret of [DEMO_LIVE_SECRET, token]) expect(written).not.toContain(secret);
  });
});

describe("tries of a key", () => {
  const requestCount = async () => (await standin.control.requests({ path: "/me" })).length;
  const wrong = connectInput({ secret: "wrong" });

  it("are ten in ten minutes for a shop; then nothing is asked, and it is said when it may try again", async () => {
    const shop = await newShop();
    for (let tries = 0; tries < 10; tries += 1)
      expect(await connectSupplier(shop, wrong)).toMatchObject({ refusal: { code: "invalid_key" } });
    const asked = await requestCount();
    harness.time.now = new Date(harness.time.now.getTime() + 3.5 * 60_000);
    expect(await connectSupplier(shop, connectInput())).toEqual({
      kind: "too_many_tries",
      againInMinutes: 7,
    });
    expect(await requestCount()).toBe(asked);
    expect(await connectSupplier(await newShop(), wrong)).toMatchObject({ kind: "refused" });
    harness.time.now = new Date(harness.time.now.getTime() + 6.5 * 60_000);
    expect(await connectSupplier(shop, connectInput())).toMatchObject({ kind: "connected" });
  });

  it("that cannot be a key are not counted", async () => {
    const shop = await newShop();
    for (let tries = 0; tries < 12; tries += 1)
      expect(await connectSupplier(shop, connectInput({ keyId: "", secret: "" }))).toMatchObject({
        refusal: { code: "key_malformed" },
      });
    expect(await connectSupplier(shop, connectInput())).toMatchObject({ kind: "connected" });
  });

  it("at once are six at most in a process while the service is slow; others are told so, not kept waiting", async () => {
    await standin.control.armFault({ kind: "delay", when: "before", ms: 1500, path: "/me", times: 20 });
    const shops = await Promise.all(Array.from({ length: 9 }, newShop));
    const outcomes = await Promise.all(shops.map((shop) => connectSupplier(shop, connectInput())));
    const isUnreached = (outcome: (typeof outcomes)[number]) =>
      outcome.kind === "refused" && outcome.refusal.code === "unreachable";
    expect(outcomes.filter(isUnreached)).toHaveLength(3);
    expect(await requestCount()).toBe(6);
  });
});
