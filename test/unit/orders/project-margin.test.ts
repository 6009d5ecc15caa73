import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { projectMargin } from "#app/domain/orders/money/project-margin.ts";
import { buildCodOrder, buildPrepaidOrder, buildParcelMoney as parcel } from "./build-parcel-money.ts";

const released = { marginStatus: "RELEASED", marginReleaseAt: new Date("2026-12-10") };
const refusedCod = parcel({ status: "RETURNED", rtoChargePkr: rupees(350) });

describe("what a cash on delivery order brings", () => {
  it("is unknown before anything is placed", () => {
    expect(projectMargin(buildCodOrder([]))).toBeNull();
  });

  it("leaves test handoffs out beside a live one, and counts them of an order that was only a test", () => {
    const live = buildCodOrder([parcel()]);
    const test = { mode: "test" as const, paymentMode: "COD" as const, parcels: [parcel(), parcel()] };
    const mixed = { ...live, handoffs: [test, ...live.handoffs] };
    expect(projectMargin(mixed)).toEqual(projectMargin(live));
    expect(projectMargin({ ...live, handoffs: [test] })?.courier.collectsPkr).toBe(3600);
  });

  it("has both futures while its parcel is open", () => {
    expect(projectMargin(buildCodOrder([parcel()]))).toMatchObject({
      ...{ settled: false, final: false, netPkr: 540, ifRefusedPkr: -350, releaseAt: null },
      shopify: { customersPkr: 0 },
      courier: { collectsPkr: 1800, collectedPkr: 0, wholesalePkr: 1000, shippingCostPkr: 200, feePkr: 60 },
      wallet: { movedPkr: 0, marginComesPkr: 540, heldPkr: 350 },
    });
  });

  it("says nothing, and not 0, of costs the service left out of what the courier collects", () => {
    const unpriced = parcel({ wholesalePkr: null, shippingCostPkr: null });
    expect(projectMargin(buildCodOrder([unpriced, parcel()]))?.courier).toMatchObject({
      ...{ collectsPkr: 3600, wholesalePkr: null, shippingCostPkr: null },
    });
  });

  it("says nothing, and not 0, of a fee and a reserve the service left out", () => {
    const silent = parcel({ platformFeePkr: null, rtoReservePkr: null });
    expect(projectMargin(buildCodOrder([silent, parcel()]))).toMatchObject({
      ...{ netPkr: 1080, ifRefusedPkr: null, courier: { feePkr: null }, wallet: { heldPkr: null } },
    });
    expect(projectMargin(buildCodOrder([{ ...silent, expectedMarginPkr: null }]))).toMatchObject({
      ...{ netPkr: null, unknown: ["parcel_figures"], courier: { feePkr: null } },
    });
    // What was cancelled is charged no fee, and holds nothing.
    expect(projectMargin(buildCodOrder([{ ...silent, status: "CANCELLED" }]))).toMatchObject({
      ...{ courier: { feePkr: 0 }, wallet: { heldPkr: 0 } },
    });
  });

  it("is in the wallet only once the margin is released", () => {
    expect(projectMargin(buildCodOrder([parcel({ status: "DELIVERED" })]))).toMatchObject({
      ...{ settled: true, final: false, netPkr: 540 },
      wallet: { movedPkr: 0, marginPkr: 0, marginComesPkr: 540, heldPkr: 0 },
      courier: { collectsPkr: 0, collectedPkr: 1800 },
    });
    expect(projectMargin(buildCodOrder([parcel({ status: "DELIVERED", ...released })]))).toMatchObject({
      ...{ final: true, netPkr: 540, releaseAt: released.marginReleaseAt },
      wallet: { movedPkr: 540, marginPkr: 540, marginComesPkr: 0 },
    });
  });

  it("keeps what the courier collected out of the customer's money once Shopify counts it as paid", () => {
    const paid = { outstandingPkr: rupees(0), netPaymentPkr: rupees(1800), manualPaidPkr: rupees(1800) };
    const delivered = [parcel({ status: "DELIVERED" })];
    for (const markedPaidAt of [null, new Date()]) {
      expect(projectMargin(buildCodOrder(delivered, { ...paid, markedPaidAt }))).toMatchObject({
        ...{ netPkr: 540, shopify: { customersPkr: 0 } },
      });
    }
  });

  it("counts an advance, before and after the rest is marked as paid", () => {
    const advance = { outstandingPkr: rupees(1300), netPaymentPkr: rupees(500) };
    const open = parcel({
      codPkr: rupees(1300),
      marginPkr: rupees(100),
      expectedMarginPkr: rupees(90),
      platformFeePkr: rupees(10),
    });
    expect(projectMargin(buildCodOrder([open], advance))).toMatchObject({
      ...{ netPkr: 590, shopify: { customersPkr: 500 }, ifRefusedPkr: -350 },
    });
    const paid = {
      outstandingPkr: rupees(0),
      netPaymentPkr: rupees(1800),
      manualPaidPkr: rupees(1300),
      markedPaidAt: new Date(),
    };
    expect(projectMargin(buildCodOrder([{ ...open, status: "DELIVERED" }], paid))).toMatchObject({
      ...{ netPkr: 590, shopify: { customersPkr: 500 } },
    });
  });

  it("says that an advance on a refused parcel may have to be given back", () => {
    const advance = { outstandingPkr: rupees(1300), netPaymentPkr: rupees(500) };
    expect(projectMargin(buildCodOrder([refusedCod], advance))).toMatchObject({
      ...{ netPkr: 150, shopify: { customersPkr: 500, mayBeRefunded: true } },
    });
    const refunded = { outstandingPkr: rupees(1300), netPaymentPkr: rupees(0), refundedPkr: rupees(500) };
    expect(projectMargin(buildCodOrder([refusedCod], refunded))).toMatchObject({
      ...{ netPkr: -350, shopify: { customersPkr: 0, mayBeRefunded: false } },
    });
  });

  it("counts the merchant's own part of a mixed cart once it is paid", () => {
    const delivered = [parcel({ status: "DELIVERED", codPkr: rupees(1800) })];
    expect(projectMargin(buildCodOrder(delivered, { outstandingPkr: rupees(2350) }))).toMatchObject({
      netPkr: 540,
    });
    const paid = { outstandingPkr: rupees(0), netPaymentPkr: rupees(2350), manualPaidPkr: rupees(2350) };
    expect(projectMargin(buildCodOrder(delivered, paid))).toMatchObject({
      ...{ netPkr: 1090, shopify: { customersPkr: 550 } },
    });
  });

  it("takes a refund after delivery off what it brings", () => {
    const paid = {
      netPaymentPkr: rupees(1500),
      refundedPkr: rupees(300),
      manualPaidPkr: rupees(1800),
      markedPaidAt: new Date(),
    };
    for (const outstandingPkr of [0, 300].map(rupees)) {
      expect(
        projectMargin(buildCodOrder([parcel({ status: "DELIVERED" })], { ...paid, outstandingPkr })),
      ).toMatchObject({ netPkr: 240, shopify: { customersPkr: -300 } });
    }
  });

  it("does not know what the merchant has when an order was marked as paid before its courier collected", () => {
    const paid = { outstandingPkr: rupees(0), netPaymentPkr: rupees(1800), manualPaidPkr: rupees(1800) };
    expect(projectMargin(buildCodOrder([parcel()], paid))).toMatchObject({
      ...{ netPkr: null, unknown: ["customers_money"], shopify: { customersPkr: null } },
    });
    const paidOnline = { ...paid, manualPaidPkr: rupees(0) };
    expect(projectMargin(buildCodOrder([parcel()], paidOnline))).toMatchObject({ netPkr: 2340 });
  });

  it("counts a refused parcel as its charge and a cancelled one as nothing", () => {
    expect(projectMargin(buildCodOrder([refusedCod]))).toMatchObject({
      ...{
        settled: true,
        final: true,
        netPkr: -350,
        wallet: { movedPkr: -350, chargedPkr: 350, heldPkr: 0 },
      },
      courier: { collectsPkr: 0, collectedPkr: 0, wholesalePkr: 0 },
    });
    expect(projectMargin(buildCodOrder([parcel({ status: "CANCELLED" })]))).toMatchObject({
      ...{ settled: true, final: true, netPkr: 0, wallet: { movedPkr: 0 } },
    });
  });

  it("counts a return after delivery as the service reports it, and not before it says the margin is undone", () => {
    const back = parcel({
      ...{ status: "RETURNED", returnType: "return", marginStatus: "REVERSED" },
      ...{ rtoChargePkr: rupees(150), returnCreditPkr: rupees(1000) },
    });
    expect(projectMargin(buildCodOrder([back]))).toMatchObject({ netPkr: 850, wallet: { movedPkr: 850 } });
    for (const change of [{ marginStatus: "RELEASED" }, { returnCreditPkr: null }, { rtoChargePkr: null }]) {
      expect(projectMargin(buildCodOrder([{ ...back, ...change }]))).toMatchObject({
        ...{ netPkr: null, unknown: ["came_back"], wallet: { movedPkr: null } },
      });
    }
  });

  it("never takes a figure that was not said for nothing", () => {
    const unpriced = parcel({ marginPkr: null, expectedMarginPkr: null });
    expect(projectMargin(buildCodOrder([unpriced]))).toMatchObject({
      ...{ netPkr: null, unknown: ["parcel_figures"], wallet: { movedPkr: 0 } },
    });
    expect(projectMargin(buildCodOrder([parcel({ platformFeePkr: null })]))?.netPkr).toBe(540);
    const unread = buildCodOrder([parcel()], { netPaymentPkr: null });
    expect(projectMargin(unread)).toMatchObject({ netPkr: null, unknown: ["payments_unread"] });
    const uncharged = parcel({ status: "RETURNED", rtoChargePkr: null });
    expect(projectMargin(buildCodOrder([uncharged]))?.netPkr).toBeNull();
  });

  it("adds up: what comes in, less what goes out, is what it brings", () => {
    const delivered = parcel({ status: "DELIVERED" });
    const money = projectMargin(buildCodOrder([delivered, refusedCod, parcel({ status: "CANCELLED" })]));
    if (!money) throw new Error("parcels bring something");
    const { courier, wallet } = money;
    const margin =
      courier.collectedPkr -
      [courier.wholesalePkr, courier.shippingCostPkr, courier.feePkr].reduce<number>(
        (sum, part) => sum + (part ?? Number.NaN),
        0,
      );
    expect(margin).toBe(wallet.marginComesPkr);
    expect(margin - wallet.chargedPkr).toBe(money.netPkr);
    expect(money.netPkr).toBe(540 - 350);
  });
});

describe("what a prepaid order brings", () => {
  it("is what the customer paid, less what was paid at placing and the fee", () => {
    expect(projectMargin(buildPrepaidOrder([parcel()]))).toMatchObject({
      ...{ settled: false, netPkr: 540, ifRefusedPkr: null },
      shopify: { customersPkr: 1800, ownPkr: 0 },
      courier: { collectsPkr: 0, wholesalePkr: 0 },
      wallet: { movedPkr: -1200, paidPkr: 1200, feeComesPkr: 60, marginComesPkr: 0, heldPkr: 0 },
    });
  });

  it("is never a margin in the wallet, whatever the service expects of it", () => {
    for (const expectedMarginPkr of [540, -60].map(rupees)) {
      const delivered = parcel({ status: "DELIVERED", ...released, expectedMarginPkr });
      expect(projectMargin(buildPrepaidOrder([delivered]))).toMatchObject({
        ...{
          final: true,
          netPkr: 540,
          wallet: { movedPkr: -1260, feePkr: 60, feeComesPkr: 0, marginPkr: 0 },
        },
      });
    }
  });

  it("takes nothing while it waits for funds", () => {
    expect(projectMargin(buildPrepaidOrder([parcel({ status: "AWAITING_FUNDS" })]))).toMatchObject({
      ...{ netPkr: 540, wallet: { movedPkr: 0, paidPkr: 0, toPayPkr: 1200 } },
    });
  });

  it("counts a refusal as reported, with what was paid at placing", () => {
    const refused = parcel({ status: "RETURNED", rtoChargePkr: rupees(150), returnCreditPkr: rupees(1000) });
    expect(projectMargin(buildPrepaidOrder([refused]))).toMatchObject({
      ...{ netPkr: 1450, wallet: { movedPkr: -350 }, shopify: { customersPkr: 1800, mayBeRefunded: true } },
    });
    const refunded = { netPaymentPkr: rupees(0), refundedPkr: rupees(1800) };
    expect(projectMargin(buildPrepaidOrder([refused], refunded))).toMatchObject({
      ...{ netPkr: -350, shopify: { mayBeRefunded: false } },
    });
  });

  it("does not know what comes back of a parcel that was cancelled after it was paid", () => {
    expect(projectMargin(buildPrepaidOrder([parcel({ status: "CANCELLED" })]))).toMatchObject({
      ...{ settled: true, netPkr: null, unknown: ["cancelled_prepaid"] },
      wallet: { movedPkr: null, paidPkr: 1200 },
    });
  });

  it("knows that nothing was taken for one cancelled while it waited, once it was read", () => {
    const lapsed = parcel({ status: "CANCELLED", receivedAt: null });
    expect(projectMargin(buildPrepaidOrder([lapsed]))).toMatchObject({
      ...{ netPkr: 1800, wallet: { movedPkr: 0 } },
    });
    expect(projectMargin(buildPrepaidOrder([{ ...lapsed, readAt: null }]))?.netPkr).toBeNull();
  });

  it("says what of the customer's money was paid for other things", () => {
    expect(projectMargin(buildPrepaidOrder([parcel()], { netPaymentPkr: rupees(2350) }))).toMatchObject({
      ...{ netPkr: 1090, shopify: { customersPkr: 2350, ownPkr: 550 } },
    });
  });

  it("does not know it where the service has not said what the parcel's items were sold for", () => {
    for (const unpriced of [{ resalePkr: null }, { shippingChargedPkr: null }])
      expect(
        projectMargin(buildPrepaidOrder([parcel(unpriced)], { netPaymentPkr: rupees(2350) })),
      ).toMatchObject({
        shopify: { customersPkr: 2350, ownPkr: null },
      });
  });

  it("does not know a parcel whose costs were not said", () => {
    for (const unpriced of [{ wholesalePkr: null }, { shippingCostPkr: null }])
      expect(projectMargin(buildPrepaidOrder([parcel(unpriced)]))).toMatchObject({
        ...{ netPkr: null, unknown: ["parcel_figures"], wallet: { movedPkr: null } },
      });
    expect(projectMargin(buildPrepaidOrder([parcel({ shippingCostPkr: rupees(0) })]))).toMatchObject({
      ...{ unknown: [], wallet: { paidPkr: 1000 } },
    });
    expect(projectMargin(buildPrepaidOrder([parcel({ wholesalePkr: null })]))).toMatchObject({
      ...{ netPkr: null, unknown: ["parcel_figures"], wallet: { movedPkr: null } },
    });
    expect(projectMargin(buildPrepaidOrder([parcel({ platformFeePkr: null })]))).toMatchObject({
      ...{ netPkr: null, wallet: { movedPkr: -1200 } },
    });
  });
});

it("waits for the last release of several parcels", () => {
  const first = parcel({ status: "DELIVERED", ...released });
  const second = parcel({ status: "DELIVERED", marginReleaseAt: new Date("2026-12-15") });
  expect(projectMargin(buildCodOrder([first, second]))).toMatchObject({
    ...{ settled: true, final: false, netPkr: 1080, releaseAt: new Date("2026-12-15") },
    wallet: { movedPkr: 540, marginPkr: 540, marginComesPkr: 540 },
  });
});
