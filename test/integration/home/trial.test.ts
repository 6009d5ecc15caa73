import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findLiveSummary } from "#app/domain/home/set-up/find-live-summary.server.ts";
import { findSetup } from "#app/domain/home/set-up/find-setup.server.ts";
import { findTrial, hasDeliveredTrial } from "#app/domain/home/set-up/trial/find-trial.server.ts";
import { makeTrialOrder } from "#app/domain/home/set-up/trial/make-trial-order.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { requestPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { simulateParcel } from "#app/domain/orders/commands/parcels/simulate-parcel.server.ts";
import { startShadowMode } from "#app/domain/orders/shadow/switch-shadow-mode.server.ts";
import type { OrderId, ParcelId } from "#app/platform/ids.ts";
import { DEMO_LIVE_KEY, DEMO_TEST_KEY } from "#test/standins/supplier/defaults.ts";
import { asId } from "#test/support/as-id.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { type PlacingShop, startPlacingShop } from "../orders/placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ key: DEMO_TEST_KEY });
});
afterAll(() => shop?.close());

const cooker = () => ({ lines: [shop.line("cooker", 1600)] });
const trial = async () => findTrial(await shop.context());

async function madeOrder(): Promise<{ readonly name: string }> {
  const made = await makeTrialOrder(await shop.context());
  if (made.kind !== "made") throw new Error(`No test order was made: ${made.kind}`);
  return made;
}

function orderNamed(name: string) {
  const order = shop.shopify.control.state().orders.find((each) => each.name === name);
  if (!order) throw new Error(`Shopify has no order ${name}`);
  return order;
}

// One shop's simulated order, in order: each step leans on the one before.
describe("a simulated order", () => {
  it("is none before there is an order", async () => {
    expect(await trial()).toEqual({ kind: "to_choose", orders: [] });
    expect(await hasDeliveredTrial(await shop.context())).toBe(false);
  });

  it("is chosen among the orders that wait, the newest first, each with what it asks", async () => {
    // A real order is asked about the test key first.
    const unknown = { ...cooker(), test: true, shippingAddress: { city: "Qasba Nowhere" } };
    const asking = await shop.buy(unknown, "held");
    const unpaid = await shop.buy({ ...cooker(), test: true, payment: "none" as const }, "held");
    const placeable = await shop.buy(cooker(), "held");
    const found = await trial();
    expect(found.kind === "to_choose" ? found.orders : []).toMatchObject([
      { id: placeable.id, totalPkr: 1800, stands: { kind: "placeable" } },
      { id: unpaid.id, stands: { kind: "asks_how_paid", isPaid: false } },
      { id: asking.id, stands: { kind: "asks", sentence: expect.stringContaining("Qasba Nowhere") } },
    ]);
  });

  it("is followed to its delivery on both sides, and marks nothing as paid", async () => {
    const { id: orderId } = await shop.app.db.order.findFirstOrThrow({
      where: { holdCode: "test_connection" },
    });
    await requestPlacement(await shop.context(), { orderId, by: "Test" });
    const { orderGid } = await shop.app.db.order.findFirstOrThrow({ where: { id: orderId } });
    await shop.untilState(orderGid, "placed");
    const placed = await trial();
    expect(placed).toMatchObject({
      kind: "under_way",
      order: {
        id: orderId,
        shopify: { isAccepted: true, fulfillments: [], isMarkedPaid: false },
        supplier: { parcels: [{ status: "RECEIVED", next: "CONFIRMED" }], deliveredPkr: 540 },
      },
    });
    const seen: unknown[] = [];
    for (const status of ["CONFIRMED", "PROCESSING", "SHIPPED", "DELIVERED"] as const) {
      const now = await trial();
      const parcel = now.kind === "to_choose" ? undefined : now.order.supplier.parcels[0];
      expect(parcel?.next).toBe(status);
      const parcelId = asId<ParcelId>(parcel?.id ?? "");
      expect(await simulateParcel(await shop.context(), { parcelId, status, by: "Test" })).toEqual({
        ok: true,
      });
      await shop.until(
        orderGid,
        (row) => shop.parcels(row)[0]?.status === status,
        `the parcel to be ${status}`,
      );
      const after = await trial();
      seen.push(after.kind === "to_choose" ? null : after.order.shopify.fulfillments.length);
    }
    expect(seen).toEqual([0, 0, 1, 1]);
    expect(await trial()).toMatchObject({
      kind: "delivered",
      order: {
        state: "delivered",
        shopify: { isMarkedPaid: false },
        supplier: { parcels: [{ next: null }] },
      },
    });
    expect(await hasDeliveredTrial(await shop.context())).toBe(true);
  });

  it("is made in Shopify with one press, goes by itself as the switch says, and mails nobody", async () => {
    const made = await makeTrialOrder(await shop.context());
    const [order] = shop.shopify.control.state().orders.toReversed();
    expect(made).toEqual({ kind: "made", name: order?.name });
    const row = await shop.untilState(order?.id ?? "", "placed");
    expect(row).toMatchObject({ test: true, handoffs: [{ mode: "test", paymentMode: "COD" }] });
    expect(await trial()).toMatchObject({ kind: "under_way", order: { id: row.id } });
    expect(shop.shopify.control.state().mails.filter(({ orderId }) => orderId === order?.id)).toEqual([]);
  });

  it("may be made again on the same day, and goes as the first did", async () => {
    const { name } = await madeOrder();
    const row = await shop.untilState(orderNamed(name).id, "placed");
    expect(row.test).toBe(true);
  });

  it("is offered after one was delivered, where it waits for a press", async () => {
    const under = await trial();
    const orderId = under.kind === "to_choose" ? asId<OrderId>("") : under.order.id;
    const { orderGid } = await shop.app.db.order.findFirstOrThrow({ where: { id: orderId } });
    const [parcel] = await shop.atService(await shop.rested(orderGid));
    for (const status of ["SHIPPED", "DELIVERED"] as const)
      await shop.supplier.control.moveParcel({ id: parcel?.id ?? "", status });
    await shop.untilState(orderGid, "delivered");
    expect(await trial()).toMatchObject({ kind: "delivered", order: { id: orderId } });
    await shop.settings({ autoCod: false });
    const { name } = await madeOrder();
    const waiting = await shop.untilState(orderNamed(name).id, "to_place");
    expect(await trial()).toMatchObject({
      kind: "to_choose",
      orders: [{ id: waiting.id, stands: { kind: "placeable" } }],
    });
    await shop.settings({ autoCod: true });
  });

  it("is not made without a test key, nor of nothing, and Shopify's refusal is told in its words", async () => {
    const ctx = await shop.context();
    expect(await makeTrialOrder({ ...ctx, connection: null })).toEqual({ kind: "no_test_key" });
    const items = { where: { shopId: shop.shopId } } as const;
    const [item] = await shop.app.db.stockedItem.findMany(items);
    await shop.app.db.stockedItem.updateMany({
      ...items,
      data: { variantGid: asId("gid://shopify/ProductVariant/1") },
    });
    expect(await makeTrialOrder(ctx)).toEqual({ kind: "refused", message: "Variant does not exist" });
    await shop.app.db.stockedItem.updateMany({ ...items, data: { variantGid: null } });
    expect(await makeTrialOrder(ctx)).toEqual({ kind: "nothing_to_sell" });
    await shop.app.db.stockedItem.updateMany({ ...items, data: { variantGid: item?.variantGid ?? null } });
  });

  it("is of this shop alone", async () => {
    const other = await shop.app.db.shop.create({ data: { domain: "other.myshopify.com" } });
    const ctx = { ...(await shop.context()), shop: other };
    expect(await findTrial(ctx)).toEqual({ kind: "to_choose", orders: [] });
    expect(await hasDeliveredTrial(ctx)).toBe(false);
    expect(await makeTrialOrder(ctx)).toEqual({ kind: "nothing_to_sell" });
  });
});

describe("what going live means", () => {
  it("is not known before a live key is stored", async () => {
    expect(await findLiveSummary(await shop.context())).toEqual({ key: null });
  });

  it("is told from the stored key: the deposit, and how many orders like the simulated one its wallet carries", async () => {
    await shop.connect(DEMO_LIVE_KEY);
    // The first copy of the ledger reads the wallet.
    const summary = async () => {
      const { key } = await findLiveSummary(await shop.context());
      return key?.available ? { key } : null;
    };
    const { key } = await waitFor(summary, { what: "the live wallet to be read", everyMs: 50 });
    expect(key).toMatchObject({ trouble: null, depositMissingPkr: 0 });
    const amountPkr = key?.available?.amountPkr ?? 0;
    const reservePkr = key?.carries?.reservePkr ?? 0;
    expect(reservePkr).toBeGreaterThan(0);
    expect(key?.carries).toEqual({
      orders: Math.floor(amountPkr / reservePkr),
      reservePkr,
      isFromTrial: true,
    });
  });

  it("says what stands in the key's way", async () => {
    const where = { shopId: shop.shopId, mode: "live" } as const;
    await shop.app.db.supplierConnection.updateMany({
      where,
      data: { health: "reseller_suspended", depositMissing: rupees(5000) },
    });
    const { key } = await findLiveSummary(await shop.context());
    expect(key).toMatchObject({ trouble: { title: expect.any(String) }, depositMissingPkr: 5000 });
  });
});

describe("the guide's step of routing", () => {
  const isInShadowMode = async () => {
    const found = await findSetup(await shop.context(), 0);
    return found.kind === "shown" && found.setup.routing.isInShadowMode;
  };

  it("proposes shadow mode until it is on", async () => {
    expect(await isInShadowMode()).toBe(false);
    await startShadowMode(await shop.context(), { by: "Ali" });
    expect(await isInShadowMode()).toBe(true);
  });
});
