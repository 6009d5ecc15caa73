import { describe, expect, it } from "vitest";
import { toParcelReport } from "#app/domain/orders/parcels/parcel-report.ts";
import { orderSchema } from "#app/supplier/order-schema.ts";
import type { ReturnType } from "#app/supplier/return-type.ts";

const happenedAt = new Date("2026-11-21T12:00:00Z");

function report(record: object, returnType?: ReturnType) {
  return toParcelReport(orderSchema.parse({ id: "ord_1", ...record }), { happenedAt, returnType });
}

describe("the service's record as a report on a parcel", () => {
  it("carries every figure under our own names", () => {
    const record = {
      ...{ status: "RECEIVED", parcel: { part: 2, of: 3 }, orderNumber: "DR-7", confirmation: "PENDING" },
      ...{ codAmount: 1800, prepaidAmount: 0, wholesaleTotal: 1000, resaleTotal: 1600, shippingCost: 200 },
      ...{ shippingCharged: 200, margin: 600, expectedMargin: 540, rtoReserve: 350, rtoCharge: 0 },
      ...{ returnCredit: 0, marginStatus: "PENDING", platformFee: { amount: 60, percent: 10 } },
      tracking: { courier: "TCS", number: "TCS1", url: "https://www.tcsexpress.com/1" },
      ...{ cancellationReason: "Sold out", fundsDeadline: "2026-11-22T12:00:00Z" },
    };
    expect(report(record).fields).toEqual({
      ...{ part: 2, of: 3, orderNumber: "DR-7", confirmation: "PENDING", codPkr: 1800, prepaidPkr: 0 },
      ...{ wholesalePkr: 1000, resalePkr: 1600, shippingCostPkr: 200, shippingChargedPkr: 200 },
      ...{ marginPkr: 600, expectedMarginPkr: 540, platformFeePkr: 60, rtoReservePkr: 350 },
      ...{ rtoChargePkr: 0, returnCreditPkr: 0, marginStatus: "PENDING", courier: "TCS" },
      ...{ trackingNumber: "TCS1", trackingUrl: "https://www.tcsexpress.com/1" },
      ...{ cancellationReason: "Sold out", fundsDeadline: new Date("2026-11-22T12:00:00Z") },
    });
  });

  it("leaves out what was not said, or said empty, so that nothing known is lost", () => {
    const { fields } = report({ status: "SHIPPED", orderNumber: null, tracking: null, codAmount: null });
    expect(fields).toEqual({});
    expect(report({ tracking: { number: "TCS1", url: null } }).fields).toEqual({ trackingNumber: "TCS1" });
  });

  it("takes the instant from the record's own history, else from when it was told", () => {
    const history = [
      { status: "SHIPPED", at: "2026-11-19T08:00:00Z" },
      { status: "RECEIVED", at: "2026-11-18T08:00:00Z" },
      { status: "SHIPPED", at: "2026-11-20T08:00:00Z" },
    ];
    expect(report({ status: "SHIPPED", history }).happenedAt).toEqual(new Date("2026-11-20T08:00:00Z"));
    expect(report({ status: "DELIVERED", history }).happenedAt).toEqual(happenedAt);
    expect(report({ status: "SHIPPED", history: [{ status: "SHIPPED", at: "soon" }] }).happenedAt).toEqual(
      happenedAt,
    );
  });

  it("keeps what kind of return was told, the items as they came, and an unreadable instant out", () => {
    const items = [{ externalLineId: "line_1", colour: "red" }];
    const reported = report({ status: "RETURNED", items, marginReleaseAt: "never" }, "rto");
    expect(reported).toMatchObject({ status: "RETURNED", returnType: "rto", items: [{ colour: "red" }] });
    expect(reported.fields).toEqual({});
    expect(report({}).status).toBe("");
  });
});
