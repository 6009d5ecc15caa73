import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { answerHold } from "#app/domain/orders/holds/answer-hold.server.ts";
import { readAppConfiguration } from "#test/support/app-configuration.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ products: ["cooker", "earbuds"] });
});
afterAll(() => shop.close());

const cooker = () => ({ lines: [shop.line("cooker", 1600)] });

async function ourId(gid: string): Promise<string> {
  const [first] = await shop.ours(gid);
  return first?.id ?? "";
}

describe("with the switches off", () => {
  it("an order waits for a press, and Place places it", async () => {
    await shop.settings({ autoCod: false });
    const row = await shop.buy(cooker(), "to_place");
    expect(await shop.ours(row.orderGid)).toMatchObject([{ requestStatus: "UNSUBMITTED" }]);
    await requestPlacement(await shop.context(), { orderId: row.id, by: "Test" });
    expect(await shop.untilState(row.orderGid, "placed")).toMatchObject({ handoffs: [{ sequence: 1 }] });
    await shop.settings({ autoCod: true });
  });

  it.each([true, false])(
    "the merchant's own request is honoured, and whether the customer hears: %s",
    async (notifyCustomer) => {
      await shop.settings({ autoCod: false });
      const row = await shop.buy(cooker(), "to_place");
      shop.shopify.control.requestFulfillment({ id: await ourId(row.orderGid), notifyCustomer });
      const placed = await shop.untilState(row.orderGid, "placed");
      await shop.supplier.control.moveParcel({
        ...{ externalOrderId: placed.handoffs[0]?.externalOrderId, status: "SHIPPED" },
      });
      await shop.untilState(row.orderGid, "on_the_way");
      const mails = shop.shopify.control.state().mails.filter(({ orderId }) => orderId === row.orderGid);
      expect(mails.length > 0).toBe(notifyCustomer);
      await shop.settings({ autoCod: true });
    },
  );

  it("switching on does not place what was there before", async () => {
    await shop.settings({ autoCod: false });
    const before = new Date(Date.now() - 60_000).toISOString();
    const row = await shop.buy({ ...cooker(), createdAt: before }, "to_place");
    await shop.settings({ autoCod: true });
    await shop.wake(row.orderGid);
    expect(await shop.rested(row.orderGid)).toMatchObject({ state: "to_place", handoffs: [] });
  });
});

describe("before an order may be placed", () => {
  it("a hold in Shopify is waited for", async () => {
    await shop.settings({ paused: true });
    const row = await shop.buy(cooker(), "waiting");
    const id = await ourId(row.orderGid);
    shop.shopify.control.hold({ id, notes: "Call first" });
    await shop.settings({ paused: false });
    await shop.wake(row.orderGid);
    expect(await shop.rested(row.orderGid)).toMatchObject({ state: "waiting", handoffs: [] });
    shop.shopify.control.releaseHold({ id });
    await shop.untilState(row.orderGid, "placed");
  });

  it("an order of Shopify's own tests is held under a live key", async () => {
    expect(await shop.buy({ ...cooker(), test: true }, "held")).toMatchObject({
      ...{ holdCode: "shopify_test_order", handoffs: [] },
    });
  });

  it("a customer whom Shopify withholds is asked for, and placed once the data is there", async () => {
    shop.shopify.control.setShop({ customerDataApproved: false });
    const row = await shop.buy(cooker(), "held");
    expect(row).toMatchObject({ holdCode: "customer_data_not_approved", handoffs: [] });
    shop.shopify.control.setShop({ customerDataApproved: true });
    await shop.wake(row.orderGid);
    expect(await shop.openCodes(await shop.untilState(row.orderGid, "placed"))).toEqual([]);
  });

  it("a way of paying nobody knows is asked once and remembered", async () => {
    const order = { ...cooker(), payment: "pending", gateway: "Sadapay transfer" } as const;
    const row = await shop.buy(order, "held");
    expect(row).toMatchObject({ holdCode: "how_paid", handoffs: [] });
    const answer = { kind: "how_paid", answer: "cod" } as const;
    expect(await answerHold(await shop.context(), { orderId: row.id, answer, by: "Test" })).toEqual({
      ok: true,
    });
    expect(await shop.untilState(row.orderGid, "placed")).toMatchObject({ route: "COD" });
    expect(await shop.buy(order)).toMatchObject({ route: "COD" });
  });

  it("an order shown as paid by cash on delivery goes out prepaid once somebody says the money has come", async () => {
    const order = { ...cooker(), payment: "paid", gateway: "Cash on Delivery (COD)" } as const;
    const row = await shop.buy(order, "held");
    expect(row).toMatchObject({ holdCode: "how_paid", handoffs: [] });
    const say = async (answer: "cod" | "bank_transfer" | "wait") =>
      answerHold(await shop.context(), { orderId: row.id, answer: { kind: "how_paid", answer }, by: "Test" });
    for (const answer of ["cod", "wait"] as const)
      expect(await say(answer)).toEqual({ ok: false, reason: expect.stringMatching(/cancel it in Shopify/) });
    expect(await say("bank_transfer")).toEqual({ ok: true });
    expect(await shop.untilState(row.orderGid, "placed")).toMatchObject({ route: "PREPAID" });
    expect(await shop.openCodes(await shop.untilState(row.orderGid, "placed"))).toEqual([]);
    // Of each such order it is asked anew: it takes money from the wallet.
    expect(await shop.buy(order, "held")).toMatchObject({ holdCode: "how_paid" });
  });

  it("a city nobody knows is asked once and goes as it was written", async () => {
    const order = { ...cooker(), shippingAddress: { city: "Chak Zarqan" } };
    const row = await shop.buy(order, "held");
    expect(row).toMatchObject({ holdCode: "city_unknown", handoffs: [] });
    const answer = { kind: "city_as_written" } as const;
    await answerHold(await shop.context(), { orderId: row.id, answer, by: "Test" });
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await shop.atService(placed)).toMatchObject([{ customer: { city: "Chak Zarqan" } }]);
    expect((await shop.buy(order)).holdCode).toBeNull();
  });

  it("goods that were moved to the merchant's own location are not ours any more", async () => {
    await shop.settings({ paused: true });
    const goods = shop.line("earbuds", 1600);
    const row = await shop.buy({ lines: [goods] }, "waiting");
    const { locationGid } = (await shop.context()).shop;
    const own = shop.shopify.control.state().locations.find(({ id }) => id !== locationGid);
    const locationId = own?.id ?? "";
    const variantId = goods.variantId ?? "";
    shop.shopify.control.setStock({ variantId, locationId, available: 5 });
    shop.shopify.control.moveFulfillmentOrder({ id: await ourId(row.orderGid), locationId });
    await shop.settings({ paused: false });
    await shop.wake(row.orderGid);
    expect(await shop.untilState(row.orderGid, "not_ours")).toMatchObject({ handoffs: [] });
  });

  it("an order whose routing was never told is found by its creation", async () => {
    const { control } = shop.shopify;
    control.faults({ clear: true });
    const { subscriptions } = await readAppConfiguration();
    const others = subscriptions.map(({ topic }) => topic).filter((topic) => topic !== "orders/create");
    control.faults({ webhooks: others.map((topic) => ({ kind: "lost", topic, times: 100 })) });
    await shop.buy(cooker());
    control.faults({ clear: true });
  });
});
