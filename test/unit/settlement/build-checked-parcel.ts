import { rupees } from "#app/domain/money/rupees.ts";
import type { CheckedParcel } from "#app/domain/settlement/check-parcels.ts";
import type { CheckedEntry } from "#app/domain/settlement/explain-difference.ts";
import type { LedgerEntryId, ParcelId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { buildParcelMoney } from "../orders/build-parcel-money.ts";

/** When the parcels were last told of; the ledger is copied an hour later, and its entries are a day older. */
const REPORTED_AT = new Date("2026-11-20T08:00:00Z");
export const COPIED_AT = new Date("2026-11-20T09:00:00Z");
const BOOKED_AT = new Date("2026-11-19T08:00:00Z");

/** Example 1 of the worked money: COD of 1,800, a fee of 60, a reserve of 350. */
export function buildCheckedParcel(overrides: Partial<CheckedParcel> = {}): CheckedParcel {
  const { paymentMode = "COD" } = overrides;
  const figures = paymentMode === "PREPAID" ? { codPkr: rupees(0), rtoReservePkr: rupees(0) } : {};
  return {
    ...buildParcelMoney({ ...figures, ...overrides }),
    ...{ id: overrides.id ?? asId<ParcelId>("parcel-1"), paymentMode, reportedAt: REPORTED_AT },
    ...(overrides.reportedAt === undefined ? {} : { reportedAt: overrides.reportedAt }),
  };
}

/** Entries of these amounts, each of a type of its own. */
export function buildEntries(
  amounts: readonly number[],
  overrides: Partial<CheckedEntry> = {},
): readonly CheckedEntry[] {
  return amounts.map(rupees).map((amountPkr, index) => ({
    ...{
      entryId: asId<LedgerEntryId>(`led-${index + 1}`),
      parcelId: asId<ParcelId>("parcel-1"),
      amountPkr,
      type: `type-${index + 1}`,
    },
    ...{ bookedAt: BOOKED_AT, missingSince: null },
    ...overrides,
  }));
}
