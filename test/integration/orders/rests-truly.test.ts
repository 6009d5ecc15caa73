import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { requestPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import { wakeUnlinkedOrders } from "#app/domain/orders/reconcile/wake-waiting-orders.server.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop?.close());
afterEach(async () => {
  await shop.supplier.control.clearFaults();
  await shop.forgetLimits();
  await shop.app.db.supplierConnection.updateMany({ data: { capUntil: null } });
});

const cooker = () => ({ lines: [shop.line("cooker", 1600)] });
const hour = 3_600_000;

describe("an order that rests", () => {
  it("keeps asking its person, and is promised no turn, while the day is used up", async () => {
    const fault = { kind: "refused", code: "validation_error", message: "Too short" } as const;
    await shop.supplier.control.armFault({ ...fault, method: "POST", path: "/orders", times: 1 });
    const row = await shop.buy(cooker(), "held");
    const data = { capUntil: new Date(Date.now() + hour) };
    await shop.app.db.supplierConnection.updateMany({ data });
    await shop.wake(row.orderGid);
    const after = await shop.rested(row.orderGid);
    expect(after).toMatchObject({ state: "held", holdCode: "validation_error" });
    expect(await shop.openCodes(row)).toEqual(["validation_error"]);
  });

  it("is promised no day behind a used-up one where its own rows say the goods, deposit or wallet lack", async () => {
    const { db } = shop.app;
    const capUntil = new Date(Date.now() + hour);
    await db.supplierConnection.updateMany({ data: { capUntil } });
    const row = await shop.buy(cooker(), "waiting");
    const sentence = async () => {
      await shop.wake(row.orderGid);
      const page = await findOrderPage(await shop.context(), (await shop.rested(row.orderGid)).id);
      return page?.holds.map(({ sentence }) => sentence).join() ?? "";
    };
    expect(await sentence()).toMatch(/number 1 of 1 in the queue and should go out about/);
    await db.stockedComponent.updateMany({ data: { stock: 0, stockAt: new Date() } });
    expect(await sentence()).toMatch(/number 1 of 1 in the queue\. Its goods are out of stock as well/);
    await db.stockedComponent.updateMany({ data: { stock: 500, stockAt: new Date() } });
    await db.supplierConnection.updateMany({ data: { depositMissing: rupees(5000) } });
    expect(await sentence()).toMatch(/deposit is not complete either, so no day can be named/);
    await db.supplierConnection.updateMany({
      data: { depositMissing: rupees(0), walletAvailable: rupees(40) },
    });
    expect(await sentence()).toMatch(/wallet was too low for an order as well, so no day can be named/);
    expect(await shop.openCodes(row)).toEqual(["daily_cap_reached"]);
    await db.supplierConnection.updateMany({ data: { walletAvailable: null, capUntil: null } });
    await shop.wake(row.orderGid);
    await shop.untilState(row.orderGid, "placed");
  });

  it("is over once everything was refunded before it was sent", async () => {
    await shop.settings({ autoCod: false });
    const row = await shop.buy(cooker(), "to_place");
    const { control } = shop.shopify;
    const order = control.state({}).orders.find(({ id }) => id === row.orderGid);
    const lines = order?.lines.map(({ id, quantity }) => ({ lineId: id, quantity })) ?? [];
    control.refund({ orderId: row.orderGid, lines });
    await shop.untilState(row.orderGid, "cancelled");
    await shop.settings({ autoCod: true });
  });

  it("is looked at again once a product is linked, although it waits for its city first", async () => {
    const own = shop.shopify.control.addOwnProduct({ title: "Own Stock Lamp", price: 1500, quantity: 5 });
    const lines = [shop.line("cooker", 1600)];
    const row = await shop.buy({ lines, shippingAddress: { city: "Qasba Nowhere" } }, "held");
    const { shopId, id } = row;
    const issue = { shopId, code: "variant_not_linked", thing: "order", thingId: id } as const;
    await shop.app.db.attention.create({ data: { ...issue, params: { variantGid: own.variantId } } });
    await wakeUnlinkedOrders(await shop.context());
    // The look finds that nothing of it is unlinked.
    await shop.soon("its second question to be dealt with", async () => {
      const open = await shop.openCodes(row);
      return open.length === 1 && open[0] === "city_unknown";
    });
  });

  it("is worked on although the process died between the press and its notification", async () => {
    await shop.settings({ autoCod: false });
    const row = await shop.buy(cooker(), "to_place");
    const context = await shop.context();
    const dies = async () => {
      throw new Error("the process is gone");
    };
    await expect(requestPlacement({ ...context, wake: dies }, { orderId: row.id, by: "1" })).rejects.toThrow(
      /gone/,
    );
    await shop.untilState(row.orderGid, "placed");
    await shop.settings({ autoCod: true });
  });
});
