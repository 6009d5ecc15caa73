import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AttentionCode } from "#app/domain/messages/attention/attention-sentence.ts";
import { retryPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import type { ParcelId } from "#app/platform/ids.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { asId } from "#test/support/as-id.ts";
import { findHoldWords } from "#test/support/find-hold-words.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;
let variantId = "";

beforeAll(async () => {
  shop = await startPlacingShop();
  variantId = (await shop.app.db.listingVariant.findFirstOrThrow()).supplierVariantId;
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.supplier.control.clearFaults();
  await shop.supplier.control.setAccount({ status: "active", tier: 4 });
  await shop.supplier.control.setStock({ variantId, stock: 500 });
});

const cooker = () => ({ lines: [shop.line("cooker", 1600)] });
const wakeShop = async (kind: "connection.probe" | "wallet.watch") =>
  (await shop.context()).wake([{ kind, subject: { mode: "live" }, delayMs: 0 }]);
const attemptsOf = ({ handoffs }: OrderRow) => handoffs.flatMap(({ attempts }) => attempts);

async function issueOf(row: OrderRow, code: AttentionCode): Promise<unknown> {
  return findHoldWords(shop.app, { thingId: row.id, code, resolvedAt: null });
}

describe("a refused account", () => {
  it("is asked for by one probe, while its orders ask nothing, and lets them go when it is over", async () => {
    const { control } = shop.supplier;
    await control.setAccount({ status: "suspended", statusReason: "Documents missing" });
    const first = await shop.buy(cooker(), "held");
    const asked = (await control.requests()).length;
    const second = await shop.buy(cooker(), "held");
    const third = await shop.buy(cooker(), "held");
    expect(await control.requests()).toHaveLength(asked);
    expect([second.holdCode, third.holdCode]).toEqual(["reseller_suspended", "reseller_suspended"]);
    // Its own row keeps no words of another order's refusal; its page has them from the connection.
    expect(await issueOf(third, "reseller_suspended")).toMatchObject({ message: "" });
    const page = await findOrderPage(await shop.context(), third.id);
    expect(page?.holds).toMatchObject([{ sentence: expect.stringContaining("Documents missing") }]);
    await wakeShop("connection.probe");
    await shop.soon("the probe to be counted", async () => {
      const { connection } = await shop.context();
      return connection?.probes === 1;
    });
    const probes = (await control.requests()).slice(asked);
    expect(probes.map(({ path }) => path)).toEqual(["/me"]);
    await control.setAccount({ status: "active" });
    await retryPlacement(await shop.context(), { orderId: second.id, by: "Ali" });
    for (const { orderGid } of [first, second, third]) {
      const placed = await shop.untilState(orderGid, "placed");
      expect(await shop.openCodes(placed)).toEqual([]);
      expect(await shop.atService(placed)).toHaveLength(1);
    }
  });
});

describe("the orders of a day", () => {
  /** What other software of the same account sends. */
  async function useUp(orders: number): Promise<void> {
    for (let order = 0; order < orders; order += 1) {
      const { status } = await fetch(`${shop.supplier.baseUrl}/orders`, {
        method: "POST",
        headers: {
          ...{ authorization: `Bearer ${DEMO_LIVE_KEY}`, "content-type": "application/json" },
          "idempotency-key": randomUUID(),
        },
        body: JSON.stringify({
          ...{ externalOrderId: randomUUID(), paymentMode: "COD", shippingCharged: 200 },
          customer: { name: "Ayesha", phone: "+923001234567", address: "House 12", city: "Lahore" },
          items: [{ variantId, quantity: 1, resalePrice: 1600 }],
        }),
      });
      expect(status).toBe(201);
    }
  }

  it("that are used up queue the rest by age: one tries, and each that is taken calls the next", async () => {
    const { control } = shop.supplier;
    const { orders } = await control.audit();
    await useUp(Math.max(0, 20 - orders.length));
    await control.setAccount({ tier: 1 });
    const first = await shop.buy(cooker(), "waiting");
    const second = await shop.buy(cooker(), "waiting");
    const third = await shop.buy(cooker(), "waiting");
    expect(first.holdCode).toBe("daily_cap_reached");
    expect(attemptsOf(first)).toHaveLength(1);
    expect([...attemptsOf(second), ...attemptsOf(third)]).toEqual([]);
    expect(await issueOf(third, "daily_cap_reached")).toMatchObject({
      place: 3,
      of: 3,
      about: expect.stringMatching(/T00:00:00/),
    });
    await control.setAccount({ tier: 4 });
    await shop.app.db.supplierConnection.updateMany({ data: { capUntil: new Date(0) } });
    await shop.wake(third.orderGid);
    expect(await shop.rested(third.orderGid)).toMatchObject({ state: "waiting" });
    await shop.wake(first.orderGid);
    const rows = [];
    for (const { orderGid } of [first, second, third]) rows.push(await shop.untilState(orderGid, "placed"));
    const placedAt = rows.map(({ handoffs }) => handoffs[0]?.placedAt?.getTime() ?? 0);
    expect(placedAt).toEqual(placedAt.toSorted((a, b) => a - b));
    expect(rows.map((row) => attemptsOf(row).length)).toEqual([2, 1, 1]);
  });
});

describe("an order that waits for stock", () => {
  it("goes out by itself when the service tells that stock is back, the one that waited longer first", async () => {
    const { control } = shop.supplier;
    await control.setStock({ variantId, stock: 0 });
    const older = await shop.buy(cooker(), "waiting");
    const newer = await shop.buy(cooker(), "waiting");
    expect([older.holdCode, newer.holdCode]).toEqual(["out_of_stock", "out_of_stock"]);
    await control.setStock({ variantId, stock: 1 });
    await shop.untilState(older.orderGid, "placed");
    expect(await shop.rested(newer.orderGid)).toMatchObject({ state: "waiting", holdCode: "out_of_stock" });
    await control.setStock({ variantId, stock: 5 });
    await shop.untilState(newer.orderGid, "placed");
  });
});

describe("an order the wallet does not cover", () => {
  it("goes out by itself once the wallet has filled, and not before", async () => {
    const { control } = shop.supplier;
    const { wallets } = await control.audit();
    await control.withdraw({ amount: wallets.find(({ mode }) => mode === "live")?.available ?? 0 });
    const held = await shop.buy(cooker(), "held");
    expect(held.holdCode).toBe("insufficient_balance");
    const watched = async () => (await shop.context()).connection?.walletReadAt?.getTime() ?? 0;
    const before = await watched();
    await wakeShop("wallet.watch");
    await shop.soon("the wallet to be looked at", async () => (await watched()) > before);
    expect(attemptsOf(await shop.rested(held.orderGid))).toHaveLength(1);
    await control.topUp({ amount: 1_000_000 });
    await wakeShop("wallet.watch");
    const placed = await shop.untilState(held.orderGid, "placed");
    expect(attemptsOf(placed)).toHaveLength(2);
  });
});

describe("a top-up that does not suffice for a dearer order", () => {
  it("still lets the order go that waited for less", async () => {
    const { control } = shop.supplier;
    const { wallets } = await control.audit();
    await control.withdraw({ amount: wallets.find(({ mode }) => mode === "live")?.available ?? 0 });
    const cheap = await shop.buy(cooker(), "held");
    await control.topUp({ amount: 400 });
    const dear = await shop.buy({ lines: [shop.line("cooker", 1600, 10)] }, "held");
    expect([cheap.holdCode, dear.holdCode]).toEqual(["insufficient_balance", "insufficient_balance"]);
    await wakeShop("wallet.watch");
    await shop.untilState(cheap.orderGid, "placed");
    expect(await shop.rested(dear.orderGid)).toMatchObject({ state: "held" });
    await control.topUp({ amount: 1_000_000 });
    await wakeShop("wallet.watch");
    await shop.untilState(dear.orderGid, "placed");
  });
});

describe("a parcel that is not paid in time", () => {
  const workOf = ({ orderGid }: OrderRow) =>
    shop.app.db.work.findFirstOrThrow({ where: { kind: "order.reconcile", subject: orderGid } });

  it("is read by itself shortly after its deadline, though no event tells", async () => {
    const { control } = shop.supplier;
    const { wallets } = await control.audit();
    await control.withdraw({ amount: wallets.find(({ mode }) => mode === "live")?.available ?? 0 });
    const row = await shop.buy({ ...cooker(), payment: "paid" }, "awaiting_funds");
    await control.topUp({ amount: 1_000_000 });
    const [parcel] = shop.parcels(row);
    const due = (await workOf(row)).nextRunAt?.getTime() ?? 0;
    expect(Math.abs(due - (parcel?.fundsDeadline?.getTime() ?? 0) - 60_000)).toBeLessThan(5000);
    await control.armFault({ kind: "webhook_lost", times: 10 });
    await control.moveParcel({ externalOrderId: row.handoffs[0]?.externalOrderId, status: "CANCELLED" });
    const past = new Date(Date.now() - 2 * 60_000);
    const where = { id: asId<ParcelId>(parcel?.id ?? "") };
    await shop.app.db.parcel.updateMany({ where, data: { fundsDeadline: past, readAt: past } });
    await shop.app.db.work.updateMany({
      where: { kind: "order.reconcile", subject: row.orderGid },
      data: { nextRunAt: new Date() },
    });
    await shop.soon("the parcel to be read, and the order to end its waiting", async () => {
      const found = await shop.findOrder(row.orderGid);
      return found && found.state !== "awaiting_funds" && shop.parcels(found)[0]?.status === "CANCELLED";
    });
  });
});

describe("a parcel whose customer the service cannot reach", () => {
  it("is told of as confirmation_failed until the customer has confirmed", async () => {
    const row = await shop.buy(cooker());
    const { externalOrderId } = row.handoffs[0] ?? {};
    await shop.supplier.control.setConfirmation({ externalOrderId, confirmation: "FAILED" });
    // No event tells of it: a sweep has the parcel read.
    await shop.app.db.parcel.updateMany({
      where: { handoffId: row.handoffs[0]?.id },
      data: { readAt: null },
    });
    await shop.wake(row.orderGid);
    await shop.soon("it to be told", async () => (await shop.openCodes(row)).includes("confirmation_failed"));
    await shop.supplier.control.setConfirmation({ externalOrderId, confirmation: "CONFIRMED" });
    await shop.soon("it to be over", async () => (await shop.openCodes(row)).length === 0);
  });
});
