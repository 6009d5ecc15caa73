import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import {
  BOOKED_AFTER_MS,
  type LedgerLine,
  planPaymentOutcome,
} from "#app/domain/wallet/plan-payment-outcome.ts";
import type { ExternalOrderId, SupplierOrderId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";

const parcel = {
  supplierOrderId: asId<SupplierOrderId>("ord_1"),
  externalOrderId: asId<ExternalOrderId>("1-2"),
  amountPkr: rupees(1200),
  siblings: 1,
};
const late = BOOKED_AFTER_MS;

function line(change: Partial<LedgerLine>): LedgerLine {
  return { amount: rupees(-1200), orderId: null, externalOrderId: null, ...change };
}

const outcomeOf = (
  status: string | null,
  entries: readonly LedgerLine[] | null,
  ageMs = late,
  siblings = 1,
) => planPaymentOutcome({ status, entries, ageMs, parcel: { ...parcel, siblings } });

describe("what came of a payment whose answer is not known", () => {
  it.each(["RECEIVED", "CONFIRMED", "PROCESSING", "SHIPPED", "DELIVERED", "RETURNED"])(
    "is paid where the parcel is %s, at any age and without the ledger",
    (status) => expect(outcomeOf(status, null, 0)).toEqual({ kind: "paid", evidence: "parcel" }),
  );

  it.each(["AWAITING_FUNDS", "CANCELLED", "ON_REVIEW", null])(
    "is asked of the ledger where the parcel is %s",
    (status) => expect(outcomeOf(status, null)).toEqual({ kind: "ask_ledger" }),
  );

  it.each<[string, LedgerLine, number]>([
    ["names the parcel", line({ orderId: asId("ord_1") }), 1],
    [
      "names the parcel among siblings, whatever the sum",
      line({ orderId: asId("ord_1"), amount: rupees(-1) }),
      2,
    ],
    ["names the only parcel's external id", line({ externalOrderId: asId("1-2"), amount: rupees(-1) }), 1],
    ["names the external id of several, with this parcel's cost", line({ externalOrderId: asId("1-2") }), 2],
  ])("is paid where an entry %s, though the parcel still waits", (_which, entry, siblings) => {
    for (const status of ["AWAITING_FUNDS", "CANCELLED", null])
      expect(outcomeOf(status, [entry], 0, siblings)).toEqual({ kind: "paid", evidence: "ledger" });
  });

  it.each<[string, LedgerLine, number]>([
    ["of another parcel", line({ orderId: asId("ord_2"), externalOrderId: asId("1-2") }), 1],
    ["that gave money back", line({ orderId: asId("ord_1"), amount: rupees(1200) }), 1],
    ["of nobody", line({}), 1],
    ["of a sibling, by its cost", line({ externalOrderId: asId("1-2"), amount: rupees(-900) }), 2],
  ])("is not paid by an entry %s", (_which, entry, siblings) =>
    expect(outcomeOf("AWAITING_FUNDS", [entry], late, siblings)).toEqual({
      kind: "refused",
      code: "not_taken",
    }),
  );

  it("is unknown while an entry of its sum names an order in words nobody knows", () => {
    for (const status of ["AWAITING_FUNDS", "CANCELLED"]) {
      const unnamed = line({ isNamedOtherwise: true });
      expect(outcomeOf(status, [unnamed])).toEqual({ kind: "unknown" });
      expect(outcomeOf(status, [unnamed, line({ orderId: asId("ord_1") })])).toMatchObject({ kind: "paid" });
      expect(outcomeOf(status, [line({ isNamedOtherwise: true, amount: rupees(-900) })])).toMatchObject({
        kind: "refused",
      });
    }
  });

  it.each<[string | null, number, ReturnType<typeof outcomeOf>]>([
    ["AWAITING_FUNDS", late - 1, { kind: "unknown" }],
    ["AWAITING_FUNDS", late, { kind: "refused", code: "not_taken" }],
    ["CANCELLED", late - 1, { kind: "unknown" }],
    ["CANCELLED", late, { kind: "refused", code: "parcel_cancelled" }],
    ["ON_REVIEW", late, { kind: "unknown" }],
    [null, late, { kind: "unknown" }],
  ])("of a parcel that is %s and in no entry after %i ms is %j", (status, ageMs, result) =>
    expect(outcomeOf(status, [], ageMs)).toEqual(result),
  );
});
