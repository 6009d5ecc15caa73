import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type FlowName, flowTriggers } from "#app/domain/flow/flow-names.ts";
import { saveFlowSwitches } from "#app/domain/flow/flow-switches.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { requestHold } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { expireFlowEvents } from "#app/domain/privacy/retention/expire-rows.server.ts";
import { numericPart, type SupplierProductId, type SupplierVariantId } from "#app/platform/ids.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { asId } from "#test/support/as-id.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { type PlacingShop, startPlacingShop } from "../orders/placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ products: ["cooker", "lantern"] });
});
beforeEach(async () => {
  armFailpoints(undefined);
  await shop.app.db.flowSwitch.deleteMany();
  await shop.app.db.flowEvent.deleteMany();
  await shop.settings({ autoCod: true });
  await shop.supplier.control.topUp({ amount: 1_000_000 });
});
afterAll(() => shop?.close());

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

/** Switches on, and waits until the run this wakes is over: what comes up later waits for the next one. */
async function turnOn(names?: readonly FlowName[]): Promise<void> {
  await turn(true, names);
  const work = { shopId: shop.shopId, kind: "flow.send", leaseToken: null };
  const isOver = () => shop.app.db.work.count({ where: { ...work, nextRunAt: { gt: new Date() } } });
  await waitFor(async () => (await isOver()) > 0, { what: "the run to be over", everyMs: 50 });
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
  const before = runs().length;
  await move(await shop.buy(cooker()), "SHIPPED");
  expect(await shop.app.db.flowEvent.count()).toBe(0);
  expect(runs()).toHaveLength(before);
});

/** A fact of an order, as its own run writes it. */
async function shipped({ id }: OrderRow): Promise<void> {
  const fact = { shopId: shop.shopId, thing: "order", actor: "courier", code: "parcel_shipped" } as const;
  await shop.app.db.timelineEntry.create({ data: { ...fact, thingId: id, params: { part: 1, of: 1 } } });
}

/** A parcel shipped, a cost that rose and a product that is gone, as their own runs write them; put back afterwards. */
async function writeOneOfEach(row: OrderRow): Promise<void> {
  const { db } = shop.app;
  const { shopId } = shop;
  await shipped(row);
  const supplierVariantId = asId<SupplierVariantId>("prd_cooker");
  const { mode } = await db.stockedComponent.findFirstOrThrow({ where: { shopId, supplierVariantId } });
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
  const before = runs().length;
  await turn(true);
  const { installedAt } = await db.shop.findUniqueOrThrow({ where });
  await db.shop.update({ where, data: { installedAt: new Date(Date.now() + 1000) } });
  await writeOneOfEach(row);
  expect(await db.flowEvent.count()).toBe(0);
  expect(runs()).toHaveLength(before);
  await db.shop.update({ where, data: { installedAt } });
});

it("Flow receives the events of an order's life, each once, by Shopify's number and figures alone", async () => {
  await turnOn();
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
  await turnOn();
  const refused = await shop.buy(cooker());
  await move(refused, "SHIPPED");
  await move(refused, "RETURNED");
  const { wallets } = await shop.supplier.control.audit();
  const available = wallets.find(({ mode }) => mode === "live")?.available ?? 0;
  await shop.supplier.control.withdraw({ amount: available });
  const unpaid = await shop.buy({ ...cooker(), payment: "paid" }, "awaiting_funds");
  await shop.settings({ autoCod: false });
  const waiting = await shop.buy(cooker(), "to_place");
  await requestHold(await shop.context(), { orderId: waiting.id, by: "1" });
  await shop.untilState(waiting.orderGid, "held");
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
  await turnOn();
  const lantern = asId<SupplierVariantId>("prd_lantern");
  const { id, productGid } = await shop.app.db.listing.findFirstOrThrow({
    where: { shopId: shop.shopId, supplierProductId: asId<SupplierProductId>("prd_lantern") },
  });
  await shop.supplier.control.setPrice({ variantId: "prd_lantern", wholesalePrice: 1100 });
  const costOf = (toPkr: number) =>
    shop.app.db.costChange.findFirst({ where: { supplierVariantId: lantern, toPkr: rupees(toPkr) } });
  await waitFor(() => costOf(1100), { what: "the cost to rise", everyMs: 50 });
  await allSent();
  await shop.supplier.control.setPrice({ variantId: "prd_lantern", wholesalePrice: 1000 });
  await waitFor(() => costOf(1000), { what: "the cost to fall", everyMs: 50 });
  await shop.supplier.control.removeProduct({ productId: "prd_lantern" });
  await waitFor(() => shop.app.db.listing.findFirst({ where: { id, removedAt: { not: null } } }), {
    what: "the product to be gone",
    everyMs: 50,
  });
  await allSent();
  const reference = { product_id: Number(numericPart(productGid ?? "")), ...named };
  expect(runs().filter(({ payload }) => payload.product_id === reference.product_id)).toEqual([
    { handle: "cost-up", payload: { ...reference, "Cost before": 900, "Cost now": 1100, Variants: 1 } },
    { handle: "product-removed", payload: reference },
  ]);
});

/** An order of which only the shipping of its parcels is told to Flow, from now on. */
async function watchedOrder(): Promise<OrderRow> {
  const row = await shop.buy(cooker());
  await turnOn(["shipped"]);
  return row;
}

it("what Shopify did not take for a while is sent later, once", async () => {
  const row = await watchedOrder();
  await shipped(row);
  shop.shopify.control.faults({ requests: [{ kind: "status", status: 503, field: "FlowTriggerReceive" }] });
  await shipped(row);
  await allSent();
  expect(runsOf(row)).toHaveLength(2);
});

it("one that was under way when its run ended is sent again, and nothing is lost", async () => {
  const row = await watchedOrder();
  await shipped(row);
  armFailpoints("F1:throw");
  await shipped(row);
  await allSent();
  // Both were sent; the first once more, as nobody wrote down that it was.
  const ids = runsOf(row).map(({ payload }) => payload["Event id"]);
  expect(ids).toHaveLength(3);
  // Whoever hears of both knows by its id that they are one.
  expect(new Set(ids).size).toBe(2);
  expect(ids[0]).toBe(ids[1]);
});

it("one that Shopify refuses is left, and its switch says so until the next", async () => {
  const row = await watchedOrder();
  shop.shopify.control.faults({ requests: [{ kind: "refused", field: "flowTriggerReceive:run" }] });
  await shipped(row);
  await allSent();
  expect(runsOf(row)).toEqual([]);
  const where = { shopId_name: { shopId: shop.shopId, name: "shipped" as const } };
  expect(await shop.app.db.flowSwitch.findUnique({ where })).toMatchObject({
    failure: "refused_by_shopify",
  });
  await shipped(row);
  await allSent();
  expect(await shop.app.db.flowSwitch.findUnique({ where })).toMatchObject({ failure: null });
});

it("one that could not be sent for a day is left, and its switch says so", async () => {
  const row = await watchedOrder();
  const { id, shopId } = row;
  const createdAt = new Date(Date.now() - 25 * 60 * 60_000);
  const data = { shopId, trigger: "shipped" as const, thingId: id, at: createdAt, createdAt };
  await shop.app.db.flowEvent.create({ data });
  await allSent();
  expect(runsOf(row)).toEqual([]);
  const where = { shopId_name: { shopId, name: "shipped" as const } };
  expect(await shop.app.db.flowSwitch.findUnique({ where })).toMatchObject({ failure: "too_late" });
});

it("an event of another shop is not this shop's to send", async () => {
  const row = await watchedOrder();
  const other = await shop.app.db.shop.create({ data: { domain: "other-flow.myshopify.com" } });
  const data = { shopId: other.id, trigger: "shipped" as const, thingId: row.id, at: new Date() };
  await shop.app.db.flowEvent.create({ data });
  const before = runs().length;
  await shipped(row);
  await allSent();
  expect(runs()).toHaveLength(before + 1);
  expect(await shop.app.db.flowEvent.deleteMany({ where: { shopId: other.id } })).toEqual({ count: 1 });
});

it("what happened before a trigger was switched on is not sent, and what waits when it is switched off is dropped", async () => {
  const row = await shop.buy(cooker());
  await turnOn(["shipped", "delivered"]);
  const fact = { shopId: shop.shopId, thing: "order", actor: "courier", code: "parcel_shipped" } as const;
  const old = { at: new Date("2026-01-01T00:00:00Z"), thingId: row.id, params: {} };
  await shop.app.db.timelineEntry.create({ data: { ...fact, ...old } });
  expect(await shop.app.db.flowEvent.count()).toBe(0);
  const before = runs().length;
  await shop.app.db.flowEvent.create({
    data: { shopId: shop.shopId, trigger: "delivered", thingId: row.id, at: new Date() },
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
