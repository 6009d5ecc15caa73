import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type FlowName, flowTriggers } from "#app/domain/flow/flow-names.ts";
import { saveFlowSwitches } from "#app/domain/flow/flow-switches.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { requestHold } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { expireFlowEvents } from "#app/domain/privacy/retention/expire-rows.server.ts";
import { numericPart } from "#app/platform/ids.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { type PlacingShop, startPlacingShop } from "../orders/placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop?.close());
afterEach(() => armFailpoints(undefined));

const named = { "Event id": expect.stringMatching(/^\d+$/) };
const cooker = () => ({ lines: [shop.line("cooker", 1600)] });
const numberOf = ({ orderGid }: OrderRow) => Number(numericPart(orderGid));
const runs = () => shop.shopify.control.state().flowRuns;
const runsOf = (row: OrderRow) =>
  runs()
    .filter(({ payload }) => payload.order_id === numberOf(row))
    .map(({ handle, payload }) => ({ handle, payload }));

async function turn(isOn: boolean, names: readonly FlowName[] = flowTriggers): Promise<void> {
  const changes = Object.fromEntries(names.map((name) => [name, isOn]));
  await saveFlowSwitches(await shop.context(), { changes, by: "1" });
}

/** Has waiting events sent, and waits until none does. */
async function allSent(): Promise<void> {
  await (await shop.context()).wake([{ kind: "flow.send", subject: "shop" }]);
  const where = { where: { shopId: shop.shopId } };
  await waitFor(async () => (await shop.app.db.flowEvent.count(where)) === 0, {
    what: "all events to be sent",
    everyMs: 50,
  });
}

async function move(row: OrderRow, status: "SHIPPED" | "DELIVERED" | "RETURNED"): Promise<OrderRow> {
  await shop.supplier.control.moveParcel({ externalOrderId: row.handoffs[0]?.externalOrderId, status });
  const has = (found: OrderRow) => shop.parcels(found).every((parcel) => parcel.status === status);
  return shop.until(row.orderGid, has, `its parcel to be ${status}`);
}

it("nothing is kept for Flow, and nothing sent, while every trigger is off", async () => {
  await move(await shop.buy(cooker()), "SHIPPED");
  expect(await shop.app.db.flowEvent.count()).toBe(0);
  expect(runs()).toEqual([]);
});

/** A parcel shipped, a cost that rose and a product that is gone, as their own runs write them; put back afterwards. */
async function writeOneOfEach(row: OrderRow): Promise<void> {
  const { db } = shop.app;
  const { shopId } = shop;
  const fact = { shopId, thing: "order", actor: "courier", code: "parcel_shipped" } as const;
  await db.timelineEntry.create({ data: { ...fact, thingId: row.id, params: { part: 1, of: 1 } } });
  const { mode, supplierVariantId } = await db.stockedComponent.findFirstOrThrow({ where: { shopId } });
  const costs = { fromPkr: rupees(900), toPkr: rupees(950) };
  const rise = await db.costChange.create({
    data: { shopId, mode, supplierVariantId, ...costs, at: new Date() },
  });
  await db.costChange.delete({ where: { id: rise.id } });
  for (const removedAt of [new Date(), null])
    await db.listing.updateMany({ where: { shopId }, data: { removedAt } });
}

it("what was switched on before the shop left keeps nothing for Flow", async () => {
  const { db } = shop.app;
  const row = await shop.buy(cooker());
  const where = { id: shop.shopId };
  await turn(true);
  const { installedAt } = await db.shop.findUniqueOrThrow({ where });
  await db.shop.update({ where, data: { installedAt: new Date(Date.now() + 1000) } });
  await writeOneOfEach(row);
  expect(await db.flowEvent.count()).toBe(0);
  expect(runs()).toEqual([]);
  await db.shop.update({ where, data: { installedAt } });
  await turn(false);
});

it("Flow receives the events of an order's life, each once, by Shopify's number and figures alone", async () => {
  await turn(true);
  const row = await shop.buy(cooker());
  await move(row, "SHIPPED");
  await move(row, "DELIVERED");
  await shop.supplier.control.clock.advance({ days: 20 });
  const isReleased = (found: OrderRow) =>
    shop.parcels(found).every(({ marginStatus }) => marginStatus === "RELEASED");
  await shop.until(row.orderGid, isReleased, "its margin to be released");
  await allSent();
  const reference = { order_id: numberOf(row), "Test order": false, ...named };
  expect(runsOf(row)).toEqual([
    { handle: "order-placed", payload: { ...reference, Parcels: 1 } },
    { handle: "parcel-shipped", payload: { ...reference, Part: 1, Parts: 1 } },
    { handle: "parcel-delivered", payload: { ...reference, Part: 1, Parts: 1 } },
    { handle: "margin-released", payload: { ...reference, Amount: 540 } },
  ]);
});

it("Flow receives the event of a refused parcel, of one that waits for funds, and of a hold with its code", async () => {
  const refused = await shop.buy(cooker());
  await move(refused, "SHIPPED");
  await move(refused, "RETURNED");
  const { wallets } = await shop.supplier.control.audit();
  const available = wallets.find(({ mode }) => mode === "live")?.available ?? 0;
  await shop.supplier.control.withdraw({ amount: available });
  const unpaid = await shop.buy({ ...cooker(), payment: "paid" }, "awaiting_funds");
  await shop.supplier.control.topUp({ amount: 1_000_000 });
  await shop.settings({ autoCod: false });
  const waiting = await shop.buy(cooker(), "to_place");
  await requestHold(await shop.context(), { orderId: waiting.id, by: "1" });
  await shop.untilState(waiting.orderGid, "held");
  await shop.settings({ autoCod: true });
  await allSent();
  expect(runsOf(refused).map(({ handle }) => handle)).toContain("parcel-refused");
  expect(runsOf(unpaid)).toContainEqual({
    handle: "order-awaiting-funds",
    payload: { order_id: numberOf(unpaid), Part: 1, Parts: 1, Amount: 1200, "Test order": false, ...named },
  });
  expect(runsOf(waiting)).toEqual([
    {
      handle: "order-held",
      payload: { order_id: numberOf(waiting), "Hold code": "held_by_person", "Test order": false, ...named },
    },
  ]);
});

it("Flow receives one event of a product whose costs rose, and of one that is gone", async () => {
  const listing = await shop.app.db.listing.findFirstOrThrow({ where: { shopId: shop.shopId } });
  const before = runs().length;
  await shop.supplier.control.setPrice({ variantId: "prd_cooker", wholesalePrice: 1100 });
  const isKept = async () => (await shop.app.db.costChange.count({ where: { toPkr: rupees(1100) } })) > 0;
  await waitFor(isKept, { what: "the cost to rise", everyMs: 50 });
  await allSent();
  await shop.supplier.control.setPrice({ variantId: "prd_cooker", wholesalePrice: 1000 });
  await waitFor(async () => (await shop.app.db.costChange.count({ where: { toPkr: rupees(1000) } })) > 0, {
    what: "the cost to fall",
    everyMs: 50,
  });
  await shop.supplier.control.removeProduct({ productId: listing.supplierProductId });
  await waitFor(async () => (await shop.app.db.listing.count({ where: { removedAt: { not: null } } })) > 0, {
    what: "the product to be gone",
    everyMs: 50,
  });
  await allSent();
  const reference = { product_id: Number(numericPart(listing.productGid ?? "")), ...named };
  expect(runs().slice(before)).toEqual([
    { handle: "cost-up", payload: { ...reference, "Cost before": 1000, "Cost now": 1100, Variants: 1 } },
    { handle: "product-removed", payload: reference },
  ]);
});

async function firstOrder(): Promise<OrderRow> {
  const { orderGid } = await shop.app.db.order.findFirstOrThrow({
    where: { shopId: shop.shopId },
    orderBy: { listedAt: "asc" },
  });
  const row = await shop.findOrder(orderGid);
  if (!row) throw new Error("The order is gone");
  return row;
}

/** A fact of an order, as its own run writes it; the goods of this shop are gone by now. */
async function shipped(): Promise<OrderRow> {
  const found = await firstOrder();
  const fact = { shopId: shop.shopId, thing: "order", actor: "courier", code: "parcel_shipped" } as const;
  await shop.app.db.timelineEntry.create({
    data: { ...fact, thingId: found.id, params: { part: 1, of: 1 } },
  });
  return firstOrder();
}

const countOf = (row: OrderRow) => runsOf(row).filter(({ handle }) => handle === "parcel-shipped").length;

it("what Shopify did not take for a while is sent later, once", async () => {
  const before = countOf(await firstOrder());
  await shipped();
  shop.shopify.control.faults({ requests: [{ kind: "status", status: 503, field: "FlowTriggerReceive" }] });
  const row = await shipped();
  await allSent();
  expect(countOf(row)).toBe(before + 2);
});

it("one that was under way when its run ended is sent again, and nothing is lost", async () => {
  await allSent();
  const before = countOf(await firstOrder());
  await shipped();
  armFailpoints("F1:throw");
  const row = await shipped();
  await allSent();
  // Both were sent; the first once more, as nobody wrote down that it was.
  expect(countOf(row)).toBe(before + 3);
  // Whoever hears of both knows by its id that they are one.
  const ids = runsOf(row)
    .slice(-3)
    .map(({ payload }) => payload["Event id"]);
  expect(new Set(ids).size).toBe(2);
  expect(ids[0]).toBe(ids[1]);
});

it("one that Shopify refuses is left, and its switch says so until the next", async () => {
  shop.shopify.control.faults({ requests: [{ kind: "refused", field: "flowTriggerReceive:run" }] });
  const row = await shipped();
  const before = countOf(row);
  await allSent();
  expect(countOf(row)).toBe(before);
  const where = { shopId_name: { shopId: shop.shopId, name: "shipped" as const } };
  expect(await shop.app.db.flowSwitch.findUnique({ where })).toMatchObject({
    failure: "refused_by_shopify",
  });
  await shipped();
  await allSent();
  expect(await shop.app.db.flowSwitch.findUnique({ where })).toMatchObject({ failure: null });
});

it("one that could not be sent for a day is left, and its switch says so", async () => {
  const { id, shopId } = await firstOrder();
  const before = runs().length;
  const createdAt = new Date(Date.now() - 25 * 60 * 60_000);
  const data = { shopId, trigger: "shipped" as const, thingId: id, at: createdAt, createdAt };
  await shop.app.db.flowEvent.create({ data });
  await allSent();
  expect(runs()).toHaveLength(before);
  const where = { shopId_name: { shopId, name: "shipped" as const } };
  expect(await shop.app.db.flowSwitch.findUnique({ where })).toMatchObject({ failure: "too_late" });
});

it("an event of another shop is not this shop's to send", async () => {
  const other = await shop.app.db.shop.create({ data: { domain: "other-flow.myshopify.com" } });
  const { id } = await firstOrder();
  const data = { shopId: other.id, trigger: "shipped" as const, thingId: id, at: new Date() };
  await shop.app.db.flowEvent.create({ data });
  const before = runs().length;
  await shipped();
  await allSent();
  expect(runs()).toHaveLength(before + 1);
  expect(await shop.app.db.flowEvent.deleteMany({ where: { shopId: other.id } })).toEqual({ count: 1 });
});

it("what happened before a trigger was switched on is not sent, and what waits when it is switched off is dropped", async () => {
  const found = await firstOrder();
  const fact = { shopId: shop.shopId, thing: "order", actor: "courier", code: "parcel_shipped" } as const;
  const old = { at: new Date("2026-01-01T00:00:00Z"), thingId: found.id, params: {} };
  await shop.app.db.timelineEntry.create({ data: { ...fact, ...old } });
  expect(await shop.app.db.flowEvent.count()).toBe(0);
  const before = runs().length;
  await shop.app.db.flowEvent.create({
    data: { shopId: shop.shopId, trigger: "delivered", thingId: found.id, at: new Date() },
  });
  await turn(false);
  expect(await shop.app.db.flowEvent.count()).toBe(0);
  expect(runs()).toHaveLength(before);
});

it("what a shop that left never sent goes after two days", async () => {
  const data = { shopId: shop.shopId, trigger: "placed" as const, thingId: "gone", at: new Date() };
  await shop.app.db.flowEvent.create({ data });
  await shop.app.db.flowEvent.create({ data: { ...data, createdAt: new Date(Date.now() - 3 * 86_400_000) } });
  await expireFlowEvents(await shop.context());
  expect(await shop.app.db.flowEvent.count()).toBe(1);
});
