import type { Rupees } from "#app/domain/money/rupees.ts";
import { sumWalletCosts } from "#app/domain/money/wallet-cost.ts";
import type { CashAtTheDoor } from "#app/domain/orders/fulfillment/cash-at-the-door.ts";
import type { Hold } from "#app/domain/orders/reconcile/order-run.ts";
import { isFinal } from "./parcel-status.ts";
import { daysBetween, type StandstillBasis } from "./standstill/standstill.ts";

type ParcelHoldInput = StandingParcel & {
  readonly status: string;
  readonly confirmation: string | null;
  readonly codPkr: Rupees;
  readonly prepaidPkr: Rupees;
  readonly wholesalePkr: Rupees | null;
  readonly shippingCostPkr: Rupees | null;
  readonly fundsDeadline: Date | null;
  readonly marginStatus: string | null;
  readonly marginReleasedAt: Date | null;
  readonly marginReleasedPkr: Rupees | null;
  readonly riderAskedPkr: Rupees | null;
  readonly riderAskedAt: Date | null;
};

type StandingParcel = {
  readonly part: number;
  readonly of: number;
  readonly courier: string | null;
  readonly movedAt: Date;
  readonly stillSince: Date | null;
  readonly stillUsualDays: number | null;
  readonly stillBasis: StandstillBasis | null;
  /** The known city it goes to. */
  readonly city: string | null;
};

/** What a person has to see to on an order's parcels, and on the cash that is asked for at the door. */
export function findParcelHolds(parcels: readonly ParcelHoldInput[], cash: CashAtTheDoor): readonly Hold[] {
  const open = parcels.filter((parcel) => !isFinal(parcel.status));
  return [
    ...waitingForFunds(open),
    ...unconfirmed(open),
    ...collectingTooMuch(cash),
    ...marginReversed(parcels),
    ...standingStill(open),
    ...riderAsked(parcels),
  ];
}

function waitingForFunds(open: readonly ParcelHoldInput[]): Hold[] {
  const waiting = open.filter((parcel) => parcel.status === "AWAITING_FUNDS");
  const [first] = waiting
    .flatMap(({ fundsDeadline }) => (fundsDeadline ? [fundsDeadline.toISOString()] : []))
    .sort();
  if (waiting.length === 0) return [];
  const cost = sumWalletCosts(waiting);
  const reported = cost?.reportedPkr == null ? {} : { reported: cost.reportedPkr };
  return [
    {
      code: "awaiting_funds",
      params: { amount: cost?.amountPkr ?? null, ...reported, deadline: first ?? null },
    },
  ];
}

/** The service's own attempts to reach the customer have failed (R16). */
function unconfirmed(open: readonly ParcelHoldInput[]): Hold[] {
  const failed = open.some((parcel) => parcel.confirmation === "FAILED" && parcel.status !== "SHIPPED");
  return failed ? [{ code: "confirmation_failed" }] : [];
}

/** The order was paid or reduced after placing: the courier would take more than is owed (R40). */
function collectingTooMuch({ collectsPkr: courierCollects, duePaisa, shown }: CashAtTheDoor): Hold[] {
  if (courierCollects === 0 || duePaisa + 100 > courierCollects * 100) return [];
  const params = { courierCollects, outstandingPaisa: duePaisa, shown };
  return [{ code: "courier_will_collect_too_much", params }];
}

/** Of several the one that was found last is named, so that each is shown. */
function standingStill(open: readonly ParcelHoldInput[]): Hold[] {
  const standing = open.flatMap(({ stillSince, ...parcel }) =>
    stillSince ? [{ ...parcel, stillSince }] : [],
  );
  const last = standing.toSorted((a, b) => b.stillSince.getTime() - a.stillSince.getTime())[0];
  if (last === undefined) return [];
  const { part, of, status, courier, city, movedAt, stillSince, stillUsualDays, stillBasis } = last;
  const params = {
    ...{ part, of, status, courier, city, basis: stillBasis, parcels: standing.length },
    ...{ days: daysBetween(movedAt, stillSince), usualDays: stillUsualDays, shown: stillSince.toISOString() },
  };
  return [{ code: "parcel_stands_still", params }];
}

/** A margin that was paid out already is taken back, or the fee of a prepaid parcel is refunded (R17). */
function marginReversed(parcels: readonly ParcelHoldInput[]): Hold[] {
  const reversed = parcels.filter(
    ({ marginStatus, marginReleasedAt }) => marginStatus === "REVERSED" && marginReleasedAt !== null,
  );
  if (reversed.length === 0) return [];
  const sums = reversed.map(({ marginReleasedPkr }) => marginReleasedPkr);
  const isKnown = sums.every((sum) => sum !== null);
  const amount = isKnown ? sums.reduce<number>((total, sum) => total + (sum ?? 0), 0) : null;
  return [{ code: "margin_reversed", params: { amount, parcels: reversed.length } }];
}

/** The customer says that another sum was asked for at the door; of several parcels the newest word counts. */
function riderAsked(parcels: readonly ParcelHoldInput[]): Hold[] {
  const reports = parcels.flatMap(({ riderAskedPkr: asked, riderAskedAt: at, ...parcel }) =>
    asked !== null && at !== null ? [{ ...parcel, asked, at }] : [],
  );
  const last = reports.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];
  if (last === undefined) return [];
  const { part, of, asked, codPkr: due, at } = last;
  return [{ code: "rider_asked_other_sum", params: { part, of, asked, due, shown: at.toISOString() } }];
}
