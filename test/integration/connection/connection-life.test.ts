import type { Server } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { activateConnection } from "#app/domain/connection/activate-connection.server.ts";
import { checkConnection } from "#app/domain/connection/check-connection.server.ts";
import { rotateWebhookSecret } from "#app/domain/connection/webhooks/rotate-webhook-secret.server.ts";
import { sendTestEvent } from "#app/domain/connection/webhooks/send-test-event.server.ts";
import { connectionPlace, openHealthMessage } from "#app/domain/context/connection-place.ts";
import { hasValidSignature } from "#app/supplier/webhook-signature.ts";
import { connectSupplier } from "#test/support/connect-supplier.ts";
import { serveBodies } from "#test/support/serve-bodies.ts";
import { connectInput, testKey } from "./connect-input.ts";
import { type ConnectionHarness, startConnectionHarness } from "./connection-harness.ts";

type ReceivedRequest = {
  readonly path: string;
  readonly signature: string | undefined;
  readonly rawBody: Buffer;
};

let harness: ConnectionHarness;
let receiver: Server;
const received: ReceivedRequest[] = [];

beforeAll(async () => {
  receiver = serveBodies((rawBody, request, response) => {
    const signature = request.headers["x-service-signature"];
    received.push({ path: request.url ?? "", signature: String(signature), rawBody });
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = receiver.address();
  const port = typeof address === "object" ? address?.port : 0;
  harness = await startConnectionHarness({ hosts: { "karwan.example": `http://127.0.0.1:${port}` } });
});
beforeEach(async () => {
  await harness.reset();
  received.length = 0;
});
afterAll(async () => {
  await harness.stop();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

const ROTATION = { mode: "live", by: "Ali" } as const;

describe("checkConnection", () => {
  it("keeps what stands in the way, with the service's words, and closes it when it is gone", async () => {
    const { fresh } = await harness.connectedShop();
    await harness.standin.control.setAccount({ status: "suspended", statusReason: "Documents missing" });
    const outcome = await checkConnection(await fresh(), { mode: "live" });
    expect(outcome).toMatchObject({ kind: "refused", refusal: { code: "reseller_suspended" } });
    expect(await harness.getRow()).toMatchObject({ health: "reseller_suspended" });
    expect(openHealthMessage(harness.crypto, await harness.getRow())).toContain("Documents missing");
    expect(await harness.openCodes()).toEqual(["connection_reseller_suspended"]);
    await harness.standin.control.setAccount({ status: "active" });
    expect(await checkConnection(await fresh(), { mode: "live" })).toEqual({ kind: "ok" });
    expect(await harness.getRow()).toMatchObject({ health: "ok", healthMessageEnc: null });
    expect(await harness.openCodes()).toEqual([]);
  });

  it("replaces one trouble by another instead of showing both", async () => {
    const { fresh } = await harness.connectedShop();
    await harness.standin.control.setAccount({ status: "suspended" });
    await checkConnection(await fresh(), { mode: "live" });
    await harness.standin.control.setAccount({ status: "active" });
    await harness.standin.control.setPaused({ paused: true });
    await checkConnection(await fresh(), { mode: "live" });
    expect(await harness.openCodes()).toEqual(["connection_dropship_disabled"]);
  });

  it("does not call a person for a failure that ends by itself, nor close what stands", async () => {
    const { fresh } = await harness.connectedShop();
    await harness.standin.control.setAccount({ status: "suspended" });
    await checkConnection(await fresh(), { mode: "live" });
    await harness.standin.control.setAccount({ status: "active" });
    await harness.standin.control.armFault({ kind: "error", when: "before", path: "/me", times: 3 });
    expect(await checkConnection(await fresh(), { mode: "live" })).toMatchObject({
      refusal: { code: "service_failing" },
    });
    expect(await harness.openCodes()).toEqual(["connection_reseller_suspended"]);
  });

  it("sets our address again when someone emptied it, and leaves another system's alone", async () => {
    const { fresh } = await harness.connectedShop();
    const { supplier } = await fresh();
    const urlOf = async () => (await supplier?.getWebhooks())?.url;
    const ours = await urlOf();
    await supplier?.putWebhooks({ url: null, events: [] });
    expect(await checkConnection(await fresh(), { mode: "live" })).toEqual({ kind: "ok", mended: true });
    expect(await urlOf()).toBe(ours);
    await supplier?.putWebhooks({ url: "https://erp.example/hooks", events: [] });
    expect(await checkConnection(await fresh(), { mode: "live" })).toMatchObject({
      refusal: { code: "webhooks_elsewhere" },
    });
    expect(await urlOf()).toBe("https://erp.example/hooks");
  });

  it("sets our address again after the app's own address changed", async () => {
    const { fresh } = await harness.connectedShop();
    const { supplier } = await fresh();
    const ours = (await supplier?.getWebhooks())?.url ?? "";
    const before = ours.replace("https://karwan.example", "https://former.karwan.example");
    await supplier?.putWebhooks({ url: before, events: [] });
    expect(await checkConnection(await fresh(), { mode: "live" })).toEqual({ kind: "ok", mended: true });
    expect((await supplier?.getWebhooks())?.url).toBe(ours);
  });

  it("asks for all events again when someone narrowed them", async () => {
    const { fresh } = await harness.connectedShop();
    const { supplier } = await fresh();
    const url = (await supplier?.getWebhooks())?.url ?? null;
    await supplier?.putWebhooks({ url, events: ["order.shipped"] });
    await checkConnection(await fresh(), { mode: "live" });
    expect((await supplier?.getWebhooks())?.events).toEqual([]);
  });

  it("is answered by a new key", async () => {
    const { fresh } = await harness.connectedShop();
    await harness.standin.control.revokeKey({ keyId: "lk_demo" });
    await checkConnection(await fresh(), { mode: "live" });
    expect(await harness.openCodes()).toEqual(["connection_invalid_key"]);
    await harness.standin.control.addKey({ id: "lk_new", secret: "new-secret", mode: "live" });
    await connectSupplier(await fresh(), connectInput({ keyId: "lk_new", secret: "new-secret" }));
    expect(await harness.openCodes()).toEqual([]);
    expect(await harness.getRow()).toMatchObject({ health: "ok", keyId: "lk_new" });
  });

  it("has nothing to check where nothing is connected", async () => {
    const ctx = await harness.contextOf((await harness.createShop()).id);
    expect(await checkConnection(ctx, { mode: "live" })).toEqual({ kind: "not_connected" });
  });
});

describe("sendTestEvent", () => {
  it("brings a sample to our address, signed with our secret", async () => {
    const { fresh } = await harness.connectedShop();
    expect(await sendTestEvent(await fresh(), { mode: "live" })).toMatchObject({ kind: "asked" });
    await harness.standin.control.tick();
    const [sample] = received;
    expect(sample?.path).toMatch(/^\/webhooks\/supplier\/[\w-]{43}$/);
    const rawBody = sample?.rawBody ?? Buffer.alloc(0);
    expect(
      hasValidSignature({
        rawBody,
        signature: sample?.signature,
        secrets: [harness.secretOf(await harness.getRow())],
      }),
    ).toBe(true);
  });

  it("names why none comes", async () => {
    const { fresh } = await harness.connectedShop();
    await harness.standin.control.revokeKey({ keyId: "lk_demo" });
    expect(await sendTestEvent(await fresh(), { mode: "live" })).toMatchObject({
      refusal: { code: "invalid_key" },
    });
  });
});

describe("connectSupplier", () => {
  it("leaves who connected a key and when, for the key that replaces it too", async () => {
    const before = new Date();
    const { fresh } = await harness.connectedShop(connectInput({ by: "Ali" }));
    await harness.standin.control.addKey({ id: "lk_new", secret: "new-secret", mode: "live" });
    await connectSupplier(await fresh(), connectInput({ keyId: "lk_new", secret: "new-secret", by: "Sana" }));
    const facts = await harness.factsOf("connection_made");
    const fact = { ...(await harness.ofConnection()), params: { mode: "live" } };
    expect(facts).toMatchObject([
      { ...fact, by: "Ali" },
      { ...fact, by: "Sana" },
    ]);
    for (const { at } of facts) expect(at.getTime()).toBeGreaterThanOrEqual(before.getTime());
  });

  it("leaves no such fact of a key that is refused", async () => {
    const { fresh } = await harness.connectedShop();
    await connectSupplier(await fresh(), connectInput({ secret: "wrong", by: "Sana" }));
    expect((await harness.factsOf("connection_made")).map(({ by }) => by)).not.toContain("Sana");
  });
});

describe("rotateWebhookSecret", () => {
  it("signs with the new secret and keeps the old one for what is under way", async () => {
    const { fresh } = await harness.connectedShop();
    const old = harness.secretOf(await harness.getRow());
    expect(await rotateWebhookSecret(await fresh(), ROTATION)).toEqual({ kind: "rotated" });
    const row = await harness.getRow();
    const previous = connectionPlace(row.id, "webhook_secret_previous_enc");
    expect(harness.crypto.openText(row.webhookSecretPreviousEnc ?? new Uint8Array(), previous)).toBe(old);
    expect(harness.secretOf(row)).not.toBe(old);
    await sendTestEvent(await fresh(), { mode: "live" });
    await harness.standin.control.tick();
    const { rawBody = Buffer.alloc(0), signature } = received[0] ?? {};
    expect(hasValidSignature({ rawBody, signature, secrets: [harness.secretOf(row)] })).toBe(true);
  });

  it("finishes a rotation the service has not answered before it begins another", async () => {
    const { fresh } = await harness.connectedShop();
    const old = harness.secretOf(await harness.getRow());
    await harness.standin.control.armFault({
      kind: "error",
      when: "before",
      method: "PUT",
      path: "/webhooks",
      times: 3,
    });
    expect(await rotateWebhookSecret(await fresh(), ROTATION)).toMatchObject({ kind: "refused" });
    const halfway = await harness.getRow();
    expect(await rotateWebhookSecret(await fresh(), ROTATION)).toEqual({ kind: "rotated" });
    const row = await harness.getRow();
    expect(harness.secretOf(row)).toBe(harness.secretOf(halfway));
    expect(harness.secretOf(row)).not.toBe(old);
  });

  it("is finished by the next check when the service never heard of it", async () => {
    const { fresh } = await harness.connectedShop();
    await harness.standin.control.armFault({
      kind: "cut",
      when: "before",
      method: "PUT",
      path: "/webhooks",
      times: 3,
    });
    await rotateWebhookSecret(await fresh(), ROTATION);
    expect(await checkConnection(await fresh(), { mode: "live" })).toEqual({ kind: "ok", mended: true });
    await sendTestEvent(await fresh(), { mode: "live" });
    await harness.standin.control.tick();
    const { rawBody = Buffer.alloc(0), signature } = received[0] ?? {};
    expect(
      hasValidSignature({ rawBody, signature, secrets: [harness.secretOf(await harness.getRow())] }),
    ).toBe(true);
  });

  it("makes one new secret when two people press at once", async () => {
    const { fresh } = await harness.connectedShop();
    const old = harness.secretOf(await harness.getRow());
    const pressed = [
      { ctx: await fresh(), by: "Ali" },
      { ctx: await fresh(), by: "Sana" },
    ];
    await Promise.all(pressed.map(({ ctx, by }) => rotateWebhookSecret(ctx, { mode: "live", by })));
    const row = await harness.getRow();
    const previous = connectionPlace(row.id, "webhook_secret_previous_enc");
    expect(harness.crypto.openText(row.webhookSecretPreviousEnc ?? new Uint8Array(), previous)).toBe(old);
    expect(await harness.factsOf("webhook_secret_replaced")).toHaveLength(1);
  });

  it("leaves who replaced it and when, once for each new secret", async () => {
    const { fresh } = await harness.connectedShop();
    const before = new Date();
    await harness.standin.control.armFault({
      ...{ kind: "error", when: "before", method: "PUT", path: "/webhooks", times: 3 },
    });
    expect(await rotateWebhookSecret(await fresh(), ROTATION)).toMatchObject({ kind: "refused" });
    await rotateWebhookSecret(await fresh(), { mode: "live", by: "Sana" });
    const facts = await harness.factsOf("webhook_secret_replaced");
    expect(facts).toMatchObject([{ ...(await harness.ofConnection()), by: "Ali", params: { mode: "live" } }]);
    expect(facts[0]?.at.getTime()).toBeGreaterThanOrEqual(before.getTime());
  });

  it("forgets the old secret after 48 hours, not before", async () => {
    const { fresh } = await harness.connectedShop();
    await rotateWebhookSecret(await fresh(), ROTATION);
    harness.time.now = new Date("2026-11-23T11:59:00Z");
    await checkConnection(await fresh(), { mode: "live" });
    expect((await harness.getRow()).webhookSecretPreviousEnc).not.toBeNull();
    harness.time.now = new Date("2026-11-23T12:01:00Z");
    await checkConnection(await fresh(), { mode: "live" });
    expect((await harness.getRow()).webhookSecretPreviousEnc).toBeNull();
  });
});

describe("activateConnection", () => {
  it("puts one mode to use at a time and remembers since when", async () => {
    const { fresh } = await harness.connectedShop(connectInput(testKey));
    await connectSupplier(await fresh(), connectInput());
    harness.time.now = new Date("2026-11-25T12:00:00Z");
    expect(await activateConnection(await fresh(), { mode: "live", by: "Ali" })).toEqual({
      kind: "activated",
    });
    expect(await activateConnection(await fresh(), { mode: "live", by: "Ali" })).toEqual({
      kind: "already_active",
    });
    const rows = await harness.db.supplierConnection.findMany({ orderBy: { mode: "asc" } });
    expect(rows).toMatchObject([
      { mode: "live", active: true, activatedAt: harness.time.now },
      { mode: "test", active: false },
    ]);
    const ctx = await fresh();
    expect(ctx.connection?.mode).toBe("live");
    expect((await ctx.supplierIn("test")?.getMe())?.mode).toBe("test");
  });

  it("leaves who switched and when, once for each switch", async () => {
    const { fresh } = await harness.connectedShop(connectInput(testKey));
    await connectSupplier(await fresh(), connectInput());
    const before = new Date();
    await activateConnection(await fresh(), { mode: "live", by: "Ali" });
    await activateConnection(await fresh(), { mode: "live", by: "Omar" });
    await activateConnection(await fresh(), { mode: "test", by: "Sana" });
    const facts = await harness.factsOf("connection_activated");
    expect(facts).toMatchObject([
      { thing: "connection", actor: "person", by: "Ali", params: { mode: "live" } },
      { thing: "connection", actor: "person", by: "Sana", params: { mode: "test" } },
    ]);
    expect(new Set(facts.map(({ thingId }) => thingId)).size).toBe(2);
    for (const { at } of facts) expect(at.getTime()).toBeGreaterThanOrEqual(before.getTime());
  });

  it("does not switch to a mode that is not connected", async () => {
    const { fresh } = await harness.connectedShop();
    expect(await activateConnection(await fresh(), { mode: "test", by: "Ali" })).toEqual({
      kind: "not_connected",
    });
    expect((await harness.getRow()).active).toBe(true);
  });
});
