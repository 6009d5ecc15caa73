import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  requestOrderCancel,
  requestPlacement,
  retryPlacement,
} from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { findDecision, requestedAt } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop.close());

const cooker = () => ({ lines: [shop.line("cooker", 1600)] });

async function issueCommand(how: typeof requestPlacement, { id, orderGid }: OrderRow): Promise<OrderRow> {
  await how(await shop.context(), { orderId: id, by: "Test" });
  return shop.rested(orderGid);
}

/** The service cancels its parcel. */
async function cancelAtService(row: OrderRow): Promise<OrderRow> {
  const { externalOrderId } = row.handoffs[0] ?? {};
  await shop.supplier.control.moveParcel({ externalOrderId, status: "CANCELLED" });
  return shop.until(row.orderGid, ({ state }) => state === "held", "the units to come back");
}

describe("a press on Place", () => {
  it("that finds nothing open is served, and does not place units that come back later", async () => {
    const placed = await shop.buy(cooker());
    const pressed = await issueCommand(requestPlacement, placed);
    expect(pressed.state).toBe("placed");
    expect(requestedAt(pressed.decisions, "place")).toBeNull();
    const back = await cancelAtService(placed);
    await shop.wake(placed.orderGid);
    expect(await shop.rested(placed.orderGid)).toMatchObject({
      state: "held",
      holdCode: "cancelled_by_supplier",
    });
    expect(back.handoffs).toHaveLength(1);
    expect(await shop.atService(back)).toMatchObject([{ status: "CANCELLED" }]);
  });

  it("that was made twice places once, and nothing of it stands when units come back", async () => {
    await shop.settings({ autoCod: false });
    const waiting = await shop.buy(cooker(), "to_place");
    const ctx = await shop.context();
    await requestPlacement(ctx, { orderId: waiting.id, by: "Test" });
    await requestPlacement(ctx, { orderId: waiting.id, by: "Test" });
    const placed = await shop.untilState(waiting.orderGid, "placed");
    expect(placed).toMatchObject({ handoffs: [{ sequence: 1 }] });
    expect(requestedAt(placed.decisions, "place")).toBeNull();
    await shop.settings({ autoCod: true });
    expect((await cancelAtService(placed)).handoffs).toHaveLength(1);
  });
});

describe("a press on Cancel", () => {
  it("that two people make at once is the first one's: the second is told so, and the service is asked once", async () => {
    const placed = await shop.buy(cooker());
    const [ctx, other] = [await shop.context(), await shop.context()];
    const answers = await Promise.all([
      requestOrderCancel(ctx, { orderId: placed.id, by: "1" }),
      requestOrderCancel(other, { orderId: placed.id, by: "2" }),
    ]);
    const winner = answers[0]?.ok ? "1" : "2";
    expect(answers).toContainEqual({ ok: true });
    expect(answers).toContainEqual({ ok: false, reason: "It was cancelled before.", why: "not_waiting" });
    const cancelled = await shop.untilState(placed.orderGid, "cancelled");
    expect(findDecision(cancelled.decisions, "cancel")?.by).toBe(winner);
    const where = { thingId: placed.id, code: "cancel_pressed" } as const;
    expect(await shop.app.db.timelineEntry.findMany({ where })).toMatchObject([{ by: winner }]);
    const [parcel] = await shop.atService(cancelled);
    const posts = await shop.supplier.control.requests({ method: "POST" });
    expect(posts.filter(({ path }) => path === `/orders/${parcel?.id}/cancel`)).toHaveLength(1);
  });
});

describe("a press on Retry", () => {
  it("opens no pause", async () => {
    await shop.settings({ paused: true });
    const waiting = await shop.buy(cooker(), "waiting");
    expect(await issueCommand(retryPlacement, waiting)).toMatchObject({ state: "waiting", handoffs: [] });
    await shop.settings({ paused: false });
    await shop.untilState(waiting.orderGid, "placed");
  });

  it("places nothing that waits for Place", async () => {
    await shop.settings({ autoCod: false });
    const waiting = await shop.buy(cooker(), "to_place");
    expect(await issueCommand(retryPlacement, waiting)).toMatchObject({ state: "to_place", handoffs: [] });
    await shop.settings({ autoCod: true });
  });

  it("places nothing of an order that was cancelled, here or in Shopify", async () => {
    await shop.settings({ paused: true });
    const here = await shop.buy(cooker(), "waiting");
    const inShopify = await shop.buy(cooker(), "waiting");
    await issueCommand(requestOrderCancel, here);
    shop.shopify.control.cancelOrder({ orderId: inShopify.orderGid });
    await shop.untilState(inShopify.orderGid, "cancelled");
    await shop.settings({ paused: false });
    for (const row of [here, inShopify]) {
      expect(await issueCommand(retryPlacement, row)).toMatchObject({ state: "cancelled", handoffs: [] });
    }
  });

  it.each([
    ["a refusal that waits for a person", "customer_blocked"],
    ["the day's cap", "daily_cap_reached"],
  ] as const)("while an attempt is on its way tries once more when that ends in %s", async (_, code) => {
    const path = { method: "POST", path: "/orders" } as const;
    await shop.supplier.control.armFault({ kind: "delay", ms: 8000, ...path });
    await shop.supplier.control.armFault({ kind: "refused", code, ...path });
    const { gid } = await shop.place(cooker());
    const sending = await shop.soon("the order to be on its way", async () => {
      const row = await shop.findOrder(gid);
      const [attempt] = row?.handoffs[0]?.attempts ?? [];
      return attempt && attempt.sends > 0 && attempt.state === "sending" ? row : null;
    });
    await retryPlacement(await shop.context(), { orderId: sending.id, by: "Test" });
    await shop.supplier.control.clearFaults();
    const placed = await shop.untilState(gid, "placed");
    expect(placed.handoffs[0]?.attempts).toMatchObject([
      { state: "refused", errorCode: code },
      { state: "accepted" },
    ]);
  });

  it("does not place again what came back", async () => {
    const back = await cancelAtService(await shop.buy(cooker()));
    expect(await issueCommand(retryPlacement, back)).toMatchObject({
      holdCode: "cancelled_by_supplier",
      handoffs: [{ sequence: 1 }],
    });
  });
});
