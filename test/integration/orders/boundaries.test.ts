import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createShopContext } from "#app/domain/context/shop-context.server.ts";
import {
  requestOrderCancel,
  requestPlacement,
} from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { simulateParcel } from "#app/domain/orders/commands/parcels/simulate-parcel.server.ts";
import { payParcel } from "#app/domain/orders/commands/payment/pay-parcel.server.ts";
import { answerHold } from "#app/domain/orders/holds/answer-hold.server.ts";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import { reconcileOrder } from "#app/domain/orders/reconcile/reconcile-order.server.ts";
import type { ParcelId } from "#app/platform/ids.ts";
import { Lease } from "#app/platform/queue/lease.server.ts";
import type { ClaimedWork } from "#app/platform/queue/work.server.ts";
import { asId } from "#test/support/as-id.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop.close());

const cooker = () => ({ lines: [shop.line("cooker", 1600)] });

describe("the bounds of an order's work", () => {
  it("writes nothing once its lease is lost", async () => {
    const row = await shop.buy(cooker());
    const before = await shop.findOrder(row.orderGid);
    const facts = await shop.timeline(row);
    const work = await shop.app.db.work.findFirstOrThrow({
      where: { kind: "order.reconcile", subject: row.orderGid },
    });
    await shop.supplier.control.armFault({ kind: "webhook_lost", times: 10 });
    await shop.supplier.control.moveParcel({
      ...{ externalOrderId: row.handoffs[0]?.externalOrderId, status: "SHIPPED" },
    });
    const parcel = shop.parcels(row)[0];
    await shop.app.db.parcel.updateMany({ where: { id: parcel?.id }, data: { readAt: null } });
    const stranger: ClaimedWork = {
      ...{
        id: work.id,
        shopId: shop.shopId,
        kind: "order.reconcile" as const,
        subject: row.orderGid,
        lane: "orders",
      },
      ...{
        requestedGeneration: work.requestedGeneration,
        attempts: 0,
        hasFailed: false,
        unfinishedRuns: 1,
        requestedReports: 0n,
        needsRead: true,
        lease: new Lease(shop.app.db, { workId: work.id, token: randomUUID(), ms: 30_000 }),
        claimedAt: work.updatedAt,
      },
    };
    await expect(
      reconcileOrder(await shop.context(), stranger, { orderGid: row.orderGid }),
    ).rejects.toMatchObject({
      code: "lease_lost",
    });
    expect(shop.inShopify(row.orderGid).fulfillments).toEqual([]);
    expect(await shop.timeline(row)).toEqual(facts);
    const after = await shop.findOrder(row.orderGid);
    expect(after?.state).toBe(before?.state);
    await shop.supplier.control.clearFaults();
  });

  it("does not find another shop's orders and parcels", async () => {
    const row = await shop.buy(cooker());
    const domain = "other.myshopify.com";
    const lists = { grantedScopes: [], codGateways: [], seenGateways: [] };
    const other = await shop.app.db.shop.create({ data: { domain, name: "Other", ...lists } });
    const ctx = await createShopContext(shop.app, other.id);
    const [parcel] = shop.parcels(row);
    const parcelId = parcel?.id ?? "";
    const by = "Somebody";
    expect(await requestPlacement(ctx, { orderId: row.id, by })).toMatchObject({ ok: false });
    expect(await requestOrderCancel(ctx, { orderId: row.id, by })).toMatchObject({ ok: false });
    expect(await payParcel(ctx, { parcelId: asId(parcelId), by })).toMatchObject({ ok: false });
    expect(await simulateParcel(ctx, { parcelId: asId(parcelId), status: "SHIPPED", by })).toMatchObject({
      ok: false,
    });
    const answer = { kind: "how_paid", answer: "cod" } as const;
    expect(await answerHold(ctx, { orderId: row.id, answer, by })).toMatchObject({ ok: false });
    expect(await findOrderPage(ctx, row.id).catch(() => null)).toBeNull();
    expect(await shop.findOrder(row.orderGid)).toMatchObject({ decisions: [] });
  });

  it("keeps no customer's name, address or phone where it can be read", async () => {
    const address = {
      ...{ firstName: "Zarqanary", lastName: "Kanarienvogel", address1: "Canarystreet 77", city: "Lahore" },
      ...{ phone: "+923009876543", countryCode: "PK" },
    };
    const customer = { firstName: "Zarqanary", lastName: "Kanarienvogel", phone: "+923009876543" };
    const placed = await shop.buy({ ...cooker(), customer, shippingAddress: address });
    await shop.supplier.control.moveParcel({
      ...{ externalOrderId: placed.handoffs[0]?.externalOrderId, status: "DELIVERED" },
    });
    await shop.untilState(placed.orderGid, "delivered");
    const foreign = { ...address, phone: "+4930123456", city: "Zarqanabad" };
    await shop.buy({ ...cooker(), customer, shippingAddress: foreign }, "held");
    const canaries = /zarqanary|kanarienvogel|canarystreet|3009876543|30123456/i;
    const tables = await shop.app.db.$queryRaw<{ name: string }[]>`
      select quote_ident(table_name) as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE'`;
    expect(tables.length).toBeGreaterThan(10);
    for (const { name } of tables) {
      const rows = await shop.app.db.$queryRawUnsafe<{ text: string }[]>(
        `select to_jsonb(t)::text as text from ${name} t`,
      );
      const hits = rows.filter(({ text }) => canaries.test(text) || canaries.test(readHex(text)));
      expect({ name, hits: hits.length }).toEqual({ name, hits: 0 });
    }
  });
});

/** Bytes that were stored as they are would show here. */
function readHex(text: string): string {
  const bytes = [...text.matchAll(/\\\\x([0-9a-f]+)/g)].map(([, hex = ""]) => Buffer.from(hex, "hex"));
  return Buffer.concat(bytes).toString("latin1");
}

describe("a prepaid order whose wallet is short", () => {
  it("waits, and Pay is taken once however often it is pressed", async () => {
    const { wallets } = await shop.supplier.control.audit();
    const rest = wallets.find(({ mode }) => mode === "live")?.available ?? 0;
    await shop.supplier.control.withdraw({ amount: rest });
    const row = await shop.buy({ ...cooker(), payment: "paid" }, "awaiting_funds");
    expect(await shop.openCodes(row)).toEqual(["awaiting_funds"]);
    const press = { parcelId: asId<ParcelId>(shop.parcels(row)[0]?.id ?? ""), by: "Test" };
    expect(await payParcel(await shop.context(), press)).toMatchObject({ ok: false });
    await shop.supplier.control.topUp({ amount: rest + 5000 });
    const ctx = await shop.context();
    const pressed = await Promise.all([payParcel(ctx, press), payParcel(ctx, press), payParcel(ctx, press)]);
    expect(pressed.filter(({ ok }) => ok)).toHaveLength(1);
    const after = await shop.untilState(row.orderGid, "placed");
    expect(await shop.openCodes(after)).toEqual([]);
    const recorded = (await shop.timeline(after)).filter((code) => /^pay/.test(code));
    expect(recorded).toEqual(["pay_pressed", "payment_refused", "pay_pressed", "payment_made"]);
    expect(await shop.atService(after)).toMatchObject([{ status: "RECEIVED", walletPaid: 1200 }]);
  });
});

describe("the service's word against itself", () => {
  it("is settled by reading the parcel when an event contradicts what is final", async () => {
    const row = await shop.buy(cooker());
    const externalOrderId = row.handoffs[0]?.externalOrderId;
    await shop.supplier.control.moveParcel({ externalOrderId, status: "SHIPPED" });
    await shop.untilState(row.orderGid, "on_the_way");
    const [parcel] = shop.parcels(row);
    await shop.app.db.parcel.updateMany({ where: { id: parcel?.id }, data: { status: "CANCELLED" } });
    await shop.supplier.control.moveParcel({ externalOrderId, status: "DELIVERED" });
    const after = await shop.untilState(row.orderGid, "delivered");
    expect(shop.parcels(after)).toMatchObject([{ status: "DELIVERED" }]);
  });
});
