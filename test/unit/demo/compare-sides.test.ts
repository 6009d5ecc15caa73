import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { compareSides } from "#test/demo/compare.ts";
import type { Scene } from "#test/demo/scene.ts";
import type { ParcelSide, Sides } from "#test/demo/sides.ts";

const scene: Scene = {
  title: "COD, delivered",
  orderName: "#1",
  orderGid: "gid://shopify/Order/1",
  expected: {
    parcels: 1,
    status: "DELIVERED",
    totalPkr: rupees(1800),
    outstandingPkr: rupees(0),
    codPkr: rupees(1800),
    netPkr: rupees(540),
    financialStatus: "PAID",
  },
};

const parcel: ParcelSide = {
  id: "ord_1",
  status: "DELIVERED",
  codPkr: rupees(1800),
  wholesalePkr: rupees(1000),
  shippingCostPkr: rupees(200),
  marginPkr: rupees(600),
  feePkr: rupees(60),
  expectedMarginPkr: rupees(540),
  rtoChargePkr: rupees(0),
  marginStatus: "RELEASED",
  courier: "TCS",
  trackingNumber: "TCS1",
};

function buildSides(inApp: Partial<ParcelSide> = {}): Sides {
  return {
    shopify: {
      totalPkr: rupees(1800),
      outstandingPkr: rupees(0),
      financialStatus: "PAID",
      fulfillments: [
        {
          gid: "f1",
          status: "SUCCESS",
          courier: "TCS",
          trackingNumber: "TCS1",
          events: ["IN_TRANSIT", "DELIVERED"],
        },
      ],
    },
    app: { state: "delivered", isMarkedPaid: true, parcels: [{ ...parcel, fulfillmentGid: "f1", ...inApp }] },
    service: { parcels: [parcel], ledgerPkr: rupees(540) },
  };
}

describe("compareSides", () => {
  it("finds nothing when all three agree", () => {
    expect(compareSides(scene, buildSides())).toEqual([]);
  });

  const wrong: readonly Partial<ParcelSide>[] = [
    { status: "SHIPPED" },
    { codPkr: rupees(1799) },
    { wholesalePkr: rupees(1001) },
    { shippingCostPkr: rupees(199) },
    { marginPkr: rupees(601) },
    { feePkr: rupees(61) },
    { expectedMarginPkr: rupees(541) },
    { rtoChargePkr: rupees(1) },
    { marginStatus: "PENDING" },
    { courier: "Leopards" },
    { trackingNumber: "TCS2" },
  ];
  it.each(wrong)("finds %o in the app", (inApp) => {
    const [field] = Object.keys(inApp);
    expect(compareSides(scene, buildSides(inApp)).some((line) => line.includes(`${field} of parcel`))).toBe(
      true,
    );
  });

  it("finds a rupee the customer still owes in Shopify", () => {
    const sides = buildSides();
    const shopify = { ...sides.shopify, outstandingPkr: rupees(1) };
    expect(compareSides(scene, { ...sides, shopify })).toEqual([
      "#1: what Shopify still waits for is 1, not 0",
    ]);
  });

  it("finds a fulfillment that was never told of the delivery", () => {
    const sides = buildSides();
    const fulfillments = sides.shopify.fulfillments.map((each) => ({ ...each, events: ["IN_TRANSIT"] }));
    const differences = compareSides(scene, { ...sides, shopify: { ...sides.shopify, fulfillments } });
    expect(differences).toEqual([
      "#1: the last event of parcel ord_1 in Shopify is IN_TRANSIT, not DELIVERED",
    ]);
  });

  it("finds a parcel the app does not know", () => {
    const sides = buildSides({ id: "ord_2" });
    expect(compareSides(scene, sides)).toContain("#1: parcel ord_1 in the app is unknown, not known");
  });

  it("holds a service that rounds otherwise to its own ledger", () => {
    const sides = buildSides({ feePkr: rupees(61) });
    const service = { ...sides.service, ledgerPkr: rupees(539) };
    expect(compareSides(scene, { ...sides, service }, "less")).toEqual([]);
    expect(compareSides(scene, { ...sides, service }, "in_full")).not.toEqual([]);
  });
});
