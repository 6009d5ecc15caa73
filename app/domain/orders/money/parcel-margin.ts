import { type Rupees, rupees, ZERO_RUPEES } from "#app/domain/money/rupees.ts";
import { parcelCost } from "#app/domain/money/wallet-cost.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import type { ParcelMoney } from "./parcel-money.ts";

/** Why a part of an order's money is not known; each has its sentence. */
export type UnknownMoney =
  /** A prepaid parcel was cancelled after it was paid: what came back is not in the parcel's figures. */
  | "cancelled_prepaid"
  /** A parcel came back, and the service has not said what it charges and credits. */
  | "came_back"
  /** The service has not said the figures of a parcel, or reversed a margin it does not explain. */
  | "parcel_figures"
  /** What Shopify counts as paid may be what the courier collects. */
  | "customers_money"
  /** What was paid for the order in Shopify has not been read yet. */
  | "payments_unread";

type WalletMovements = {
  readonly paidPkr: Rupees;
  readonly toPayPkr: Rupees;
  readonly marginPkr: Rupees;
  readonly marginComesPkr: Rupees;
  readonly feePkr: Rupees;
  readonly feeComesPkr: Rupees;
  readonly chargedPkr: Rupees;
  readonly creditedPkr: Rupees;
  /** Null where the service has not said what it holds. */
  readonly heldPkr: Rupees | null;
};

export type ParcelMargin = {
  readonly isOpen: boolean;
  /** It has ended, and what is released after a delivery has been. */
  readonly isFinal: boolean;
  /** It did not stay with the customer. */
  readonly isLost: boolean;
  /** The courier has its cash: it was delivered, whatever became of it later. */
  readonly keepsCash: boolean;
  readonly codPkr: Rupees;
  /** Of a prepaid parcel: what the customer paid for its items and delivery; null where that was not said. */
  readonly paidForPkr: Rupees | null;
  /** What the service keeps of the cash; 0 for a parcel whose cash it does not pay out, null where it has not said. */
  readonly cost: {
    readonly wholesalePkr: Rupees | null;
    readonly shippingCostPkr: Rupees | null;
    readonly feePkr: Rupees | null;
  };
  /** All its movements in the wallet in the end, taken as delivered while it is open; null is unknown. */
  readonly netPkr: Rupees | null;
  readonly movedPkr: Rupees | null;
  readonly ifRefusedPkr: Rupees | null;
  readonly wallet: WalletMovements;
  readonly releaseAt: Date | null;
  readonly unknown: UnknownMoney | null;
};

const OPEN = new Set(["RECEIVED", "AWAITING_FUNDS", "CONFIRMED", "PROCESSING", "SHIPPED"]);

const NOTHING: WalletMovements = {
  ...{ paidPkr: ZERO_RUPEES, toPayPkr: ZERO_RUPEES, marginPkr: ZERO_RUPEES, marginComesPkr: ZERO_RUPEES },
  ...{ feePkr: ZERO_RUPEES, feeComesPkr: ZERO_RUPEES },
  ...{ chargedPkr: ZERO_RUPEES, creditedPkr: ZERO_RUPEES, heldPkr: ZERO_RUPEES },
};

type MarginPart = {
  readonly wallet: Partial<WalletMovements>;
  /** Why not all of it is known. */
  readonly unknown: UnknownMoney | null;
  /** Whether all that moved until now is. */
  readonly isMovedKnown: boolean;
};

/** What one parcel moves in the wallet, and what the couriers have for it (document, Money rules). */
export function projectParcel(paymentMode: PaymentMode, parcel: ParcelMoney): ParcelMargin {
  const isPrepaid = paymentMode === "PREPAID";
  const part = isPrepaid ? prepaidPart(parcel) : codPart(parcel);
  const wallet = { ...NOTHING, ...part.wallet };
  const { status, codPkr, marginStatus, marginReleaseAt } = parcel;
  const isOpen = OPEN.has(status);
  const keepsMargin = isOpen || status === "DELIVERED";
  const moved = wallet.marginPkr + wallet.creditedPkr - wallet.paidPkr - wallet.feePkr - wallet.chargedPkr;
  const comes = wallet.marginComesPkr - wallet.feeComesPkr - wallet.toPayPkr;
  return {
    isOpen,
    isFinal: !isOpen && (status !== "DELIVERED" || marginStatus === "RELEASED"),
    isLost: status === "RETURNED" || status === "CANCELLED",
    keepsCash: !isPrepaid && (status === "DELIVERED" || (status === "RETURNED" && isAfterDelivery(parcel))),
    codPkr: isPrepaid ? ZERO_RUPEES : codPkr,
    paidForPkr: isPrepaid ? sumReported(parcel.resalePkr, parcel.shippingChargedPkr) : ZERO_RUPEES,
    cost: keepsMargin && !isPrepaid ? keptByService(parcel) : NO_COST,
    netPkr: part.unknown === null ? rupees(moved + comes) : null,
    movedPkr: part.isMovedKnown ? rupees(moved) : null,
    ifRefusedPkr: isPrepaid || parcel.rtoReservePkr === null ? null : rupees(0 - parcel.rtoReservePkr),
    wallet,
    releaseAt: keepsMargin ? marginReleaseAt : null,
    unknown: part.unknown,
  };
}

function sumReported(one: Rupees | null, other: Rupees | null): Rupees | null {
  return one === null || other === null ? null : rupees(one + other);
}

const NO_COST = { wholesalePkr: ZERO_RUPEES, shippingCostPkr: ZERO_RUPEES, feePkr: ZERO_RUPEES };

function keptByService({ wholesalePkr, shippingCostPkr, platformFeePkr }: ParcelMoney): ParcelMargin["cost"] {
  return { wholesalePkr, shippingCostPkr, feePkr: platformFeePkr };
}

/** What is released 20 days after a delivery: a COD margin less its fee, or a prepaid fee, which is taken; null is unknown. */
export function releasedPkr(
  paymentMode: PaymentMode,
  parcel: Pick<ParcelMoney, "marginPkr" | "platformFeePkr" | "expectedMarginPkr">,
): Rupees | null {
  const { marginPkr, platformFeePkr, expectedMarginPkr } = parcel;
  if (paymentMode === "PREPAID") return platformFeePkr === null ? null : rupees(0 - platformFeePkr);
  return marginPkr !== null && platformFeePkr !== null
    ? rupees(marginPkr - platformFeePkr)
    : expectedMarginPkr;
}

function codPart(parcel: ParcelMoney): MarginPart {
  const { status, marginStatus, rtoReservePkr } = parcel;
  if (status === "CANCELLED") return known({});
  if (status === "RETURNED")
    return isAfterDelivery(parcel) ? returnedPart(parcel, {}) : refusedCodPart(parcel);
  const comes = releasedPkr("COD", parcel);
  const held = OPEN.has(status) ? { heldPkr: rtoReservePkr } : {};
  if (comes === null || marginStatus === "REVERSED")
    return { wallet: held, unknown: "parcel_figures", isMovedKnown: OPEN.has(status) };
  if (OPEN.has(status)) return known({ ...held, marginComesPkr: comes });
  return known(marginStatus === "RELEASED" ? { marginPkr: comes } : { marginComesPkr: comes });
}

/** Forward and return shipping, as charged; the document defines nothing else for it (Money rule 5). */
function refusedCodPart({ rtoChargePkr, returnCreditPkr }: ParcelMoney): MarginPart {
  if (rtoChargePkr === null) return unknown({}, "came_back");
  return known({ chargedPkr: rtoChargePkr, creditedPkr: returnCreditPkr ?? ZERO_RUPEES });
}

function prepaidPart(parcel: ParcelMoney): MarginPart {
  const { status, marginStatus, receivedAt, readAt } = parcel;
  const cost = parcelCost(parcel);
  const isPaid = receivedAt !== null;
  if (status === "CANCELLED" && !isPaid && readAt !== null) return known({});
  if (cost === null) return unknown({}, "parcel_figures");
  if (status === "CANCELLED") return unknown(isPaid ? { paidPkr: cost } : {}, "cancelled_prepaid");
  if (status === "RETURNED") return returnedPart(parcel, { paidPkr: cost });
  const paid = status === "AWAITING_FUNDS" ? { toPayPkr: cost } : { paidPkr: cost };
  const fee = releasedPkr("PREPAID", parcel);
  if (fee === null || marginStatus === "REVERSED")
    return { wallet: paid, unknown: "parcel_figures", isMovedKnown: OPEN.has(status) };
  const takenPkr = rupees(0 - fee);
  return known(
    marginStatus === "RELEASED" ? { ...paid, feePkr: takenPkr } : { ...paid, feeComesPkr: takenPkr },
  );
}

/**
 * The document gives no sums for a prepaid refusal and a return: they count as reported. The margin, or its fee, counts
 * as undone once the service says so.
 */
function returnedPart(parcel: ParcelMoney, paid: Partial<WalletMovements>): MarginPart {
  const { rtoChargePkr, returnCreditPkr, marginStatus } = parcel;
  const isUndone = !isAfterDelivery(parcel) || marginStatus === "NONE" || marginStatus === "REVERSED";
  if (rtoChargePkr === null || returnCreditPkr === null || !isUndone) return unknown(paid, "came_back");
  return known({ ...paid, chargedPkr: rtoChargePkr, creditedPkr: returnCreditPkr });
}

/** Whether a parcel that came back had been delivered: the reported type, else whether its delivery was (R14). */
export function isAfterDelivery({
  returnType,
  deliveredAt,
}: Pick<ParcelMoney, "returnType" | "deliveredAt">): boolean {
  return returnType === "return" || (returnType === null && deliveredAt !== null);
}

function known(wallet: Partial<WalletMovements>): MarginPart {
  return { wallet, unknown: null, isMovedKnown: true };
}

function unknown(wallet: Partial<WalletMovements>, why: UnknownMoney): MarginPart {
  return { wallet, unknown: why, isMovedKnown: false };
}
