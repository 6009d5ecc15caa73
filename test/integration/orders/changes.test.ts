import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AttentionCode } from "#app/domain/messages/attention/attention-sentence.ts";
import {
  confirmCourierInformed,
  dismissChange,
  requestReplacement,
} from "#app/domain/orders/amendments/change-commands.server.ts";
import { requestedAt } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { findHoldWords } from "#test/support/find-hold-words.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ products: ["cooker", "earbuds", "speaker"] });
});
afterAll(async () => {
  armFailpoints("");
  await shop.close();
});

const cooker = (quantity = 1) => ({ lines: [shop.line("cooker", 1600, quantity)] });

function changeAddress({ orderGid }: OrderRow, address1 = "House 77, Street 9, Gulberg") {
  shop.shopify.control.editAddress({ orderId: orderGid, address: { address1 } });
}

function setQuantity({ orderGid }: OrderRow, quantity: number) {
  const [line] = shop.inShopify(orderGid).lines;
  shop.shopify.control.editOrder({ orderId: orderGid, set: [{ lineId: line?.id ?? "", quantity }] });
}

const untilHeld = (row: OrderRow, code: string) =>
  shop.until(row.orderGid, ({ holdCode }) => holdCode === code, code);

async function paramsOf({ id }: OrderRow, code: AttentionCode): Promise<Record<string, unknown>> {
  const where = { thingId: id, code, resolvedAt: null };
  return (await findHoldWords(shop.app, where)) ?? {};
}

async function commandInputOf(row: OrderRow, code: AttentionCode) {
  return { orderId: row.id, by: "Test", shown: String((await paramsOf(row, code)).shown) };
}

async function changed(row: OrderRow): Promise<OrderRow> {
  changeAddress(row);
  return untilHeld(row, "changed_after_placing");
}

describe("an order that changes before it is placed", () => {
  it("is sent with the address, phone and items it has then", async () => {
    await shop.settings({ paused: true });
    const waiting = await shop.buy(cooker(2), "waiting");
    const { orderGid: orderId } = waiting;
    shop.shopify.control.editAddress({
      ...{ orderId, address: { address1: "House 5, Block C", phone: "+923219876543" } },
    });
    const [line] = shop.inShopify(orderId).lines;
    shop.shopify.control.refund({ orderId, lines: [{ lineId: line?.id ?? "", quantity: 1 }] });
    await shop.settings({ paused: false });
    await shop.wake(orderId);
    const row = await shop.untilState(orderId, "placed");
    const customer = { address: expect.stringContaining("House 5, Block C"), phone: "+923219876543" };
    expect(await shop.atService(row)).toMatchObject([
      { codAmount: 1800, customer, items: [{ quantity: 1 }] },
    ]);
    expect(await shop.openCodes(row)).toEqual([]);
  });
});

describe("an order that changes after it was placed", () => {
  it("asks what to do, without a word of the customer's in the question", async () => {
    const row = await changed(await shop.buy(cooker()));
    expect(row.state).toBe("placed");
    const params = await paramsOf(row, "changed_after_placing");
    expect(params).toMatchObject({ fields: ["address"], items: [], replaceable: true });
    expect(JSON.stringify(params)).not.toContain("Gulberg");
    expect(await shop.atService(row)).toHaveLength(1);
  });

  it("is left as it is for just this difference, and asks again at another", async () => {
    const row = await changed(await shop.buy(cooker()));
    const press = await commandInputOf(row, "changed_after_placing");
    expect(await dismissChange(await shop.context(), press)).toEqual({ ok: true });
    const left = await shop.until(row.orderGid, ({ holdCode }) => holdCode === null, "the question to end");
    await shop.wake(row.orderGid);
    expect(await shop.openCodes(await shop.rested(left.orderGid))).toEqual([]);
    changeAddress(row, "House 1, another street");
    await untilHeld(row, "changed_after_placing");
    expect(await dismissChange(await shop.context(), press)).toMatchObject({ ok: false });
  });

  it("is replaced once, for whoever pressed first, when two people press", async () => {
    const row = await changed(await shop.buy(cooker()));
    const press = await commandInputOf(row, "changed_after_placing");
    const [parcel] = await shop.atService(row);
    await shop.supplier.control.armFault({
      ...{ kind: "delay", ms: 8000, method: "POST", path: `/orders/${parcel?.id}/cancel` },
    });
    expect(await requestReplacement(await shop.context(), { ...press, by: "1" })).toEqual({ ok: true });
    expect(await requestReplacement(await shop.context(), { ...press, by: "2" })).toMatchObject({
      ok: false,
    });
    await shop.supplier.control.clearFaults();
    const replaced = await shop.until(
      row.orderGid,
      ({ handoffs, decisions }) => handoffs.length === 2 && !requestedAt(decisions, "replace"),
      "the replacement",
    );
    expect(await requestReplacement(await shop.context(), { ...press, by: "2" })).toMatchObject({
      ok: false,
    });
    await shop.wake(row.orderGid);
    await shop.rested(row.orderGid);
    expect(await shop.atService(replaced)).toHaveLength(2);
    const where = { thingId: row.id, code: "replace_pressed" } as const;
    expect(await shop.app.db.timelineEntry.findMany({ where })).toMatchObject([{ by: "1" }]);
  });

  it("is cancelled first and then placed again, under the next revision", async () => {
    const row = await changed(await shop.buy(cooker()));
    await requestReplacement(await shop.context(), await commandInputOf(row, "changed_after_placing"));
    const after = await shop.until(row.orderGid, ({ handoffs }) => handoffs.length === 2, "the replacement");
    const [first, second] = after.handoffs.map(({ externalOrderId }) => externalOrderId);
    expect(second).toBe(`${first}-r2`);
    expect(after.state).toBe("placed");
    expect(requestedAt(after.decisions, "replace")).toBeNull();
    const parcels = await shop.atService(after);
    const live = parcels.filter(({ status }) => status !== "CANCELLED");
    expect(parcels).toHaveLength(2);
    const customer = { address: expect.stringContaining("Gulberg") };
    expect(live).toMatchObject([{ externalOrderId: second, customer }]);
    expect(await shop.openCodes(after)).toEqual([]);
    expect(await shop.ours(row.orderGid)).toMatchObject([{ status: "IN_PROGRESS" }]);
    await shop.supplier.control.moveParcel({ externalOrderId: second, status: "SHIPPED" });
    await shop.untilState(row.orderGid, "on_the_way");
    expect(shop.inShopify(row.orderGid).fulfillments).toHaveLength(1);
  });

  it("shows the units that were taken off, and collects what is due after placing again", async () => {
    const row = await shop.buy(cooker(3));
    setQuantity(row, 2);
    await untilHeld(row, "courier_will_collect_too_much");
    const params = await paramsOf(row, "changed_after_placing");
    expect(params).toMatchObject({ fields: [], items: [{ sent: 3, now: 2 }] });
    await requestReplacement(
      await shop.context(),
      await commandInputOf(row, "courier_will_collect_too_much"),
    );
    const after = await shop.until(row.orderGid, ({ handoffs }) => handoffs.length === 2, "the replacement");
    const live = (await shop.atService(after)).filter(({ status }) => status !== "CANCELLED");
    expect(live).toMatchObject([{ codAmount: 3400, items: [{ quantity: 2 }] }]);
    expect(await shop.openCodes(after)).toEqual([]);
  });

  it("is not placed again once the parcel turns out packed, and the merchant is told", async () => {
    const row = await changed(await shop.buy(cooker()));
    const { externalOrderId } = row.handoffs[0] ?? {};
    await shop.supplier.control.moveParcel({ externalOrderId, status: "PROCESSING" });
    await requestReplacement(await shop.context(), await commandInputOf(row, "changed_after_placing"));
    await shop.soon("the answer", async () => (await shop.timeline(row)).includes("replace_too_late"));
    const after = await shop.rested(row.orderGid);
    expect(after.handoffs).toHaveLength(1);
    expect(await shop.atService(after)).toMatchObject([{ status: "PROCESSING" }]);
    expect(await paramsOf(row, "changed_after_placing")).toMatchObject({ replaceable: false });
    const again = await requestReplacement(
      await shop.context(),
      await commandInputOf(row, "changed_after_placing"),
    );
    expect(again).toMatchObject({ ok: false });
  });

  it("waits with placing again until the service's answer is known", async () => {
    const row = await changed(await shop.buy(cooker()));
    const cancel = { method: "POST", path: "/orders/*/cancel" } as const;
    await shop.supplier.control.armFault({ kind: "cut", when: "after", ...cancel });
    await requestReplacement(await shop.context(), await commandInputOf(row, "changed_after_placing"));
    await shop.soon("the cut answer", async () => (await shop.supplier.control.listFaults()).length === 0);
    await shop.soon("the replacement", async () => {
      await shop.wake(row.orderGid);
      return (await shop.findOrder(row.orderGid))?.handoffs.length === 2;
    });
    const after = await shop.rested(row.orderGid);
    const statuses = (await shop.atService(after)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(["CANCELLED", "RECEIVED"]);
  });

  it.each(["C2", "C3", "P8", "S1", "H3", "H4", "H6", "H7"])(
    "is placed again once although the work broke off at %s",
    async (point) => {
      const row = await changed(await shop.buy(cooker()));
      const press = await commandInputOf(row, "changed_after_placing");
      armFailpoints(`${point}:throw`);
      await requestReplacement(await shop.context(), press);
      const after = await shop.soon("the replacement", async () => {
        await shop.wake(row.orderGid);
        const now = await shop.findOrder(row.orderGid);
        return now?.handoffs.at(-1)?.revision === 2 && now.state === "placed" ? now : null;
      });
      armFailpoints("");
      const statuses = (await shop.atService(after)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual(["CANCELLED", "RECEIVED"]);
      expect((await shop.rested(row.orderGid)).handoffs).toHaveLength(2);
    },
  );

  it("ends the alert of too much once the courier was told of just these sums", async () => {
    const row = await shop.buy(cooker(2));
    await shop.supplier.control.moveParcel({
      ...{ externalOrderId: row.handoffs[0]?.externalOrderId, status: "SHIPPED" },
    });
    await shop.untilState(row.orderGid, "on_the_way");
    shop.shopify.control.payOrder({ orderId: row.orderGid, amount: 1000, gateway: "bank" });
    await untilHeld(row, "courier_will_collect_too_much");
    const press = await commandInputOf(row, "courier_will_collect_too_much");
    expect(await paramsOf(row, "courier_will_collect_too_much")).toMatchObject({ replaceable: false });
    await confirmCourierInformed(await shop.context(), press);
    await shop.until(row.orderGid, ({ holdCode }) => holdCode === null, "the alert to end");
    shop.shopify.control.payOrder({ orderId: row.orderGid, amount: 500, gateway: "bank" });
    await untilHeld(row, "courier_will_collect_too_much");
    expect(await confirmCourierInformed(await shop.context(), press)).toMatchObject({ ok: false });
  });
});
