import type { Parcel, Prisma } from "@prisma/client";
import type { HandoffRecord, ParcelRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import { releasedPkr } from "../money/parcel-margin.ts";
import type { OpenParcel } from "./cancellation-reason.ts";
import { foldFields } from "./fold-fields.ts";
import type { ParcelReport } from "./parcel-report.ts";
import { returnTypeOf, type StatusFold } from "./parcel-status.ts";
import { contentsOf, planContents } from "./plan-contents.ts";

export type Trust = "signed_event" | "fresh_read";
export type Age = "newer" | "older" | "older_status";

/** A fresh read is the truth of its moment; an event may have been on its way for almost a day. */
export function ageOf(
  { status, reportedAt }: Parcel,
  report: ParcelReport,
  { trusted, fold }: { readonly trusted: Trust; readonly fold: StatusFold },
): Age {
  if (fold.kind === "ignore" && fold.because === "older") return "older_status";
  const mayBeLate = trusted === "signed_event" && status === report.status;
  return mayBeLate && reportedAt !== null && report.reportedAt < reportedAt ? "older" : "newer";
}

/** What a report of this age changes in a parcel's row. */
export function planChanges(handoff: HandoffRecord, parcel: OpenParcel, report: ParcelReport, age: Age) {
  const folded = foldFields(parcel, report.fields, age);
  const isOld = age === "older_status";
  const changes = isOld ? folded.fields : toChanges(handoff, parcel, { ...report, ...folded });
  const once = { ...received(report, parcel), ...released(handoff, report, parcel) };
  return { folded, changes: { ...changes, ...once } };
}

function toChanges(handoff: HandoffRecord, parcel: Parcel, report: ParcelReport) {
  return {
    ...toRow(report, parcel),
    ...instants(report, parcel),
    ...laterContents(handoff, parcel, report),
    ...laterInstant(parcel, report),
  };
}

function laterInstant({ reportedAt }: Parcel, { reportedAt: saidAt }: ParcelReport) {
  return reportedAt !== null && saidAt < reportedAt ? {} : { reportedAt: saidAt, unknownStatus: null };
}

export function toRow({ status, fields, returnType, deliveredAt }: ParcelReport, known: ParcelRecord | null) {
  if (status !== "RETURNED") return { status, ...fields };
  const before = { deliveredAt: known?.deliveredAt ?? deliveredAt ?? null };
  // What we concluded without knowing of a delivery gives way to a history that shows one.
  const type = returnType ?? (deliveredAt ? "return" : known?.returnType);
  return { status, ...fields, returnType: returnTypeOf(type, before) };
}

/** When it was past waiting for funds; an older report shows it as well as a later one. */
export function received({ receivedAt }: ParcelReport, known: ParcelRecord | null) {
  return receivedAt && !known?.receivedAt ? { receivedAt } : {};
}

/** When its margin was first said to be released, and how much: what is reversed later may not say it any more. */
export function released(
  { paymentMode }: Pick<HandoffRecord, "paymentMode">,
  { fields, status, reportedAt }: ParcelReport,
  known: Parcel | null,
) {
  if (fields.marginStatus !== "RELEASED" || known?.marginReleasedAt) return {};
  const figures = {
    marginPkr: fields.marginPkr ?? known?.marginPkr ?? null,
    platformFeePkr: fields.platformFeePkr ?? known?.platformFeePkr ?? null,
    expectedMarginPkr: fields.expectedMarginPkr ?? known?.expectedMarginPkr ?? null,
  };
  // A report of a return may say it still, when its figures are those of the end.
  const sum = status === "DELIVERED" ? releasedPkr(paymentMode, figures) : null;
  return { marginReleasedAt: reportedAt, marginReleasedPkr: sum };
}

/** When it left, when it arrived and when it came back, each noted once. */
export function instants({ status, happenedAt, deliveredAt }: ParcelReport, known: ParcelRecord | null) {
  const left = ["SHIPPED", "DELIVERED", "RETURNED"].includes(status) && !known?.shippedAt;
  const arrived = deliveredAt ?? (status === "DELIVERED" ? happenedAt : null);
  return {
    ...(left ? { shippedAt: happenedAt } : {}),
    ...(arrived && !known?.deliveredAt ? { deliveredAt: arrived } : {}),
    ...(status === "RETURNED" && !known?.returnedAt ? { returnedAt: happenedAt } : {}),
  };
}

/** A later report may show contents that were unknown. */
function laterContents(handoff: HandoffRecord, parcel: ParcelRecord, report: ParcelReport) {
  if (parcel.contents !== null) return {};
  const contents = planContents({
    sent: handoff.items,
    reported: report.items,
    parcelsInHandoff: Math.max(report.fields.of ?? parcel.of, handoff.parcels.length),
    wholesalePkr: report.fields.wholesalePkr ?? parcel.wholesalePkr ?? undefined,
    inOtherParcels: contentsOf(handoff.parcels.filter(({ id }) => id !== parcel.id)),
  });
  return contents ? { contents: contents as Prisma.InputJsonValue } : {};
}

/** Cancelled, and the report does not say whether it was paid before: a read shows its history. */
export function isPaymentUnknown(
  { paymentMode }: Pick<HandoffRecord, "paymentMode">,
  { status, receivedAt }: ParcelReport,
): boolean {
  return paymentMode === "PREPAID" && status === "CANCELLED" && receivedAt === undefined;
}
