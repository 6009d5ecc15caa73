import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { listAttention } from "#app/domain/home/issues-on-home.server.ts";
import { retryPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { listOrders } from "#app/domain/orders/list/list-orders.server.ts";
import { noFilter } from "#app/domain/orders/list/orders-filter.ts";
import type { OrdersView } from "#app/domain/orders/list/orders-tab.ts";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop.close());
afterEach(async () => {
  await shop.supplier.control.clearFaults();
  await shop.forgetLimits();
  const queued = await shop.app.db.order.findMany({ where: { holdCode: "daily_cap_reached" } });
  for (const { id, orderGid } of queued) {
    await retryPlacement(await shop.context(), { orderId: id, by: "Test" });
    await shop.untilState(orderGid, "placed");
  }
});

const cooker = () => ({ lines: [shop.line("cooker", 1600)] });
const unknownCity = (name: string) => ({ ...cooker(), shippingAddress: { city: name } });
const usedUp = () =>
  shop.supplier.control.armFault({
    ...{ kind: "refused", code: "daily_cap_reached", method: "POST", path: "/orders", times: 1000 },
  });

const view = async (name: OrdersView) =>
  listOrders(await shop.context(), { view: name, filter: noFilter, search: "", sort: "newest", after: null });

describe("what needs the merchant", () => {
  it("is one row an order, with customer and sum, counted alike on Home and in the list", async () => {
    const customer = { firstName: "Zulekha", lastName: "Example" };
    const held = await shop.buy({ ...unknownCity("Qasba One"), customer }, "held");
    const home = await listAttention(await shop.context());
    const rows = home.issues.filter(({ thingId }) => thingId === held.id);
    expect((await findOrderPage(await shop.context(), held.id))?.holds).toMatchObject([{ asksPerson: true }]);
    expect(rows).toMatchObject([
      { code: "city_unknown", order: { customer: "Zulekha", totalPkr: 1800, more: 0 } },
    ]);
    const list = await view("needs_you");
    expect(home.total).toBe(list.counts.needs_you);
    expect(home.counts).toEqual(list.counts);
    shop.shopify.control.cancelOrder({ orderId: held.orderGid });
    await shop.untilState(held.orderGid, "cancelled");
  });

  it("is no order that goes by itself: that waits, and says for what", async () => {
    await usedUp();
    const waiting = await shop.buy(cooker(), "waiting");
    expect(waiting).toMatchObject({ holdCode: "daily_cap_reached", hasOpenIssue: false });
    expect((await listAttention(await shop.context())).issues).toEqual([]);
    const page = await findOrderPage(await shop.context(), waiting.id);
    expect(page?.holds.map(({ code, asksPerson }) => [code, asksPerson])).toEqual([
      ["daily_cap_reached", false],
    ]);
    const [row] = (await view("waiting")).rows;
    expect(row).toMatchObject({
      id: waiting.id,
      hasOpenIssue: false,
      reason: expect.stringMatching(/number 1 of 1/),
    });
  });

  it("is worn in every list by an order that is placed", async () => {
    const placed = await shop.buy(cooker());
    shop.shopify.control.editAddress({
      orderId: placed.orderGid,
      address: { address1: "House 99, Newer 3" },
    });
    const changed = await shop.until(
      placed.orderGid,
      ({ hasOpenIssue }) => hasOpenIssue,
      "the change to be seen",
    );
    expect((await view("preparing")).rows.find(({ id }) => id === changed.id)).toMatchObject({
      ...{ state: "placed", hasOpenIssue: true },
    });
    expect((await view("on_the_way")).rows).toEqual([]);
  });
});

describe("a used-up day", () => {
  it("is tried once by Try again now, and the order goes out where the supplier takes it", async () => {
    await usedUp();
    const waiting = await shop.buy(cooker(), "waiting");
    await shop.supplier.control.clearFaults();
    await retryPlacement(await shop.context(), { orderId: waiting.id, by: "Test" });
    await shop.untilState(waiting.orderGid, "placed");
  });

  it("promises no turn to an order that could not go", async () => {
    await usedUp();
    await shop.buy(cooker(), "waiting");
    expect(await shop.buy(unknownCity("Qasba Two"), "held")).toMatchObject({ holdCode: "city_unknown" });
  });
});

it("an order the merchant fulfilled himself is done", async () => {
  await shop.settings({ autoCod: false });
  const row = await shop.buy(cooker(), "to_place");
  const [ours] = await shop.ours(row.orderGid);
  shop.shopify.control.fulfill({ id: ours?.id ?? "" });
  const done = await shop.untilState(row.orderGid, "finished_in_shopify");
  expect((await view("done")).rows.map(({ id }) => id)).toContain(done.id);
  await shop.settings({ autoCod: true });
});

it("a landline and a short address are told where the customer can be corrected", async () => {
  await shop.settings({ autoCod: false });
  const phone = "042-35761999";
  const customer = { firstName: "Ayesha", lastName: "Example", phone };
  const shippingAddress = { phone, address1: "House 7", address2: null };
  const row = await shop.buy({ ...cooker(), customer, shippingAddress }, "to_place");
  const page = await findOrderPage(await shop.context(), row.id);
  expect(page?.fixes.customer?.warnings).toEqual([
    expect.stringContaining("landline"),
    expect.stringContaining("very short"),
  ]);
  await shop.settings({ autoCod: true });
});

it("a suspended account is the first thing on Home", async () => {
  await shop.buy(unknownCity("Qasba Three"), "held");
  await shop.supplier.control.setAccount({ status: "suspended", statusReason: "Documents missing" });
  await shop.buy(cooker(), "held");
  const [first] = (await listAttention(await shop.context())).issues;
  expect(first).toMatchObject({
    thing: "connection",
    sentence: expect.stringContaining("Documents missing"),
  });
  await shop.supplier.control.setAccount({ status: "active" });
  await shop.connect(DEMO_LIVE_KEY);
});
