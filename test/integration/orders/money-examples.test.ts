import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { NewOrder } from "#test/standins/shopify/commerce/new-order.ts";
import { asId } from "#test/support/as-id.ts";
import { findHoldWords } from "#test/support/find-hold-words.ts";
import { type OrderHarness, type OrderRow, startOrderHarness } from "#test/support/order-harness.ts";

let harness: OrderHarness;
const variants: Record<string, string> = {};

const products = {
  cooker: "prd_cooker",
  spoons: "prd_spoons",
  bedsheet: "prd_bedsheet",
  mugs: "prd_mugs",
  earbuds: "prd_earbuds",
  speaker: "prd_speaker",
  lantern: "prd_lantern",
  freightFree: "prd_freight_free",
};

beforeAll(async () => {
  harness = await startOrderHarness();
  await harness.settings({ autoCod: true, autoPrepaid: true });
  for (const [name, productId] of Object.entries(products)) {
    const [variant] = await harness.list(productId);
    variants[name] = variant ?? "";
  }
});

afterAll(() => harness.close());
afterEach(() => harness.supplier.control.setTerms({ saleFeePercent: 0 }));

function line(name: keyof typeof products, price: number, quantity = 1): NewOrder["lines"][number] {
  return { variantId: variants[name], price, quantity };
}

type Example = Omit<NewOrder, "lines"> & { readonly lines: NewOrder["lines"] };

/** Places a cart and waits until the service has it. */
async function place(order: Example): Promise<OrderRow> {
  const { gid } = await harness.place(order);
  return harness.until(
    gid,
    (row) => row.handoffs.some(({ state }) => state === "placed"),
    "the order to be placed",
  );
}

async function hold(order: Example): Promise<OrderRow> {
  const { gid } = await harness.place(order);
  return harness.until(gid, (row) => row.state === "held", "the order to be held");
}

/** What the service holds for an order: one entry a parcel, in the order of parts. */
async function atService(order: OrderRow) {
  const ids = order.handoffs.map(({ externalOrderId }) => externalOrderId);
  const { orders } = await harness.supplier.control.audit();
  return orders
    .filter((parcel) => ids.includes(asId(parcel.externalOrderId)))
    .toSorted((a, b) => a.part - b.part)
    .map((parcel) => ({
      ...parcel,
      items: parcel.items.map(({ quantity, resalePrice }) => ({ quantity, resalePrice })),
    }));
}

async function deliver(order: OrderRow): Promise<void> {
  for (const status of ["SHIPPED", "DELIVERED"] as const) {
    await harness.supplier.control.moveParcel({
      externalOrderId: order.handoffs[0]?.externalOrderId,
      status,
    });
  }
  await harness.supplier.control.clock.advance({ days: 21 });
}

async function available(): Promise<number> {
  const { wallets } = await harness.supplier.control.audit();
  return wallets.find(({ mode }) => mode === "live")?.available ?? Number.NaN;
}

describe("the worked money, from the cart in Shopify to the service's own figures", () => {
  it("1: one piece and delivery: collects 1,800, expects 540, reserves 350", async () => {
    const [parcel] = await atService(await place({ lines: [line("cooker", 1600)] }));
    expect(parcel).toMatchObject({
      items: [{ quantity: 1, resalePrice: 1600 }],
      ...{
        shippingCharged: 200,
        codAmount: 1800,
        margin: 600,
        fee: 60,
        expectedMargin: 540,
        rtoReserve: 350,
      },
    });
  });

  it("1, refused: costs 350", async () => {
    const before = await available();
    const order = await place({ lines: [line("cooker", 1600)] });
    const externalOrderId = order.handoffs[0]?.externalOrderId;
    await harness.supplier.control.moveParcel({ externalOrderId, status: "SHIPPED" });
    await harness.supplier.control.moveParcel({ externalOrderId, status: "RETURNED", type: "rto" });
    expect(await available()).toBe(before - 350);
    const after = await harness.until(
      order.orderGid,
      ({ state }) => state === "refused",
      "the refusal to arrive",
    );
    expect(after.handoffs[0]?.parcels[0]).toMatchObject({
      status: "RETURNED",
      returnType: "rto",
      rtoChargePkr: 350,
    });
  });

  it("2: a discounted line that does not divide becomes two items", async () => {
    const lines = [{ ...line("spoons", 350, 3), discount: 50 }];
    const [parcel] = await atService(await place({ lines, shipping: 0 }));
    expect(parcel).toMatchObject({ codAmount: 1000, shippingCharged: 0 });
    expect(parcel?.items).toEqual(
      expect.arrayContaining([
        { quantity: 2, resalePrice: 333 },
        { quantity: 1, resalePrice: 334 },
      ]),
    );
  });

  it("3: paisa are brought to rupees by largest remainder", async () => {
    const order = await place({
      lines: [line("bedsheet", 2499), line("bedsheet", 2499)],
      discountCode: { code: "TEN", percent: 10 },
      shipping: 250,
    });
    const [parcel] = await atService(order);
    expect(parcel).toMatchObject({ codAmount: 4748, shippingCharged: 250 });
    expect(parcel?.items).toEqual([
      { quantity: 1, resalePrice: 2249 },
      { quantity: 1, resalePrice: 2249 },
    ]);
    expect(order.handoffs[0]?.terms).toMatchObject({ roundingPaisa: -20 });
  });

  it("4: tax that is not included is collected", async () => {
    const tax = { taxesIncluded: false, taxRate: 0.18, taxShipping: true };
    const [parcel] = await atService(await place({ lines: [line("mugs", 1000)], shipping: 100, ...tax }));
    expect(parcel).toMatchObject({
      items: [{ quantity: 1, resalePrice: 1180 }],
      shippingCharged: 118,
      codAmount: 1298,
    });
  });

  it("5: a mixed cart shares the delivery by value", async () => {
    const own = harness.shopify.control.addOwnProduct({ title: "Own lamp", price: 500 });
    const lines = [line("lantern", 1500), { variantId: own.variantId, quantity: 1, price: 500 }];
    const [parcel] = await atService(await place({ lines }));
    expect(parcel).toMatchObject({
      items: [{ quantity: 1, resalePrice: 1500 }],
      shippingCharged: 150,
      codAmount: 1650,
    });
  });

  it("6: an advance that pushes the price below its minimum is held with the numbers", async () => {
    const order = await hold({ lines: [line("cooker", 1600)], payment: "partly", paidAmount: 500 });
    expect(order).toMatchObject({ holdCode: "price_below_minimum", handoffs: [] });
    const words = await findHoldWords(harness.app, { thingId: order.id, resolvedAt: null });
    expect(words).toMatchObject({
      ...{ collects: 1300, shippingCharged: 200, deliveryCanPay: true },
      lines: [expect.objectContaining({ amount: 1100, minimum: 1200 })],
    });
  });

  it("7: prepaid takes wholesale and shipping from the wallet", async () => {
    const before = await available();
    const order = await place({ lines: [line("cooker", 1600, 2)], payment: "paid" });
    const [parcel] = await atService(order);
    expect(parcel).toMatchObject({
      ...{ paymentMode: "PREPAID", codAmount: 0, shippingCharged: 200, margin: 1150, fee: 115 },
      items: [{ quantity: 2, resalePrice: 1600 }],
    });
    expect(await available()).toBe(before - 2250);
  });

  it("7, wallet too low: waits for funds with a deadline, and a person is told", async () => {
    const rest = await available();
    await harness.supplier.control.withdraw({ amount: rest });
    const { gid } = await harness.place({ lines: [line("cooker", 1600, 2)], payment: "paid" });
    const order = await harness.until(
      gid,
      ({ state }) => state === "awaiting_funds",
      "the order to wait for funds",
    );
    expect(order).toMatchObject({ holdCode: "awaiting_funds" });
    expect(order.handoffs[0]?.parcels[0]?.fundsDeadline).toBeInstanceOf(Date);
    await harness.supplier.control.topUp({ amount: rest + 20_000 });
  });

  it("8: two supplier stores are one request and two parcels that add up", async () => {
    const order = await place({ lines: [line("earbuds", 1000), line("speaker", 2000)], shipping: 300 });
    const parcels = await atService(order);
    const sum = (read: (parcel: (typeof parcels)[number]) => number) =>
      parcels.reduce((total, parcel) => total + read(parcel), 0);
    expect(parcels.map(({ shippingCost, rtoReserve }) => ({ shippingCost, rtoReserve }))).toEqual([
      { shippingCost: 150, rtoReserve: 300 },
      { shippingCost: 250, rtoReserve: 400 },
    ]);
    expect({
      collects: sum((parcel) => parcel.codAmount),
      shipping: sum((parcel) => parcel.shippingCharged),
      margin: sum((parcel) => parcel.margin),
      fee: sum((parcel) => parcel.fee),
    }).toEqual({ collects: 3300, shipping: 300, margin: 1100, fee: 110 });
    expect(order.handoffs).toHaveLength(1);
  });

  it("9: a unit refunded before placing is not sent", async () => {
    await harness.settings({ paused: true });
    const placed = await harness.place({ lines: [{ ...line("spoons", 350, 3), discount: 50 }], shipping: 0 });
    await harness.until(placed.gid, ({ state }) => state === "waiting", "the order to wait");
    const lines = [{ lineId: placed.lineIds[0] ?? "", quantity: 1 }];
    harness.shopify.control.refund({ orderId: placed.gid, lines });
    await harness.settings({ paused: false });
    await (await harness.context()).wake([
      { kind: "order.reconcile", subject: { orderGid: asId(placed.gid) } },
    ]);
    const order = await harness.until(
      placed.gid,
      (row) => row.handoffs.length === 1,
      "the order to be placed",
    );
    const [parcel] = await atService(order);
    expect(parcel).toMatchObject({ codAmount: 667, shippingCharged: 0 });
    expect(parcel?.items).toEqual(
      expect.arrayContaining([
        { quantity: 1, resalePrice: 333 },
        { quantity: 1, resalePrice: 334 },
      ]),
    );
    expect(order.handoffs[0]?.terms).toMatchObject({ roundingPaisa: 33 });
  });

  it("10: two pieces: collects 3,400, expects 1,035, breaks even at 72.1 % refused", async () => {
    const order = await place({ lines: [line("cooker", 1600, 2)] });
    expect((await atService(order))[0]).toMatchObject({
      ...{ codAmount: 3400, margin: 1150, fee: 115, expectedMargin: 1035, rtoReserve: 400 },
    });
    expect(order.handoffs[0]?.terms).toMatchObject({
      expected: { breakEvenRefusalPercent: 72.1, deliveredNet: 1035 },
    });
  });

  it("11: cash that just covers the cost is taken without a fee, a rupee less is held", async () => {
    const [variantId = ""] = (
      await harness.app.db.listedVariant.findMany({ where: { variantGid: asId(variants.cooker ?? "") } })
    ).map((row) => row.supplierVariantId);
    await harness.supplier.control.setPrice({ variantId, minResalePrice: 900 });
    const [parcel] = await atService(await place({ lines: [line("cooker", 1000)] }));
    expect(parcel).toMatchObject({ codAmount: 1200, margin: 0, fee: 0 });
    const held = await hold({ lines: [line("cooker", 999)] });
    expect(held).toMatchObject({ holdCode: "cod_below_cost", handoffs: [] });
    await harness.supplier.control.setPrice({ variantId, minResalePrice: 1200 });
  });

  it("12: under a sale fee of 5 % the fee is 80", async () => {
    await harness.supplier.control.setTerms({ saleFeePercent: 5 });
    await harness.supplier.control.setAccount({ feeBasis: "sale" });
    const [parcel] = await atService(await place({ lines: [line("cooker", 1600)] }));
    await harness.supplier.control.setAccount({ feeBasis: "margin" });
    expect(parcel).toMatchObject({ codAmount: 1800, margin: 600, fee: 80, expectedMargin: 520 });
  });

  it("13: prepaid: the wallet gives 1,200, and the fee 20 days after delivery; 540 stay", async () => {
    const before = await available();
    const order = await place({ lines: [line("cooker", 1600)], payment: "paid" });
    expect(await available()).toBe(before - 1200);
    expect(order.handoffs[0]?.terms).toMatchObject({ expected: { deliveredNet: 540, walletNow: -1200 } });
    const released = await available();
    await deliver(order);
    const { wallets } = await harness.supplier.control.audit();
    const ledger = wallets.flatMap((wallet) => wallet.ledger);
    const [parcel] = await atService(order);
    const taken = ledger.filter((entry) => entry.orderId === parcel?.id && entry.amount === -60);
    expect(taken).toHaveLength(1);
    expect(released).toBe(before - 1200);
  });

  it("14: a supplier that ships free leaves 720", async () => {
    const [parcel] = await atService(await place({ lines: [line("freightFree", 1600)] }));
    expect(parcel).toMatchObject({
      codAmount: 1800,
      shippingCost: 0,
      margin: 800,
      fee: 80,
      expectedMargin: 720,
    });
  });
});
