import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findLiveSummary } from "#app/domain/home/set-up/find-live-summary.server.ts";
import { findSetup } from "#app/domain/home/set-up/find-setup.server.ts";
import { findTrial, hasDeliveredTrial } from "#app/domain/home/set-up/trial/find-trial.server.ts";
import { makeTrialOrder } from "#app/domain/home/set-up/trial/make-trial-order.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { requestPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { simulateParcel } from "#app/domain/orders/commands/parcels/simulate-parcel.server.ts";
import { startShadowMode } from "#app/domain/orders/shadow/switch-shadow-mode.server.ts";
import type { ParcelId } from "#app/platform/ids.ts";
import { DEMO_LIVE_KEY, DEMO_TEST_KEY } from "#test/standins/supplier/defaults.ts";
import { asId } from "#test/support/as-id.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { type PlacingShop, startPlacingShop } from "../orders/placing-shop.ts";

const startTestShop = () => startPlacingShop({ key: DEMO_TEST_KEY });

let shop: PlacingShop;
let switches: { readonly autoCodSince: Date | null; readonly shadowSince: Date | null };

beforeAll(async () => {
  shop = await startTestShop();
  const select = { autoCodSince: true, shadowSince: true } as const;
  switches = await shop.app.db.shop.findUniqueOrThrow({ where: { id: shop.shopId }, select });
});
beforeEach(async () => {
  const { app, shopId } = shop;
  // With its date of then: an order made in the second of a switch does not go by itself.
  await app.db.shop.update({ where: { id: shopId }, data: switches });
  await app.db.supplierConnection.deleteMany({ where: { shopId, mode: "live" } });
  const { variantId = "" } = shop.line("cooker", 1600);
  await app.db.stockedItem.updateMany({ where: { shopId }, data: { variantGid: asId(variantId) } });
});
afterAll(() => shop?.close());

const cooker = (at: PlacingShop) => ({ lines: [at.line("cooker", 1600)] });
const trial = async (at = shop) => findTrial(await at.context());

async function madeOrder(): Promise<{ readonly name: string }> {
  const made = await makeTrialOrder(await shop.context());
  if (made.kind !== "made") throw new Error(`No test order was made: ${made.kind}`);
  return made;
}

async function placedOrder(): Promise<OrderRow> {
  const { name } = await madeOrder();
  return shop.untilState(orderNamed(name).id, "placed");
}

function orderNamed(name: string) {
  const order = shop.shopify.control.state().orders.find((each) => each.name === name);
  if (!order) throw new Error(`Shopify has no order ${name}`);
  return order;
}

describe("the first simulated order of a shop", () => {
  let fresh: PlacingShop;

  beforeAll(async () => {
    fresh = await startTestShop();
  });
  afterAll(() => fresh?.close());

  it("is none at first, is chosen among the orders that wait, and is followed to its delivery", async () => {
    expect(await trial(fresh)).toEqual({ kind: "to_choose", orders: [] });
    expect(await hasDeliveredTrial(await fresh.context())).toBe(false);

    // The newest first, each with what it asks. A real order is asked about the test key first.
    const unknown = { ...cooker(fresh), test: true, shippingAddress: { city: "Qasba Nowhere" } };
    const asking = await fresh.buy(unknown, "held");
    const unpaid = await fresh.buy({ ...cooker(fresh), test: true, payment: "none" as const }, "held");
    const placeable = await fresh.buy(cooker(fresh), "held");
    const found = await trial(fresh);
    expect(found.kind === "to_choose" ? found.orders : []).toMatchObject([
      { id: placeable.id, totalPkr: 1800, stands: { kind: "placeable" } },
      { id: unpaid.id, stands: { kind: "asks_how_paid", isPaid: false } },
      { id: asking.id, stands: { kind: "asks", sentence: expect.stringContaining("Qasba Nowhere") } },
    ]);

    // On both sides, and nothing is marked as paid.
    const { id: orderId } = await fresh.app.db.order.findFirstOrThrow({
      where: { holdCode: "test_connection" },
    });
    await requestPlacement(await fresh.context(), { orderId, by: "Test" });
    const { orderGid } = await fresh.app.db.order.findFirstOrThrow({ where: { id: orderId } });
    await fresh.untilState(orderGid, "placed");
    const placed = await trial(fresh);
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
      const now = await trial(fresh);
      const parcel = now.kind === "to_choose" ? undefined : now.order.supplier.parcels[0];
      expect(parcel?.next).toBe(status);
      const parcelId = asId<ParcelId>(parcel?.id ?? "");
      expect(await simulateParcel(await fresh.context(), { parcelId, status, by: "Test" })).toEqual({
        ok: true,
      });
      await fresh.until(
        orderGid,
        (row) => fresh.parcels(row)[0]?.status === status,
        `the parcel to be ${status}`,
      );
      const after = await trial(fresh);
      seen.push(after.kind === "to_choose" ? null : after.order.shopify.fulfillments.length);
    }
    expect(seen).toEqual([0, 0, 1, 1]);
    expect(await trial(fresh)).toMatchObject({
      kind: "delivered",
      order: {
        state: "delivered",
        shopify: { isMarkedPaid: false },
        supplier: { parcels: [{ next: null }] },
      },
    });
    expect(await hasDeliveredTrial(await fresh.context())).toBe(true);
  });
});

describe("a simulated order", () => {
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
    for (let time = 0; time < 2; time += 1) {
      const { test } = await placedOrder();
      expect(test).toBe(true);
    }
  });

  it("is offered after one was delivered, where it waits for a press", async () => {
    const row = await placedOrder();
    const { id: orderId, orderGid } = row;
    expect(await trial()).toMatchObject({ kind: "under_way", order: { id: orderId } });
    const [parcel] = await shop.atService(row);
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
  });

  it("is not made without a test key, nor of nothing, and Shopify's refusal is told in its words", async () => {
    const ctx = await shop.context();
    expect(await makeTrialOrder({ ...ctx, connection: null })).toEqual({ kind: "no_test_key" });
    const items = { where: { shopId: shop.shopId } } as const;
    await shop.app.db.stockedItem.updateMany({
      ...items,
      data: { variantGid: asId("gid://shopify/ProductVariant/1") },
    });
    expect(await makeTrialOrder(ctx)).toEqual({ kind: "refused", message: "Variant does not exist" });
    await shop.app.db.stockedItem.updateMany({ ...items, data: { variantGid: null } });
    expect(await makeTrialOrder(ctx)).toEqual({ kind: "nothing_to_sell" });
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
  async function storeLiveKey() {
    await shop.connect(DEMO_LIVE_KEY);
    // The first copy of the ledger reads the wallet.
    const summary = async () => {
      const { key } = await findLiveSummary(await shop.context());
      return key?.available ? { key } : null;
    };
    return waitFor(summary, { what: "the live wallet to be read", everyMs: 50 });
  }

  it("is not known before a live key is stored", async () => {
    expect(await findLiveSummary(await shop.context())).toEqual({ key: null });
  });

  it("is told from the stored key: the deposit, and how many orders like the simulated one its wallet carries", async () => {
    await placedOrder();
    const { key } = await storeLiveKey();
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
    await storeLiveKey();
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
