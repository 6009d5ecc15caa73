import type { Server } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { activateConnection } from "#app/domain/connection/activate-connection.server.ts";
import { checkConnection } from "#app/domain/connection/check-connection.server.ts";
import {
  disconnectSupplier,
  finishKeysEnd,
  finishLeaving,
} from "#app/domain/connection/disconnect-supplier.server.ts";
import { listConnections } from "#app/domain/connection/list-connections.server.ts";
import { rotateWebhookSecret } from "#app/domain/connection/webhooks/rotate-webhook-secret.server.ts";
import { sendTestEvent } from "#app/domain/connection/webhooks/send-test-event.server.ts";
import { connectionPlace, openHealthMessage } from "#app/domain/context/connection-place.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { FactCode } from "#app/domain/messages/timeline/fact-codes.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import type { HandoffState } from "#app/domain/orders/placement/handoff-state.ts";
import type { AccountId, ShopId, SupplierOrderId } from "#app/platform/ids.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { parseSubject } from "#app/platform/queue/work-kinds.ts";
import { hasValidSignature } from "#app/supplier/webhook-signature.ts";
import { DEMO_ACCOUNT_ID } from "#test/standins/supplier/defaults.ts";
import { type SupplierStandin, startSupplierStandin } from "#test/standins/supplier/server.ts";
import { asId } from "#test/support/as-id.ts";
import { connectSupplier } from "#test/support/connect-supplier.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { serveBodies } from "#test/support/serve-bodies.ts";
import { createShopHarness, type ShopHarness } from "#test/support/shop-harness.ts";
import { connectInput, testKey } from "./connect-input.ts";

type ReceivedRequest = {
  readonly path: string;
  readonly signature: string | undefined;
  readonly rawBody: Buffer;
};

let database: TestDatabase;
let standin: SupplierStandin;
let harness: ShopHarness;
let receiver: Server;
const received: ReceivedRequest[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = serveBodies((rawBody, request, response) => {
    const signature = request.headers["x-service-signature"];
    received.push({ path: request.url ?? "", signature: String(signature), rawBody });
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = receiver.address();
  const port = typeof address === "object" ? address?.port : 0;
  const hosts = { "karwan.example": `http://127.0.0.1:${port}` };
  standin = await startSupplierStandin({ tickEveryMs: 0, hosts });
  harness = createShopHarness({ db: database.prisma, serviceBaseUrl: standin.baseUrl });
});
beforeEach(async () => {
  await standin.control.reset();
  await database.prisma.shop.deleteMany();
  harness.time.now = new Date("2026-11-21T12:00:00Z");
  received.length = 0;
});
afterAll(async () => {
  await standin.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  await database.drop();
});

async function connectedShop(
  key = connectInput(),
): Promise<{ shopId: ShopId; fresh: () => Promise<ShopContext> }> {
  const shopId = (await harness.createShop()).id;
  const fresh = () => harness.contextOf(shopId);
  await connectSupplier(await fresh(), key);
  return { shopId, fresh };
}

const getRow = () => database.prisma.supplierConnection.findFirstOrThrow();
const openCodes = async () => {
  const rows = await database.prisma.attention.findMany({ where: { resolvedAt: null } });
  return rows.map((row) => row.code);
};
const secretOf = (row: Awaited<ReturnType<typeof getRow>>) =>
  harness.crypto.openText(row.webhookSecretEnc, connectionPlace(row.id, "webhook_secret_enc"));

describe("checkConnection", () => {
  it("keeps what stands in the way, with the service's words, and closes it when it is gone", async () => {
    const { fresh } = await connectedShop();
    await standin.control.setAccount({ status: "suspended", statusReason: "Documents missing" });
    const outcome = await checkConnection(await fresh(), { mode: "live" });
    expect(outcome).toMatchObject({ kind: "refused", refusal: { code: "reseller_suspended" } });
    expect(await getRow()).toMatchObject({ health: "reseller_suspended" });
    expect(openHealthMessage(harness.crypto, await getRow())).toContain("Documents missing");
    expect(await openCodes()).toEqual(["connection_reseller_suspended"]);
    await standin.control.setAccount({ status: "active" });
    expect(await checkConnection(await fresh(), { mode: "live" })).toEqual({ kind: "ok" });
    expect(await getRow()).toMatchObject({ health: "ok", healthMessageEnc: null });
    expect(await openCodes()).toEqual([]);
  });

  it("replaces one trouble by another instead of showing both", async () => {
    const { fresh } = await connectedShop();
    await standin.control.setAccount({ status: "suspended" });
    await checkConnection(await fresh(), { mode: "live" });
    await standin.control.setAccount({ status: "active" });
    await standin.control.setPaused({ paused: true });
    await checkConnection(await fresh(), { mode: "live" });
    expect(await openCodes()).toEqual(["connection_dropship_disabled"]);
  });

  it("does not call a person for a failure that ends by itself, nor close what stands", async () => {
    const { fresh } = await connectedShop();
    await standin.control.setAccount({ status: "suspended" });
    await checkConnection(await fresh(), { mode: "live" });
    await standin.control.setAccount({ status: "active" });
    await standin.control.armFault({ kind: "error", when: "before", path: "/me", times: 3 });
    expect(await checkConnection(await fresh(), { mode: "live" })).toMatchObject({
      refusal: { code: "service_failing" },
    });
    expect(await openCodes()).toEqual(["connection_reseller_suspended"]);
  });

  it("sets our address again when someone emptied it, and leaves another system's alone", async () => {
    const { fresh } = await connectedShop();
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
    const { fresh } = await connectedShop();
    const { supplier } = await fresh();
    const ours = (await supplier?.getWebhooks())?.url ?? "";
    const before = ours.replace("https://karwan.example", "https://former.karwan.example");
    await supplier?.putWebhooks({ url: before, events: [] });
    expect(await checkConnection(await fresh(), { mode: "live" })).toEqual({ kind: "ok", mended: true });
    expect((await supplier?.getWebhooks())?.url).toBe(ours);
  });

  it("asks for all events again when someone narrowed them", async () => {
    const { fresh } = await connectedShop();
    const { supplier } = await fresh();
    const url = (await supplier?.getWebhooks())?.url ?? null;
    await supplier?.putWebhooks({ url, events: ["order.shipped"] });
    await checkConnection(await fresh(), { mode: "live" });
    expect((await supplier?.getWebhooks())?.events).toEqual([]);
  });

  it("is answered by a new key", async () => {
    const { fresh } = await connectedShop();
    await standin.control.revokeKey({ keyId: "lk_demo" });
    await checkConnection(await fresh(), { mode: "live" });
    expect(await openCodes()).toEqual(["connection_invalid_key"]);
    await standin.control.addKey({ id: "lk_new", secret: "new-secret", mode: "live" });
    await connectSupplier(await fresh(), connectInput({ keyId: "lk_new", secret: "new-secret" }));
    expect(await openCodes()).toEqual([]);
    expect(await getRow()).toMatchObject({ health: "ok", keyId: "lk_new" });
  });

  it("has nothing to check where nothing is connected", async () => {
    const ctx = await harness.contextOf((await harness.createShop()).id);
    expect(await checkConnection(ctx, { mode: "live" })).toEqual({ kind: "not_connected" });
  });
});

describe("sendTestEvent", () => {
  it("brings a sample to our address, signed with our secret", async () => {
    const { fresh } = await connectedShop();
    expect(await sendTestEvent(await fresh(), { mode: "live" })).toMatchObject({ kind: "asked" });
    await standin.control.tick();
    const [sample] = received;
    expect(sample?.path).toMatch(/^\/webhooks\/supplier\/[\w-]{43}$/);
    const rawBody = sample?.rawBody ?? Buffer.alloc(0);
    expect(
      hasValidSignature({ rawBody, signature: sample?.signature, secrets: [secretOf(await getRow())] }),
    ).toBe(true);
  });

  it("names why none comes", async () => {
    const { fresh } = await connectedShop();
    await standin.control.revokeKey({ keyId: "lk_demo" });
    expect(await sendTestEvent(await fresh(), { mode: "live" })).toMatchObject({
      refusal: { code: "invalid_key" },
    });
  });
});

const ROTATION = { mode: "live", by: "Ali" } as const;

/** The facts of a code, oldest first. */
const factsOf = (code: FactCode) =>
  database.prisma.timelineEntry.findMany({ where: { code }, orderBy: { id: "asc" } });
const ofConnection = async () => {
  const { id: thingId } = await getRow();
  return { thing: "connection", thingId, actor: "person" };
};

describe("connectSupplier", () => {
  it("leaves who connected a key and when, for the key that replaces it too", async () => {
    const before = new Date();
    const { fresh } = await connectedShop(connectInput({ by: "Ali" }));
    await standin.control.addKey({ id: "lk_new", secret: "new-secret", mode: "live" });
    await connectSupplier(await fresh(), connectInput({ keyId: "lk_new", secret: "new-secret", by: "Sana" }));
    const facts = await factsOf("connection_made");
    const fact = { ...(await ofConnection()), params: { mode: "live" } };
    expect(facts).toMatchObject([
      { ...fact, by: "Ali" },
      { ...fact, by: "Sana" },
    ]);
    for (const { at } of facts) expect(at.getTime()).toBeGreaterThanOrEqual(before.getTime());
  });

  it("leaves no such fact of a key that is refused", async () => {
    const { fresh } = await connectedShop();
    await connectSupplier(await fresh(), connectInput({ secret: "wrong", by: "Sana" }));
    expect((await factsOf("connection_made")).map(({ by }) => by)).not.toContain("Sana");
  });
});

describe("rotateWebhookSecret", () => {
  it("signs with the new secret and keeps the old one for what is under way", async () => {
    const { fresh } = await connectedShop();
    const old = secretOf(await getRow());
    expect(await rotateWebhookSecret(await fresh(), ROTATION)).toEqual({ kind: "rotated" });
    const row = await getRow();
    const previous = connectionPlace(row.id, "webhook_secret_previous_enc");
    expect(harness.crypto.openText(row.webhookSecretPreviousEnc ?? new Uint8Array(), previous)).toBe(old);
    expect(secretOf(row)).not.toBe(old);
    await sendTestEvent(await fresh(), { mode: "live" });
    await standin.control.tick();
    const { rawBody = Buffer.alloc(0), signature } = received[0] ?? {};
    expect(hasValidSignature({ rawBody, signature, secrets: [secretOf(row)] })).toBe(true);
  });

  it("finishes a rotation the service has not answered before it begins another", async () => {
    const { fresh } = await connectedShop();
    const old = secretOf(await getRow());
    await standin.control.armFault({
      kind: "error",
      when: "before",
      method: "PUT",
      path: "/webhooks",
      times: 3,
    });
    expect(await rotateWebhookSecret(await fresh(), ROTATION)).toMatchObject({ kind: "refused" });
    const halfway = await getRow();
    expect(await rotateWebhookSecret(await fresh(), ROTATION)).toEqual({ kind: "rotated" });
    const row = await getRow();
    expect(secretOf(row)).toBe(secretOf(halfway));
    expect(secretOf(row)).not.toBe(old);
  });

  it("is finished by the next check when the service never heard of it", async () => {
    const { fresh } = await connectedShop();
    await standin.control.armFault({
      kind: "cut",
      when: "before",
      method: "PUT",
      path: "/webhooks",
      times: 3,
    });
    await rotateWebhookSecret(await fresh(), ROTATION);
    expect(await checkConnection(await fresh(), { mode: "live" })).toEqual({ kind: "ok", mended: true });
    await sendTestEvent(await fresh(), { mode: "live" });
    await standin.control.tick();
    const { rawBody = Buffer.alloc(0), signature } = received[0] ?? {};
    expect(hasValidSignature({ rawBody, signature, secrets: [secretOf(await getRow())] })).toBe(true);
  });

  it("makes one new secret when two people press at once", async () => {
    const { fresh } = await connectedShop();
    const old = secretOf(await getRow());
    const pressed = [
      { ctx: await fresh(), by: "Ali" },
      { ctx: await fresh(), by: "Sana" },
    ];
    await Promise.all(pressed.map(({ ctx, by }) => rotateWebhookSecret(ctx, { mode: "live", by })));
    const row = await getRow();
    const previous = connectionPlace(row.id, "webhook_secret_previous_enc");
    expect(harness.crypto.openText(row.webhookSecretPreviousEnc ?? new Uint8Array(), previous)).toBe(old);
    expect(await factsOf("webhook_secret_replaced")).toHaveLength(1);
  });

  it("leaves who replaced it and when, once for each new secret", async () => {
    const { fresh } = await connectedShop();
    const before = new Date();
    await standin.control.armFault({
      ...{ kind: "error", when: "before", method: "PUT", path: "/webhooks", times: 3 },
    });
    expect(await rotateWebhookSecret(await fresh(), ROTATION)).toMatchObject({ kind: "refused" });
    await rotateWebhookSecret(await fresh(), { mode: "live", by: "Sana" });
    const facts = await factsOf("webhook_secret_replaced");
    expect(facts).toMatchObject([{ ...(await ofConnection()), by: "Ali", params: { mode: "live" } }]);
    expect(facts[0]?.at.getTime()).toBeGreaterThanOrEqual(before.getTime());
  });

  it("forgets the old secret after 48 hours, not before", async () => {
    const { fresh } = await connectedShop();
    await rotateWebhookSecret(await fresh(), ROTATION);
    harness.time.now = new Date("2026-11-23T11:59:00Z");
    await checkConnection(await fresh(), { mode: "live" });
    expect((await getRow()).webhookSecretPreviousEnc).not.toBeNull();
    harness.time.now = new Date("2026-11-23T12:01:00Z");
    await checkConnection(await fresh(), { mode: "live" });
    expect((await getRow()).webhookSecretPreviousEnc).toBeNull();
  });
});

describe("activateConnection", () => {
  it("puts one mode to use at a time and remembers since when", async () => {
    const { fresh } = await connectedShop(connectInput(testKey));
    await connectSupplier(await fresh(), connectInput());
    harness.time.now = new Date("2026-11-25T12:00:00Z");
    expect(await activateConnection(await fresh(), { mode: "live", by: "Ali" })).toEqual({
      kind: "activated",
    });
    expect(await activateConnection(await fresh(), { mode: "live", by: "Ali" })).toEqual({
      kind: "already_active",
    });
    const rows = await database.prisma.supplierConnection.findMany({ orderBy: { mode: "asc" } });
    expect(rows).toMatchObject([
      { mode: "live", active: true, activatedAt: harness.time.now },
      { mode: "test", active: false },
    ]);
    const ctx = await fresh();
    expect(ctx.connection?.mode).toBe("live");
    expect((await ctx.supplierIn("test")?.getMe())?.mode).toBe("test");
  });

  it("leaves who switched and when, once for each switch", async () => {
    const { fresh } = await connectedShop(connectInput(testKey));
    await connectSupplier(await fresh(), connectInput());
    const before = new Date();
    await activateConnection(await fresh(), { mode: "live", by: "Ali" });
    await activateConnection(await fresh(), { mode: "live", by: "Omar" });
    await activateConnection(await fresh(), { mode: "test", by: "Sana" });
    const facts = await factsOf("connection_activated");
    expect(facts).toMatchObject([
      { thing: "connection", actor: "person", by: "Ali", params: { mode: "live" } },
      { thing: "connection", actor: "person", by: "Sana", params: { mode: "test" } },
    ]);
    expect(new Set(facts.map(({ thingId }) => thingId)).size).toBe(2);
    for (const { at } of facts) expect(at.getTime()).toBeGreaterThanOrEqual(before.getTime());
  });

  it("does not switch to a mode that is not connected", async () => {
    const { fresh } = await connectedShop();
    expect(await activateConnection(await fresh(), { mode: "test", by: "Ali" })).toEqual({
      kind: "not_connected",
    });
    expect((await getRow()).active).toBe(true);
  });
});

describe("disconnectSupplier", () => {
  const leaving = { mode: "live", by: "Ali", openParcels: "wait", products: "stay" } as const;

  const emptying = (shopId: ShopId) =>
    database.prisma.work.count({ where: { shopId, kind: "inventory.zero" } });

  type Added = {
    readonly mode?: "live" | "test";
    readonly accountId?: AccountId;
    readonly externalOrderId?: string;
  };

  async function addHandoff(
    shopId: ShopId,
    state: HandoffState,
    status?: string,
    added: Added = {},
  ): Promise<void> {
    const { mode = "live", accountId = null, externalOrderId = "77-1" } = added;
    const order = await database.prisma.order.create({
      data: { shopId, orderGid: asId(`gid://shopify/Order/${Date.now()}`) },
    });
    const facts = {
      ...{ orderId: order.id, mode, accountId },
      sequence: 1,
      paymentMode: "COD" as const,
      collectsPkr: rupees(1800),
      shippingPkr: rupees(200),
    };
    const handoff = await database.prisma.handoff.create({
      data: {
        shopId,
        ...facts,
        state,
        externalOrderId: asId(externalOrderId),
        terms: {},
        customerEnc: new Uint8Array(),
      },
    });
    if (status === undefined) return;
    const parcel = {
      shopId,
      handoffId: handoff.id,
      mode,
      supplierOrderId: asId<SupplierOrderId>(`ord_${externalOrderId}`),
      status,
    };
    await database.prisma.parcel.create({ data: parcel });
  }

  it("revokes the keys, stops the webhooks and keeps the row for what was done under it", async () => {
    const { fresh } = await connectedShop();
    expect(await disconnectSupplier(await fresh(), leaving)).toEqual({ kind: "disconnected" });
    const ctx = await fresh();
    expect([ctx.connection, ctx.supplier, ctx.supplierIn("live")]).toEqual([null, null, null]);
    expect(await listConnections(ctx)).toEqual([]);
    expect(await getRow()).toMatchObject({ active: false, disconnectedAt: harness.time.now });
    expect(await disconnectSupplier(ctx, leaving)).toEqual({ kind: "not_connected" });
  });

  it("lists the parcels that would no longer update, and goes on when told to", async () => {
    const { shopId, fresh } = await connectedShop();
    await addHandoff(shopId, "placed", "SHIPPED");
    expect(await disconnectSupplier(await fresh(), leaving)).toMatchObject({
      kind: "parcels_open",
      parcels: [{ externalOrderId: "77-1", status: "SHIPPED" }],
    });
    const outcome = await disconnectSupplier(await fresh(), { ...leaving, openParcels: "stop_updating" });
    expect(outcome).toEqual({ kind: "disconnected" });
  });

  it("revokes both modes of the integration, whose parcels of either mode it lists before", async () => {
    const { shopId, fresh } = await connectedShop();
    await connectSupplier(await fresh(), connectInput(testKey));
    await addHandoff(shopId, "placed", "SHIPPED");
    const inTest = { ...leaving, mode: "test" } as const;
    expect(await disconnectSupplier(await fresh(), inTest)).toMatchObject({
      kind: "parcels_open",
      parcels: [{ externalOrderId: "77-1" }],
    });
    expect((await listConnections(await fresh())).map(({ mode }) => mode)).toEqual(["live", "test"]);
    const now = { ...inTest, openParcels: "stop_updating" } as const;
    expect(await disconnectSupplier(await fresh(), now)).toEqual({ kind: "disconnected" });
    const ctx = await fresh();
    expect([ctx.connection, ctx.supplierIn("live"), ctx.supplierIn("test")]).toEqual([null, null, null]);
    expect(await listConnections(ctx)).toEqual([]);
  });

  it("asks what becomes of the products on each card that ends the key in use", async () => {
    const { shopId, fresh } = await connectedShop();
    await connectSupplier(await fresh(), connectInput(testKey));
    expect(await listConnections(await fresh())).toMatchObject([
      { mode: "live", active: true, endsInUse: true },
      { mode: "test", active: false, endsInUse: true },
    ]);
    await database.prisma.supplierConnection.updateMany({
      where: { mode: "test" },
      data: { integrationId: "another" },
    });
    expect(await listConnections(await fresh())).toMatchObject([
      { mode: "live", endsInUse: true },
      { mode: "test", endsInUse: false },
    ]);
    await disconnectSupplier(await fresh(), { ...leaving, mode: "test", products: null });
    expect(await emptying(shopId)).toBe(0);
  });

  it("shows the products as sold out where the unused test key ends the live one and nobody was asked", async () => {
    const { shopId, fresh } = await connectedShop();
    await connectSupplier(await fresh(), connectInput(testKey));
    const unasked = { ...leaving, mode: "test", products: null } as const;
    expect(await disconnectSupplier(await fresh(), unasked)).toEqual({ kind: "disconnected" });
    expect((await fresh()).connection).toBeNull();
    expect(await emptying(shopId)).toBe(1);
  });

  it.each<{ what: string; added: Added }>([
    { what: "a test parcel, which nothing moves by itself", added: { mode: "test" } },
    { what: "a parcel of an account that was connected before", added: { accountId: asId("rsl_former") } },
  ])("does not wait for $what", async ({ added }) => {
    const { shopId, fresh } = await connectedShop();
    await connectSupplier(await fresh(), connectInput(testKey));
    await addHandoff(shopId, "placed", "SHIPPED", added);
    expect(await disconnectSupplier(await fresh(), leaving)).toEqual({ kind: "disconnected" });
  });

  it("ends once its own live parcels are over, whatever others stand open", async () => {
    const { shopId, fresh } = await connectedShop();
    await addHandoff(shopId, "placed", "SHIPPED", { accountId: asId(DEMO_ACCOUNT_ID) });
    const later = { ...leaving, openParcels: "when_over" } as const;
    expect(await disconnectSupplier(await fresh(), later)).toMatchObject({ kind: "leaving" });
    await database.prisma.parcel.updateMany({ where: { shopId }, data: { status: "DELIVERED" } });
    await addHandoff(shopId, "placed", "SHIPPED", { accountId: asId("rsl_former"), externalOrderId: "78-1" });
    expect(await finishLeaving(await fresh(), await getRow())).toBe(true);
  });

  it("is not kept by an order that was being placed under another account", async () => {
    const { shopId, fresh } = await connectedShop();
    await addHandoff(shopId, "sending", undefined, { accountId: asId("rsl_former") });
    expect(await disconnectSupplier(await fresh(), leaving)).toEqual({ kind: "disconnected" });
  });

  it("waits for the last parcel when told to: nothing new is sent, and then it ends by itself", async () => {
    const { shopId, fresh } = await connectedShop();
    await addHandoff(shopId, "placed", "SHIPPED");
    const later = { ...leaving, openParcels: "when_over" } as const;
    expect(await disconnectSupplier(await fresh(), later)).toMatchObject({
      kind: "leaving",
      parcels: [{ externalOrderId: "77-1" }],
    });
    const ctx = await fresh();
    expect(ctx.connection).toBeNull();
    expect(ctx.supplierIn("live")).not.toBeNull();
    expect(await listConnections(ctx)).toMatchObject([{ isLeaving: true, active: false }]);
    expect(await finishLeaving(ctx, await getRow())).toBe(false);
    await database.prisma.parcel.updateMany({ where: { shopId }, data: { status: "DELIVERED" } });
    expect(await finishLeaving(await fresh(), await getRow())).toBe(true);
    expect(await getRow()).toMatchObject({ disconnectedAt: harness.time.now, leavingSince: null });
  });

  it("does not end a key that was put to use again meanwhile", async () => {
    const { shopId, fresh } = await connectedShop();
    await addHandoff(shopId, "placed", "SHIPPED");
    await disconnectSupplier(await fresh(), { ...leaving, openParcels: "when_over" });
    expect(await activateConnection(await fresh(), { mode: "live", by: "Ali" })).toEqual({
      kind: "activated",
    });
    await database.prisma.parcel.updateMany({ where: { shopId }, data: { status: "DELIVERED" } });
    expect(await finishLeaving(await fresh(), await getRow())).toBe(false);
    expect((await getRow()).active).toBe(true);
  });

  it.each(["DELIVERED", "CANCELLED", "RETURNED"])("does not wait for a parcel that is %s", async (status) => {
    const { shopId, fresh } = await connectedShop();
    await addHandoff(shopId, "placed", status);
    expect(await disconnectSupplier(await fresh(), leaving)).toEqual({ kind: "disconnected" });
  });

  it("does not leave an order being placed without the key that settles it", async () => {
    const { shopId, fresh } = await connectedShop();
    await addHandoff(shopId, "sending");
    const outcome = await disconnectSupplier(await fresh(), { ...leaving, openParcels: "stop_updating" });
    expect(outcome).toEqual({ kind: "placing", handoffs: 1 });
    expect(await checkConnection(await fresh(), { mode: "live" })).toEqual({ kind: "ok" });
  });

  it("finishes after the answer to the first try was lost", async () => {
    const { fresh } = await connectedShop();
    await standin.control.armFault({
      kind: "cut",
      when: "after",
      method: "POST",
      path: "/integration/disconnect",
    });
    expect(await disconnectSupplier(await fresh(), leaving)).toEqual({ kind: "ending" });
    expect((await fresh()).connection).toBeNull();
    await finishByWork(fresh);
    expect(await endedBy()).toEqual(["Ali"]);
    expect(await disconnectSupplier(await fresh(), leaving)).toEqual({ kind: "not_connected" });
  });

  /** As the work does that was committed with the wish. */
  async function finishByWork(fresh: () => Promise<ShopContext>): Promise<void> {
    const works = await database.prisma.work.findMany({ where: { kind: "connection.endKeys" } });
    const [keysEnd] = works.flatMap(({ subject }) => parseSubject("connection.endKeys", subject) ?? []);
    if (!keysEnd) throw new Error("No work would bring it to its end");
    expect(await finishKeysEnd(await fresh(), keysEnd)).toEqual({ kind: "done" });
  }

  const endedBy = async () => {
    const rows = await database.prisma.timelineEntry.findMany({ where: { code: "connection_ended" } });
    return rows.map(({ by }) => by);
  };

  it.each(["D1", "D2"])(
    "is brought to its end in the presser's name when its process dies at %s",
    async (point) => {
      const { fresh } = await connectedShop();
      armFailpoints(`${point}:throw`);
      await expect(disconnectSupplier(await fresh(), leaving)).rejects.toMatchObject({ code: "failpoint" });
      armFailpoints(undefined);
      expect((await fresh()).connection).toBeNull();
      expect(await listConnections(await fresh())).toMatchObject([{ isLeaving: true }]);
      await finishByWork(fresh);
      expect(await listConnections(await fresh())).toEqual([]);
      expect(await endedBy()).toEqual(["Ali"]);
    },
  );

  it("is told once when two people press at once, in the name of one of them", async () => {
    const { fresh } = await connectedShop();
    await standin.control.armFault({
      ...{ kind: "delay", when: "after", ms: 300, method: "POST", path: "/integration/disconnect", times: 2 },
    });
    const outcomes = await Promise.all([
      disconnectSupplier(await fresh(), leaving),
      disconnectSupplier(await fresh(), { ...leaving, by: "Sana" }),
    ]);
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(["disconnected", "not_connected"]);
    expect(await endedBy()).toEqual([outcomes[0]?.kind === "disconnected" ? "Ali" : "Sana"]);
  });

  it("takes the wish back where the service refuses: neither work nor look ends the key later", async () => {
    const { fresh } = await connectedShop();
    await standin.control.setAccount({ status: "suspended" });
    expect(await disconnectSupplier(await fresh(), leaving)).toMatchObject({ kind: "refused" });
    await standin.control.setAccount({ status: "active" });
    expect(await getRow()).toMatchObject({ active: true, leavingSince: null, leavingBy: null });
    await finishByWork(fresh);
    expect((await fresh()).connection).toMatchObject({ active: true });
  });

  it("can be connected again, with new webhook secrets and a new date", async () => {
    const { fresh } = await connectedShop();
    const before = await getRow();
    await disconnectSupplier(await fresh(), leaving);
    await standin.control.reset();
    harness.time.now = new Date("2026-12-01T12:00:00Z");
    expect(await connectSupplier(await fresh(), connectInput())).toMatchObject({
      kind: "connected",
      active: true,
    });
    const after = await getRow();
    expect(after).toMatchObject({
      id: before.id,
      disconnectedAt: null,
      connectedAt: harness.time.now,
      activatedAt: harness.time.now,
    });
    expect(after.webhookTokenHash).not.toBe(before.webhookTokenHash);
  });
});
