import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { activateConnection } from "#app/domain/connection/activate-connection.server.ts";
import { checkConnection } from "#app/domain/connection/check-connection.server.ts";
import {
  disconnectSupplier,
  finishKeysEnd,
  finishLeaving,
} from "#app/domain/connection/disconnect-supplier.server.ts";
import { listConnections } from "#app/domain/connection/list-connections.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import type { HandoffState } from "#app/domain/orders/placement/handoff-state.ts";
import type { AccountId, ShopId, SupplierOrderId } from "#app/platform/ids.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { parseSubject } from "#app/platform/queue/work-kinds.ts";
import { DEMO_ACCOUNT_ID } from "#test/standins/supplier/defaults.ts";
import { asId } from "#test/support/as-id.ts";
import { connectSupplier } from "#test/support/connect-supplier.ts";
import { connectInput, testKey } from "./connect-input.ts";
import { type ConnectionHarness, startConnectionHarness } from "./connection-harness.ts";

let harness: ConnectionHarness;

beforeAll(async () => {
  harness = await startConnectionHarness({ hosts: { "karwan.example": "http://127.0.0.1:9" } });
});
beforeEach(() => harness.reset());
afterAll(() => harness.stop());

describe("disconnectSupplier", () => {
  const leaving = { mode: "live", by: "Ali", openParcels: "wait", products: "stay" } as const;

  const emptying = (shopId: ShopId) => harness.db.work.count({ where: { shopId, kind: "inventory.zero" } });

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
    const order = await harness.db.order.create({
      data: { shopId, orderGid: asId(`gid://shopify/Order/${Date.now()}`) },
    });
    const facts = {
      ...{ orderId: order.id, mode, accountId },
      sequence: 1,
      paymentMode: "COD" as const,
      collectsPkr: rupees(1800),
      shippingPkr: rupees(200),
    };
    const handoff = await harness.db.handoff.create({
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
    await harness.db.parcel.create({ data: parcel });
  }

  it("revokes the keys, stops the webhooks and keeps the row for what was done under it", async () => {
    const { fresh } = await harness.connectedShop();
    expect(await disconnectSupplier(await fresh(), leaving)).toEqual({ kind: "disconnected" });
    const ctx = await fresh();
    expect([ctx.connection, ctx.supplier, ctx.supplierIn("live")]).toEqual([null, null, null]);
    expect(await listConnections(ctx)).toEqual([]);
    expect(await harness.getRow()).toMatchObject({ active: false, disconnectedAt: harness.time.now });
    expect(await disconnectSupplier(ctx, leaving)).toEqual({ kind: "not_connected" });
  });

  it("lists the parcels that would no longer update, and goes on when told to", async () => {
    const { shopId, fresh } = await harness.connectedShop();
    await addHandoff(shopId, "placed", "SHIPPED");
    expect(await disconnectSupplier(await fresh(), leaving)).toMatchObject({
      kind: "parcels_open",
      parcels: [{ externalOrderId: "77-1", status: "SHIPPED" }],
    });
    const outcome = await disconnectSupplier(await fresh(), { ...leaving, openParcels: "stop_updating" });
    expect(outcome).toEqual({ kind: "disconnected" });
  });

  it("revokes both modes of the integration, whose parcels of either mode it lists before", async () => {
    const { shopId, fresh } = await harness.connectedShop();
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
    const { shopId, fresh } = await harness.connectedShop();
    await connectSupplier(await fresh(), connectInput(testKey));
    expect(await listConnections(await fresh())).toMatchObject([
      { mode: "live", active: true, endsInUse: true },
      { mode: "test", active: false, endsInUse: true },
    ]);
    await harness.db.supplierConnection.updateMany({
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
    const { shopId, fresh } = await harness.connectedShop();
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
    const { shopId, fresh } = await harness.connectedShop();
    await connectSupplier(await fresh(), connectInput(testKey));
    await addHandoff(shopId, "placed", "SHIPPED", added);
    expect(await disconnectSupplier(await fresh(), leaving)).toEqual({ kind: "disconnected" });
  });

  it("ends once its own live parcels are over, whatever others stand open", async () => {
    const { shopId, fresh } = await harness.connectedShop();
    await addHandoff(shopId, "placed", "SHIPPED", { accountId: asId(DEMO_ACCOUNT_ID) });
    const later = { ...leaving, openParcels: "when_over" } as const;
    expect(await disconnectSupplier(await fresh(), later)).toMatchObject({ kind: "leaving" });
    await harness.db.parcel.updateMany({ where: { shopId }, data: { status: "DELIVERED" } });
    await addHandoff(shopId, "placed", "SHIPPED", { accountId: asId("rsl_former"), externalOrderId: "78-1" });
    expect(await finishLeaving(await fresh(), await harness.getRow())).toBe(true);
  });

  it("is not kept by an order that was being placed under another account", async () => {
    const { shopId, fresh } = await harness.connectedShop();
    await addHandoff(shopId, "sending", undefined, { accountId: asId("rsl_former") });
    expect(await disconnectSupplier(await fresh(), leaving)).toEqual({ kind: "disconnected" });
  });

  it("waits for the last parcel when told to: nothing new is sent, and then it ends by itself", async () => {
    const { shopId, fresh } = await harness.connectedShop();
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
    expect(await finishLeaving(ctx, await harness.getRow())).toBe(false);
    await harness.db.parcel.updateMany({ where: { shopId }, data: { status: "DELIVERED" } });
    expect(await finishLeaving(await fresh(), await harness.getRow())).toBe(true);
    expect(await harness.getRow()).toMatchObject({ disconnectedAt: harness.time.now, leavingSince: null });
  });

  it("does not end a key that was put to use again meanwhile", async () => {
    const { shopId, fresh } = await harness.connectedShop();
    await addHandoff(shopId, "placed", "SHIPPED");
    await disconnectSupplier(await fresh(), { ...leaving, openParcels: "when_over" });
    expect(await activateConnection(await fresh(), { mode: "live", by: "Ali" })).toEqual({
      kind: "activated",
    });
    await harness.db.parcel.updateMany({ where: { shopId }, data: { status: "DELIVERED" } });
    expect(await finishLeaving(await fresh(), await harness.getRow())).toBe(false);
    expect((await harness.getRow()).active).toBe(true);
  });

  it.each(["DELIVERED", "CANCELLED", "RETURNED"])("does not wait for a parcel that is %s", async (status) => {
    const { shopId, fresh } = await harness.connectedShop();
    await addHandoff(shopId, "placed", status);
    expect(await disconnectSupplier(await fresh(), leaving)).toEqual({ kind: "disconnected" });
  });

  it("does not leave an order being placed without the key that settles it", async () => {
    const { shopId, fresh } = await harness.connectedShop();
    await addHandoff(shopId, "sending");
    const outcome = await disconnectSupplier(await fresh(), { ...leaving, openParcels: "stop_updating" });
    expect(outcome).toEqual({ kind: "placing", handoffs: 1 });
    expect(await checkConnection(await fresh(), { mode: "live" })).toEqual({ kind: "ok" });
  });

  it("finishes after the answer to the first try was lost", async () => {
    const { fresh } = await harness.connectedShop();
    await harness.standin.control.armFault({
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

  /** As the work does that was committed with the request. */
  async function finishByWork(fresh: () => Promise<ShopContext>): Promise<void> {
    const works = await harness.db.work.findMany({ where: { kind: "connection.endKeys" } });
    const [keysEnd] = works.flatMap(({ subject }) => parseSubject("connection.endKeys", subject) ?? []);
    if (!keysEnd) throw new Error("No work would bring it to its end");
    expect(await finishKeysEnd(await fresh(), keysEnd)).toEqual({ kind: "done" });
  }

  const endedBy = async () => {
    const rows = await harness.db.timelineEntry.findMany({ where: { code: "connection_ended" } });
    return rows.map(({ by }) => by);
  };

  it.each(["D1", "D2"])(
    "is brought to its end in the presser's name when its process dies at %s",
    async (point) => {
      const { fresh } = await harness.connectedShop();
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
    const { fresh } = await harness.connectedShop();
    await harness.standin.control.armFault({
      ...{ kind: "delay", when: "after", ms: 300, method: "POST", path: "/integration/disconnect", times: 2 },
    });
    const outcomes = await Promise.all([
      disconnectSupplier(await fresh(), leaving),
      disconnectSupplier(await fresh(), { ...leaving, by: "Sana" }),
    ]);
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(["disconnected", "not_connected"]);
    expect(await endedBy()).toEqual([outcomes[0]?.kind === "disconnected" ? "Ali" : "Sana"]);
  });

  it("takes the request back where the service refuses: neither work nor look ends the key later", async () => {
    const { fresh } = await harness.connectedShop();
    await harness.standin.control.setAccount({ status: "suspended" });
    expect(await disconnectSupplier(await fresh(), leaving)).toMatchObject({ kind: "refused" });
    await harness.standin.control.setAccount({ status: "active" });
    expect(await harness.getRow()).toMatchObject({ active: true, leavingSince: null, leavingBy: null });
    await finishByWork(fresh);
    expect((await fresh()).connection).toMatchObject({ active: true });
  });

  it("can be connected again, with new webhook secrets and a new date", async () => {
    const { fresh } = await harness.connectedShop();
    const before = await harness.getRow();
    await disconnectSupplier(await fresh(), leaving);
    await harness.standin.control.reset();
    harness.time.now = new Date("2026-12-01T12:00:00Z");
    expect(await connectSupplier(await fresh(), connectInput())).toMatchObject({
      kind: "connected",
      active: true,
    });
    const after = await harness.getRow();
    expect(after).toMatchObject({
      id: before.id,
      disconnectedAt: null,
      connectedAt: harness.time.now,
      activatedAt: harness.time.now,
    });
    expect(after.webhookTokenHash).not.toBe(before.webhookTokenHash);
  });
});
