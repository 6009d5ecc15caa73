import { describe, expect, it } from "vitest";
import { planHomeAct } from "#app/domain/home/act-on-home.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import type { ParcelId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";

const cost = { amountPkr: rupees(1260), reportedPkr: null };
const cod = {
  isPrepaid: false,
  maySpend: true,
  outstandingPkr: rupees(1800),
  payable: { id: asId<ParcelId>("p1"), cost },
};
const prepaid = { ...cod, isPrepaid: true, outstandingPkr: rupees(0) };

describe("a row on Home", () => {
  it.each([
    [
      "places what is paid at the door with one press",
      { ...cod, way: "place" },
      { kind: "press", way: "place" },
    ],
    [
      "asks before it takes money from the wallet",
      { ...prepaid, way: "place" },
      { kind: "ask", way: "place", isPrepaid: true },
    ],
    [
      "asks before it places below the margin",
      { ...cod, way: "place_anyway" },
      { kind: "ask", way: "place_anyway", isPrepaid: false },
    ],
    ["tries again", { ...cod, way: "retry" }, { kind: "press", way: "retry" }],
    [
      "names the sum Shopify will record",
      { ...cod, way: "mark_as_paid" },
      { kind: "mark_as_paid", outstandingPkr: rupees(1800) },
    ],
    ["has nothing to mark where nothing is open", { ...prepaid, way: "mark_as_paid" }, null],
    [
      "pays the parcel that waits",
      { ...prepaid, way: "pay_from_wallet" },
      { kind: "pay", parcelId: "p1", cost },
    ],
    [
      "has nothing to pay while a payment is under way",
      { ...prepaid, way: "pay_from_wallet", payable: null },
      null,
    ],
    ["leads to the page where a city is chosen", { ...cod, way: "choose_city" }, null],
    ["leads to the page where two are compared", { ...cod, way: "compare_and_choose" }, null],
    ["offers nothing that spends to who may not", { ...prepaid, maySpend: false, way: "place" }, null],
    ["lets nobody make it prepaid who may not", { ...cod, maySpend: false, way: "mark_as_paid" }, null],
    ["offers no payment to who may not", { ...prepaid, maySpend: false, way: "pay_from_wallet" }, null],
    [
      "offers who may not pay what costs nothing",
      { ...cod, maySpend: false, way: "place" },
      { kind: "press", way: "place" },
    ],
  ] as const)("%s", (_what, order, act) => {
    expect(planHomeAct(order)).toEqual(act);
  });
});
