import { describe, expect, it } from "vitest";
import { holdSentence } from "#app/domain/messages/holds/hold-codes.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { findParcelHolds } from "#app/domain/orders/parcels/find-parcel-holds.ts";
import {
  standsStill,
  type UsualTimes,
  usualTimeOf,
  type WaitingParcel,
} from "#app/domain/orders/parcels/standstill/standstill.ts";

const DAY_S = 86_400;
const now = new Date("2026-11-26T10:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_S * 1000);

const parcel = (over: Partial<WaitingParcel> = {}): WaitingParcel => ({
  ...{ status: "SHIPPED", movedAt: daysAgo(5), courier: "tcs", city: "Lahore" },
  ...over,
});
const times = (over: Partial<UsualTimes>): UsualTimes => ({
  ...{ courier: "tcs", city: "Lahore", basis: "courier_city", parcels: 20 },
  ...{ roadSeconds: 3.2 * DAY_S, packSeconds: DAY_S },
  ...over,
});
const ofCity = times({});
const ofCourier = times({ basis: "courier", city: null, parcels: 60, roadSeconds: 5.5 * DAY_S });
const ofShop = times({ basis: "shop", courier: null, city: null, parcels: 90, packSeconds: 1.4 * DAY_S });
const known = [ofShop, ofCourier, ofCity];

describe("how long a parcel may stand where it is", () => {
  it.each([
    ["by its courier and city", parcel(), known, { days: 4, basis: "courier_city" }],
    [
      "by its courier where the city has no twenty",
      parcel({ city: "Multan" }),
      known,
      { days: 6, basis: "courier" },
    ],
    [
      "by its courier where the city is not known",
      parcel({ city: null }),
      known,
      { days: 6, basis: "courier" },
    ],
    [
      "by the default for another courier",
      parcel({ courier: "leopards" }),
      known,
      { days: 7, basis: "default" },
    ],
    ["by the default without a courier", parcel({ courier: null }), known, { days: 7, basis: "default" }],
    ["by the default where nothing ended yet", parcel(), [], { days: 7, basis: "default" }],
    ["by the shop before it left", parcel({ status: "CONFIRMED" }), known, { days: 2, basis: "shop" }],
    ["by the default before it left", parcel({ status: "RECEIVED" }), [], { days: 3, basis: "default" }],
  ] as const)("is known %s", (_how, waiting, usual, expected) => {
    expect(usualTimeOf(waiting, usual)).toEqual(expected);
  });

  it("is not concluded from nineteen parcels", () => {
    const nineteen = { ...ofCity, parcels: 19 };
    expect(usualTimeOf(parcel(), [nineteen, ofCourier])).toEqual({ days: 6, basis: "courier" });
  });

  it("is never less than two days", () => {
    expect(usualTimeOf(parcel(), [times({ roadSeconds: 3600 })])).toEqual({ days: 2, basis: "courier_city" });
  });

  it("is over only after all of it", () => {
    const usual = { days: 4, basis: "courier_city" } as const;
    expect(standsStill(parcel({ movedAt: daysAgo(4) }), usual, now)).toBe(false);
    expect(standsStill(parcel({ movedAt: new Date(daysAgo(4).getTime() - 1) }), usual, now)).toBe(true);
  });
});

describe("a parcel that stands still", () => {
  const noCash = { collectsPkr: rupees(0), duePaisa: 0, shown: "0:0" };
  const row = {
    ...{ part: 2, of: 2, status: "SHIPPED", courier: "TCS", city: "Lahore", confirmation: null },
    ...{ codPkr: rupees(0), prepaidPkr: rupees(0), wholesalePkr: null, shippingCostPkr: null },
    ...{ fundsDeadline: null, marginStatus: null, marginReleasedAt: null, marginReleasedPkr: null },
    ...{ movedAt: daysAgo(9), stillSince: now, stillUsualDays: 4, stillBasis: "courier_city" as const },
    ...{ riderAskedPkr: null, riderAskedAt: null },
  };

  it("is a hold that says how long, and what is usual", () => {
    const [hold, ...others] = findParcelHolds([row], noCash);
    expect(others).toEqual([]);
    expect(hold && holdSentence(hold.code, hold.params)).toBe(
      "Parcel 2 of 2 has been on the road for 9 days. 19 of 20 parcels with TCS to Lahore arrive within 4 days. Ask the supplier, or call the customer.",
    );
    expect(hold?.params?.shown).toBe(now.toISOString());
  });

  it("says so still once courier and city are erased", () => {
    expect(
      holdSentence("parcel_stands_still", {
        status: "SHIPPED",
        days: 1,
        usualDays: 1,
        basis: "courier_city",
      }),
    ).toBe(
      "The parcel has been on the road for 1 day. 19 of 20 parcels with this courier to this city arrive within 1 day. Ask the supplier, or call the customer.",
    );
  });

  it("is named by the one found last, and is none once it ended", () => {
    const older = { ...row, part: 1, stillSince: daysAgo(1) };
    const [hold] = findParcelHolds([row, older], noCash);
    expect(hold?.params).toMatchObject({ part: 2, parcels: 2 });
    expect(findParcelHolds([{ ...row, status: "DELIVERED" }], noCash)).toEqual([]);
    expect(findParcelHolds([{ ...row, stillSince: null }], noCash)).toEqual([]);
  });
});
