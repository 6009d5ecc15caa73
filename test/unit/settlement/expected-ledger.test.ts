import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import type { CheckedParcel } from "#app/domain/settlement/check-parcels.ts";
import { expectLedger, expectLedgerOfAll } from "#app/domain/settlement/expected-ledger.ts";
import { buildCheckedParcel } from "./build-checked-parcel.ts";

const exact: readonly (readonly [string, Partial<CheckedParcel>, number])[] = [
  ["an open COD parcel holds its reserve", { status: "SHIPPED" }, -350],
  ["a delivered COD parcel has its reserve back", { status: "DELIVERED" }, 0],
  [
    "a released COD parcel brought its margin less the fee",
    { status: "DELIVERED", marginStatus: "RELEASED" },
    540,
  ],
  ["a refused COD parcel is charged", { status: "RETURNED", rtoChargePkr: rupees(350) }, -350],
  ["a cancelled COD parcel moved nothing", { status: "CANCELLED" }, 0],
  [
    "a returned COD parcel moved what it reports",
    {
      ...{
        status: "RETURNED",
        returnType: "return",
        rtoChargePkr: rupees(150),
        returnCreditPkr: rupees(1000),
      },
      marginStatus: "REVERSED",
    },
    850,
  ],
  [
    "a prepaid parcel that waits for funds took nothing",
    { paymentMode: "PREPAID", status: "AWAITING_FUNDS" },
    0,
  ],
  ["a prepaid parcel took its cost", { paymentMode: "PREPAID", status: "RECEIVED" }, -1200],
  ["a delivered prepaid parcel took its cost", { paymentMode: "PREPAID", status: "DELIVERED" }, -1200],
  [
    "a released prepaid parcel took its fee too",
    { paymentMode: "PREPAID", status: "DELIVERED", marginStatus: "RELEASED" },
    -1260,
  ],
  [
    "a refused prepaid parcel moved what it reports",
    { paymentMode: "PREPAID", status: "RETURNED", rtoChargePkr: rupees(150), returnCreditPkr: rupees(1000) },
    -350,
  ],
  [
    "a prepaid parcel cancelled before it was paid moved nothing",
    { paymentMode: "PREPAID", status: "CANCELLED", receivedAt: null },
    0,
  ],
];

const unknown: readonly (readonly [string, Partial<CheckedParcel>, object])[] = [
  [
    "what comes back of a cancelled prepaid parcel, at most its cost",
    { paymentMode: "PREPAID", status: "CANCELLED" },
    { why: "cancelled_prepaid", leastPkr: rupees(-1200), mostPkr: rupees(0) },
  ],
  [
    "the charge of a refusal that was not said",
    { status: "RETURNED", rtoChargePkr: null },
    { why: "came_back", leastPkr: null, mostPkr: null },
  ],
  [
    "a return whose margin still stands",
    { status: "RETURNED", returnType: "return", marginStatus: "RELEASED" },
    { why: "came_back" },
  ],
  [
    "a margin reversed while the parcel is delivered",
    { status: "DELIVERED", marginStatus: "REVERSED" },
    { why: "parcel_figures" },
  ],
  [
    "a reserve that was not said",
    { status: "SHIPPED", rtoReservePkr: null },
    { why: "reserve_untold", mostPkr: rupees(0) },
  ],
];

describe("expectLedger", () => {
  it.each(exact)("%s", (_, overrides, sumPkr) => {
    expect(expectLedger(buildCheckedParcel(overrides))).toEqual({ kind: "exact", sumPkr });
  });

  it.each(unknown)("does not claim %s", (_, overrides, expected) => {
    expect(expectLedger(buildCheckedParcel(overrides))).toMatchObject({ kind: "unknown", ...expected });
  });

  it("adds the parcels of a handoff up, bounds too", () => {
    const released = buildCheckedParcel({ status: "DELIVERED", marginStatus: "RELEASED" });
    expect(expectLedgerOfAll([released, buildCheckedParcel()])).toEqual({ kind: "exact", sumPkr: 190 });
    const cancelled = buildCheckedParcel({ paymentMode: "PREPAID", status: "CANCELLED" });
    const sum = expectLedgerOfAll([
      cancelled,
      buildCheckedParcel({ paymentMode: "PREPAID", status: "RECEIVED" }),
    ]);
    expect(sum).toEqual({ kind: "unknown", why: "cancelled_prepaid", leastPkr: -2400, mostPkr: -1200 });
  });
});
