import type { Rupees } from "#app/domain/money/rupees.ts";
import { contentsByLine } from "#app/domain/orders/parcels/contents-by-line.ts";
import { openOrderLines } from "#app/domain/orders/reconcile/order-lines.ts";
import type { AccountId, LedgerEntryId, OrderId, ParcelId } from "#app/platform/ids.ts";
import { type CheckedSubject, checkParcels, type LedgerVerdict } from "./check-parcels.ts";
import { checkShopify, type ShopifyVerdict } from "./check-shopify.ts";
import type { DifferenceKind, DifferenceSide } from "./difference-kinds.ts";
import type { OwnEntry, SettledHandoff, SettledOrder } from "./load-batch.server.ts";

/** What is known besides an order and its entries. */
export type CheckOrderInput = {
  readonly copiedAt: ReadonlyMap<AccountId, Date>;
  readonly gaps: ReadonlySet<AccountId>;
  readonly accountId: AccountId | null;
  readonly marksPaid: boolean;
  readonly now: Date;
};

/** A row of `settlement_difference`, without when. */
export type DifferenceResult = {
  readonly orderId: OrderId;
  readonly side: DifferenceSide;
  readonly subjectId: string;
  readonly kind: DifferenceKind;
  readonly expectedPkr: Rupees;
  readonly foundPkr: Rupees;
  readonly parcelIds: readonly ParcelId[];
  readonly entryIds: readonly LedgerEntryId[];
  readonly keptStateAt: Date | null;
};

type Count = "agree" | "differs" | "unknown" | "not_yet";

export type CheckedOrderResult = {
  readonly differences: readonly DifferenceResult[];
  /** Subjects that will be looked at again: what was known of them stays. */
  readonly notYet: readonly string[];
  /** Subjects of which nothing can be said now: what a person put aside of them stays so. */
  readonly unknown: readonly string[];
  /** Parcels that have to be read from the service first. */
  readonly toRead: readonly ParcelId[];
  /** How many ended parcels agree, differ and so on; each counts once. */
  readonly counts: Readonly<Record<Count, number>>;
};

/** What a difference is reported of was read no longer ago. */
const FRESH_MS = 24 * 60 * 60_000;
/** A read that found nothing leaves what was last said as it was. */
const NOT_FOUND_MS = 5 * 60_000;
/** Shopify shows orders of the last sixty days only (R44). */
const SHOWN_MS = 60 * 24 * 60 * 60_000;

/** Compares the three sides of one order: its parcels, the ledger, and Shopify. */
export function checkOrder(
  order: SettledOrder,
  entries: readonly OwnEntry[],
  facts: CheckOrderInput,
): CheckedOrderResult {
  const shopify = checkShopify(toCheckedOrder(order), { isAutomatic: facts.marksPaid, now: facts.now });
  const checked = order.handoffs.flatMap((handoff) =>
    checkHandoff(order, handoff, entriesOf(order, handoff, entries), facts),
  );
  const verdicts = checked.flatMap(({ endedParcels, outcome }) =>
    Array.from({ length: endedParcels }, () => worse(outcome.count, countOf(shopify))),
  );
  const byCount = (count: Count) => verdicts.filter((each) => each === count).length;
  return {
    differences: [
      ...checked.flatMap(({ outcome }) => outcome.difference ?? []),
      ...toDifference(order, shopify, facts.now),
    ],
    notYet: [
      ...checked.flatMap(({ subjectId, outcome }) => (outcome.count === "not_yet" ? [subjectId] : [])),
      // Of an order that is open again nothing is claimed any more.
      ...(shopify.kind === "not_yet" && shopify.because === "marking_comes" ? [order.id] : []),
    ],
    unknown: [
      ...checked.flatMap(({ subjectId, outcome }) => (outcome.count === "unknown" ? [subjectId] : [])),
      ...(shopify.kind === "unknown" ? [order.id] : []),
    ],
    toRead: checked.flatMap(({ outcome }) => outcome.toRead),
    counts: {
      ...{ agree: byCount("agree"), differs: byCount("differs") },
      ...{ unknown: byCount("unknown"), not_yet: byCount("not_yet") },
    },
  };
}

const RANK: readonly Count[] = ["agree", "unknown", "not_yet", "differs"];

function worse(one: Count, other: Count): Count {
  return RANK.indexOf(one) > RANK.indexOf(other) ? one : other;
}

/** An order that is not over is no reason to question a parcel of it that is. */
function countOf(shopify: ShopifyVerdict): Count {
  if (shopify.kind === "agrees" || shopify.kind === "differs")
    return shopify.kind === "agrees" ? "agree" : "differs";
  if (shopify.kind === "unknown") return "unknown";
  return shopify.because === "marking_comes" ? "not_yet" : "agree";
}

type Outcome = {
  readonly count: Count;
  readonly difference: DifferenceResult | null;
  readonly toRead: readonly ParcelId[];
};

function checkHandoff(
  order: SettledOrder,
  handoff: SettledHandoff,
  entries: readonly OwnEntry[],
  facts: CheckOrderInput,
) {
  const account = handoff.accountId ?? facts.accountId;
  const parcels = handoff.parcels.map((parcel) => ({
    ...parcel,
    ...{ paymentMode: handoff.paymentMode, reportedAt: reportedAtOf(parcel) },
  }));
  const copiedAt = account === null ? null : (facts.copiedAt.get(account) ?? null);
  const hasGaps = account !== null && facts.gaps.has(account);
  return checkParcels({ parcels, entries, copiedAt, hasGaps }).flatMap((subject) => {
    const own = handoff.parcels.filter(({ id }) => subject.parcelIds.includes(id));
    const endedParcels = own.filter(({ status }) => ENDED.has(status)).length;
    if (endedParcels === 0) return [];
    const subjectId = own.length === 1 ? (own[0]?.id ?? handoff.id) : handoff.id;
    const isConnected = account !== null && account === facts.accountId;
    const outcome = settleVerdict(subject, { order, subjectId, own, isConnected, now: facts.now });
    return [{ subjectId, endedParcels, outcome }];
  });
}

/** It was said when its row was written, at the latest, whatever the service's clock says. */
function reportedAtOf({ reportedAt, updatedAt }: Pick<ReadParcel, "reportedAt" | "updatedAt">): Date | null {
  return reportedAt !== null && reportedAt > updatedAt ? updatedAt : reportedAt;
}

const ENDED: ReadonlySet<string> = new Set(["DELIVERED", "RETURNED", "CANCELLED"]);

type SubjectFacts = {
  readonly order: SettledOrder;
  readonly subjectId: string;
  readonly own: SettledHandoff["parcels"];
  readonly isConnected: boolean;
  readonly now: Date;
};

/** A difference is reported only of what was read lately; what cannot be read is unknown. */
function settleVerdict({ verdict, parcelIds }: CheckedSubject, facts: SubjectFacts): Outcome {
  const plain = (count: Count): Outcome => ({ count, difference: null, toRead: [] });
  if (verdict.kind === "agrees") return plain("agree");
  if (verdict.kind === "unknown") return plain("unknown");
  if (verdict.kind === "not_yet" && verdict.because === "report_after_copy") return plain("not_yet");
  if (!facts.isConnected || facts.own.some(isUnreadable)) return plain("unknown");
  if (facts.own.some(({ readAt }) => readAt === null)) return plain("not_yet");
  const toRead = facts.own.filter((parcel) => mustRead(parcel, verdict, facts.now)).map(({ id }) => id);
  if (verdict.kind !== "differs" || toRead.length > 0) return { ...plain("not_yet"), toRead };
  const { kind, expectedPkr, ledgerPkr, entryIds } = verdict.difference;
  const { order, subjectId } = facts;
  const found = {
    orderId: order.id,
    side: "ledger",
    subjectId,
    kind,
    expectedPkr,
    entryIds,
    parcelIds,
  } as const;
  return { count: "differs", difference: { ...found, foundPkr: ledgerPkr, keptStateAt: null }, toRead: [] };
}

type ReadParcel = Pick<SettledHandoff["parcels"][number], "readAt" | "reportedAt" | "updatedAt">;

function isUnreadable({ readAt, reportedAt }: ReadParcel): boolean {
  return readAt !== null && reportedAt !== null && readAt.getTime() - reportedAt.getTime() > NOT_FOUND_MS;
}

function mustRead({ readAt }: ReadParcel, { kind }: LedgerVerdict, now: Date): boolean {
  return kind === "not_yet" || (readAt !== null && now.getTime() - readAt.getTime() > FRESH_MS);
}

/** The entries of one handoff: by their parcel, else by its external id; all, where an order has no other. */
function entriesOf({ handoffs }: SettledOrder, handoff: SettledHandoff, entries: readonly OwnEntry[]) {
  const ids = new Set(handoff.parcels.map(({ id }) => id));
  return entries.filter(({ parcelId, externalOrderId }) => {
    if (parcelId !== null) return ids.has(parcelId);
    return handoffs.length === 1 || externalOrderId === handoff.externalOrderId;
  });
}

function toCheckedOrder(order: SettledOrder) {
  return {
    ...{ state: order.state, outstandingPkr: order.outstandingPkr, netPaymentPkr: order.netPaymentPkr },
    ...{
      manualPaidPkr: order.manualPaidPkr,
      isCancelled: order.cancelledAt !== null,
      isLeftAsItIs: order.decisions.length > 0,
    },
    lines: openOrderLines(order.lines),
    handoffs: order.handoffs.map((handoff) => ({
      ...handoff,
      parcels: handoff.parcels.map((parcel) => ({ ...parcel, units: contentsByLine(handoff, parcel) })),
    })),
  };
}

function toDifference(order: SettledOrder, shopify: ShopifyVerdict, now: Date): readonly DifferenceResult[] {
  if (shopify.kind !== "differs") return [];
  const { kind, sumPkr, outstandingPkr } = shopify.difference;
  const isHidden =
    order.shopifyCreatedAt !== null && now.getTime() - order.shopifyCreatedAt.getTime() > SHOWN_MS;
  return [
    {
      ...{ orderId: order.id, side: "shopify", subjectId: order.id, kind },
      ...{ expectedPkr: sumPkr, foundPkr: outstandingPkr, entryIds: [] },
      parcelIds: order.handoffs.flatMap(({ parcels }) => parcels.map(({ id }) => id)),
      keptStateAt: isHidden ? order.readAt : null,
    },
  ];
}
