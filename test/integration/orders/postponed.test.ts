import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { requestOrderCancel } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { buildSupplierDelivery, send } from "#test/support/deliveries.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop.close());
afterEach(async () => {
  await shop.supplier.control.clearFaults();
  await shop.forgetLimits();
});

const cooker = () => ({ lines: [shop.line("cooker", 1600)] });
const usedUp = { kind: "daily_quota_exceeded", method: "GET", times: 100 } as const;

/** Signed as the service would, with the secret it was given. */
async function report(row: OrderRow, event: Record<string, unknown>, data: object): Promise<void> {
  const [connection] = await shop.app.db.supplierConnection.findMany({ where: { shopId: shop.shopId } });
  if (!connection) throw new Error("No connection");
  const open = (sealed: Uint8Array, column: string) =>
    shop.app.crypto.openText(sealed, { table: "supplier_connection", row: connection.id, column });
  const webhook = {
    token: open(connection.webhookTokenEnc, "webhook_token_enc"),
    secret: open(connection.webhookSecretEnc, "webhook_secret_enc"),
  };
  const [parcel] = shop.parcels(row);
  const { externalOrderId } = row.handoffs[0] ?? {};
  const order = { id: parcel?.supplierOrderId, externalOrderId, status: "SHIPPED", ...data };
  const url = shop.app.env.SHOPIFY_APP_URL;
  const { status } = await send(buildSupplierDelivery(url, webhook, { ...event, data: order }));
  expect(status).toBe(200);
}

describe("when the day's reads are used up", () => {
  it("a parcel that asks to be read waits, and the rest of its order is placed", async () => {
    const row = await shop.buy(cooker());
    await shop.app.db.parcel.updateMany({
      where: { handoffId: row.handoffs[0]?.id },
      data: { readAt: null },
    });
    await shop.supplier.control.armFault(usedUp);
    const { externalOrderId } = row.handoffs[0] ?? {};
    await shop.supplier.control.moveParcel({ externalOrderId, status: "SHIPPED" });
    await shop.untilState(row.orderGid, "on_the_way");
    expect(shop.inShopify(row.orderGid)).toMatchObject({ fulfillmentStatus: "FULFILLED" });
    expect(shop.parcels(await shop.rested(row.orderGid))).toMatchObject([{ readAt: null }]);
    const work = await shop.app.db.work.findFirstOrThrow({ where: { subject: row.orderGid } });
    expect(work.nextRunAt).toBeInstanceOf(Date);
  });

  it("a cancellation that only a read can judge waits, and the parcel's own events go on", async () => {
    const row = await shop.buy(cooker());
    const { externalOrderId } = row.handoffs[0] ?? {};
    await shop.supplier.control.armFault({ kind: "webhook_lost", times: 10 });
    await shop.supplier.control.moveParcel({ externalOrderId, status: "PROCESSING" });
    await shop.supplier.control.armFault(usedUp);
    await requestOrderCancel(await shop.context(), { orderId: row.id, by: "Test" });
    await shop.soon("the cancel to be tried", async () => {
      const { effects = [] } = (await shop.findOrder(row.orderGid)) ?? {};
      return effects.some(({ key }) => key.startsWith("cancel:"));
    });
    await report(row, { event: "order.shipped" }, { tracking: { number: "LE-1", courier: "Leopards" } });
    await shop.untilState(row.orderGid, "on_the_way");
    expect(shop.inShopify(row.orderGid).fulfillments).toHaveLength(1);
  });
});

it("an event that cannot be written is put aside alone, and what it told is read", async () => {
  const row = await shop.buy(cooker());
  const { externalOrderId } = row.handoffs[0] ?? {};
  await shop.supplier.control.armFault({ kind: "webhook_lost", times: 10 });
  await shop.supplier.control.moveParcel({ externalOrderId, status: "SHIPPED" });
  await report(row, {}, { id: "ord_\u0000" });
  const shipped = await shop.untilState(row.orderGid, "on_the_way");
  const aside = await shop.app.db.delivery.findMany({ where: { ignored: "unreadable" } });
  expect(aside).toMatchObject([{ subject: externalOrderId, foldedAt: expect.any(Date) }]);
  expect(await shop.openCodes(shipped)).toEqual([]);
});

it.each([
  ["a NUL in its words", { tracking: { number: "LE\u00001", courier: "Leo\u0000pards" } }],
  ["a year of six digits", { history: [{ status: "SHIPPED", at: "+275760-09-13T00:00:00Z", note: null }] }],
  ["an amount beyond all parcels", { codAmount: 3_000_000_000, rtoCharge: 9_007_199_254_740_991 }],
])("an event with %s is folded in without it", async (_what, data) => {
  const row = await shop.buy(cooker());
  await shop.supplier.control.armFault({ ...usedUp });
  await report(row, {}, data);
  const shipped = await shop.untilState(row.orderGid, "on_the_way");
  expect(shop.parcels(shipped)).toMatchObject([{ codPkr: shop.parcels(row)[0]?.codPkr }]);
});

it("a request that Shopify refuses to take holds the order instead of stopping its work", async () => {
  shop.shopify.control.faults({
    requests: [{ kind: "delay", field: "fulfillmentOrderSubmitFulfillmentRequest", delayMs: 12_000 }],
    webhooks: [{ kind: "lost", topic: "fulfillment_orders/fulfillment_request_submitted", times: 10 }],
  });
  const { gid } = await shop.place(cooker());
  const [ours] = await shop.soon("our request to be on its way", async () => {
    const row = await shop.findOrder(gid);
    const asked = row?.fulfillmentOrders.some(({ submittedByUsAt }) => submittedByUsAt !== null);
    return asked ? shop.ours(gid) : null;
  });
  shop.shopify.control.requestFulfillment({ id: ours?.id ?? "" });
  shop.shopify.control.faults({ release: true });
  const placed = await shop.untilState(gid, "placed");
  expect(await shop.openCodes(placed)).toEqual([]);
  expect(await shop.atService(placed)).toHaveLength(1);
  const recorded = await shop.app.db.attention.findMany({ where: { thingId: placed.id } });
  expect(recorded.map(({ code }) => code)).toEqual(["shopify_refused"]);
  const work = await shop.app.db.work.findFirst({ where: { subject: gid } });
  expect(work?.lastError).toBeNull();
});
