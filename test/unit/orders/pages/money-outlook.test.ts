import { describe, expect, it } from "vitest";
import { type ParcelMoney, toMoneyOutlook } from "#app/domain/orders/money-outlook.ts";

function parcel(overrides: Partial<ParcelMoney> = {}): ParcelMoney {
  return {
    status: "SHIPPED",
    returnType: null,
    codPkr: 1800,
    prepaidPkr: 0,
    resalePkr: 1600,
    shippingChargedPkr: 200,
    wholesalePkr: 1000,
    shippingCostPkr: 200,
    marginPkr: 600,
    expectedMarginPkr: 540,
    platformFeePkr: 60,
    rtoReservePkr: 350,
    rtoChargePkr: 0,
    returnCreditPkr: 0,
    marginStatus: "NONE",
    marginReleaseAt: null,
    ...overrides,
  };
}

describe("toMoneyOutlook", () => {
  it("is unknown before anything is placed", () => {
    expect(toMoneyOutlook([])).toBeNull();
  });

  it("shows both futures of an open cash on delivery parcel", () => {
    expect(toMoneyOutlook([parcel()])).toMatchObject({
      settled: false,
      netPkr: 540,
      ifRefusedPkr: -350,
      heldPkr: 350,
      collectsPkr: 1800,
      feePkr: 60,
      releaseAt: null,
    });
  });

  it("says nothing about the refusal of a prepaid parcel", () => {
    const prepaid = parcel({ codPkr: 0, prepaidPkr: 1200, rtoReservePkr: 0 });
    expect(toMoneyOutlook([prepaid])).toMatchObject({ ifRefusedPkr: null, heldPkr: 0 });
  });

  it("adds up: what comes in, less what goes out, is what stays", () => {
    const parcels = [
      parcel({ status: "DELIVERED" }),
      parcel({ status: "RETURNED", rtoChargePkr: 350 }),
      parcel({ status: "CANCELLED" }),
      parcel({ status: "DELIVERED", codPkr: 0, prepaidPkr: 1200 }),
    ];
    const money = toMoneyOutlook(parcels);
    if (!money) throw new Error("parcels have an outlook");
    const comesIn = money.collectsPkr + money.paidPkr + money.creditedPkr;
    const goesOut = money.wholesalePkr + money.shippingCostPkr + money.feePkr + money.chargedPkr;
    expect(comesIn - goesOut).toBe(money.netPkr);
    expect(money.netPkr).toBe(540 - 350 + 540);
  });

  it("counts a refused parcel as its charge", () => {
    const refused = parcel({ status: "RETURNED", returnType: "rto", rtoChargePkr: 350 });
    expect(toMoneyOutlook([refused])).toMatchObject({
      settled: true,
      netPkr: -350,
      heldPkr: 0,
      collectsPkr: 0,
    });
  });

  it("says what a refusal cost in rows that add up to the loss", () => {
    const refused = parcel({ status: "RETURNED", returnType: "rto", rtoChargePkr: 350 });
    const delivered = parcel({ status: "DELIVERED" });
    expect(toMoneyOutlook([refused])).toMatchObject({
      wholesalePkr: 0,
      shippingCostPkr: 0,
      chargedPkr: 350,
    });
    const both = toMoneyOutlook([refused, delivered]);
    expect(both).toMatchObject({ collectsPkr: 1800, wholesalePkr: 1000, shippingCostPkr: 200, feePkr: 60 });
    expect(both?.netPkr).toBe(1800 - 1000 - 200 - 60 - 350);
  });

  it("takes margin less fee for what a prepaid parcel brings, not the fee the service expects to take", () => {
    const prepaid = parcel({ codPkr: 0, prepaidPkr: 1200, expectedMarginPkr: -60 });
    expect(toMoneyOutlook([prepaid])?.netPkr).toBe(540);
  });

  it("falls back to the expected margin while the margin is not told", () => {
    expect(toMoneyOutlook([parcel({ marginPkr: null })])?.netPkr).toBe(540);
  });

  it("counts a cancelled parcel as nothing", () => {
    expect(toMoneyOutlook([parcel({ status: "CANCELLED" })])).toMatchObject({
      settled: true,
      netPkr: 0,
      wholesalePkr: 0,
    });
  });

  it("adds up the parcels of one order and waits for the last release", () => {
    const first = parcel({
      status: "DELIVERED",
      marginStatus: "RELEASED",
      marginReleaseAt: new Date("2026-12-10"),
    });
    const second = parcel({
      status: "DELIVERED",
      marginStatus: "PENDING",
      marginReleaseAt: new Date("2026-12-15"),
    });
    expect(toMoneyOutlook([first, second])).toMatchObject({
      settled: true,
      netPkr: 1080,
      released: false,
      releaseAt: new Date("2026-12-15"),
    });
  });
});
