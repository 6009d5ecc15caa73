import { randomUUID } from "node:crypto";
import { type Parcel, Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { openSentCustomer } from "#app/domain/orders/customer/open-customer.server.ts";
import { hideCustomer } from "#app/domain/orders/placement/hide-customer.ts";
import type { OrderWriter } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { HandoffRecord, ParcelRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { OrderRun } from "#app/domain/orders/reconcile/order-run.ts";
import { type ParcelId, type ShopId, toParcelId } from "#app/platform/ids.ts";
import { openParcel, sealCancellationReason } from "./cancellation-reason.ts";
import type { ParcelReport } from "./parcel-report.ts";
import { foldStatus } from "./parcel-status.ts";
import { contentsOf, holdsEverything, planContents } from "./plan-contents.ts";
import {
  ageOf,
  instants,
  isPaymentUnknown,
  planChanges,
  received,
  released,
  type Trust,
  toRow,
} from "./plan-report.ts";
import { toStatusFact } from "./status-fact.ts";

/** What became of one report. `conflict`: it contradicts a final state, so the parcel has to be read again. */
export type SavedReport = "created" | "advanced" | "refreshed" | "ignored" | "conflict";

/**
 * Folds one report into the parcel rows of a handoff, along the rank table: an older report changes nothing, the same
 * report twice changes nothing, and a parcel seen for the first time gets its row.
 */
export async function saveReport(
  { ctx, record }: OrderRun,
  writer: OrderWriter,
  handoff: HandoffRecord,
  reported: ParcelReport,
  { trusted }: { readonly trusted: Trust },
): Promise<SavedReport> {
  const report = withoutCustomer(ctx, handoff, reported);
  const parcel = await writer.tx.parcel.findUnique({
    where: {
      shopId_mode_supplierOrderId: {
        shopId: ctx.shop.id,
        mode: handoff.mode,
        supplierOrderId: report.supplierOrderId,
      },
    },
  });
  if (!parcel) {
    await createParcel(ctx, writer, handoff, report);
    return "created";
  }
  const fold = foldStatus(parcel.status, report.status);
  if (fold.kind === "conflict" && trusted === "signed_event") {
    await requestRead(ctx.shop.id, writer, parcel.id);
    return "conflict";
  }
  const isErased = record.erasedAt !== null && handoff.createdAt <= record.erasedAt;
  const raw = isErased ? {} : { rawEnc: sealRaw(ctx.crypto, report, parcel.id) };
  if (fold.kind === "ignore" && fold.because === "unknown") {
    await recordUnknownStatus(ctx, writer, parcel, { report, trusted, raw });
    return "ignored";
  }
  const age = ageOf(parcel, report, { trusted, fold });
  const { changes, folded } = planChanges(handoff, openParcel(ctx, parcel), report, age);
  const { cancellationReason, ...columns } = changes;
  const isReadNeeded =
    fold.kind === "advance" && trusted === "signed_event" && isPaymentUnknown(handoff, report);
  await writer.tx.parcel.updateMany({
    where: { shopId: ctx.shop.id, id: parcel.id },
    data: {
      ...columns,
      ...(isErased ? {} : sealedReason(ctx, parcel.id, cancellationReason)),
      ...(age === "newer" ? raw : {}),
      ...(trusted === "fresh_read" ? { readAt: ctx.clock.now() } : {}),
      ...(folded.contradicts || isReadNeeded ? { readAt: null } : {}),
      ...(fold.kind === "advance" ? { movedAt: report.happenedAt, ...notStandingStill } : {}),
    },
  });
  if (age === "older_status") return "ignored";
  if (folded.contradicts) return "conflict";
  if (fold.kind === "ignore") return "refreshed";
  await writer.addFact({ ...toStatusFact(report), at: report.happenedAt });
  return "advanced";
}

const notStandingStill = { stillSince: null, stillUsualDays: null, stillBasis: null } as const;

/**
 * Whether a parcel's row already holds all that a signed event says: the service's first event about an order often
 * repeats its answer to us.
 */
export function addsNothingNew(
  ctx: Pick<ShopContext, "crypto">,
  handoff: HandoffRecord,
  { parcel: stored, report }: { readonly parcel: ParcelRecord; readonly report: ParcelReport },
): boolean {
  const parcel = openParcel(ctx, stored);
  const fold = foldStatus(parcel.status, report.status);
  const age = ageOf(parcel, report, { trusted: "signed_event", fold });
  const { changes, folded } = planChanges(handoff, parcel, report, age);
  const row = new Map<string, unknown>(Object.entries(parcel));
  return (
    age === "older" &&
    !folded.contradicts &&
    Object.entries(changes).every(([name, value]) => value === undefined || row.get(name) === value)
  );
}

function sealedReason(ctx: Pick<ShopContext, "crypto">, parcelId: ParcelId, reason: string | undefined) {
  return reason === undefined ? {} : { cancellationReasonEnc: sealCancellationReason(ctx, parcelId, reason) };
}

type UnknownStatusInput = {
  readonly report: ParcelReport;
  readonly trusted: Trust;
  readonly raw: { readonly rawEnc?: Uint8Array<ArrayBuffer> };
};

/** A status the document does not know is kept raw and reported once; the parcel keeps its status. */
async function recordUnknownStatus(
  { shop, clock }: ShopContext,
  { tx, addFact }: OrderWriter,
  parcel: Parcel,
  { report, trusted, raw }: UnknownStatusInput,
): Promise<void> {
  const read = trusted === "fresh_read" ? { readAt: clock.now() } : {};
  await tx.parcel.update({
    where: { shopId_id: { shopId: shop.id, id: parcel.id } },
    data: { ...raw, unknownStatus: report.status, ...read },
  });
  if (parcel.unknownStatus === report.status) return;
  const params = { part: parcel.part, of: parcel.of, status: report.status };
  await addFact({ actor: "supplier", code: "parcel_status_unknown", params, at: report.reportedAt });
}

/** A parcel the answer to the placing did not have: what was taken for the only one is looked at again. */
async function createParcel(
  ctx: ShopContext,
  writer: OrderWriter,
  handoff: HandoffRecord,
  report: ParcelReport,
): Promise<void> {
  const shopId = ctx.shop.id;
  const known = await writer.tx.parcel.findMany({ where: { shopId, handoffId: handoff.id } });
  const isAssumed = ({ fulfillmentGid, contents }: Parcel) =>
    fulfillmentGid === null && holdsEverything(handoff.items, contents);
  const count = known.length + 1;
  for (const parcel of known) {
    await writer.tx.parcel.update({
      where: { shopId_id: { shopId, id: parcel.id } },
      data: {
        of: Math.max(parcel.of, count),
        ...(isAssumed(parcel) ? { contents: Prisma.DbNull, readAt: null } : {}),
      },
    });
  }
  const place = { part: report.fields.part ?? count, of: Math.max(report.fields.of ?? 1, count) };
  const contents = planContents({
    sent: handoff.items,
    reported: report.items,
    parcelsInHandoff: place.of,
    wholesalePkr: report.fields.wholesalePkr,
    inOtherParcels: contentsOf(known.filter((parcel) => !isAssumed(parcel))),
  });
  const row = newParcel(ctx, handoff, { ...report, fields: { ...report.fields, ...place } });
  await writer.tx.parcel.create({
    data: { ...row, ...(contents ? { contents: contents as Prisma.InputJsonValue } : {}) },
    select: { id: true },
  });
  await writer.addFact({ ...toStatusFact(report), at: report.happenedAt });
}

/** A report without the texts that name the customer. */
export function withoutCustomer(
  ctx: Pick<ShopContext, "crypto">,
  handoff: HandoffRecord,
  report: ParcelReport,
): ParcelReport {
  const { cancellationReason } = report.fields;
  if (cancellationReason === undefined) return report;
  const hidden = hideCustomer(cancellationReason, openSentCustomer(ctx, handoff));
  return { ...report, fields: { ...report.fields, cancellationReason: hidden } };
}

/** The row of a newly reported parcel, without its contents. */
export function newParcel(ctx: ShopContext, handoff: HandoffRecord, report: ParcelReport) {
  const { shop, clock, crypto } = ctx;
  const id = toParcelId(randomUUID());
  const { cancellationReason, ...columns } = toRow(report, null);
  return {
    id,
    shopId: shop.id,
    handoffId: handoff.id,
    mode: handoff.mode,
    supplierOrderId: report.supplierOrderId,
    ...columns,
    ...sealedReason(ctx, id, cancellationReason),
    ...instants(report, null),
    ...received(report, null),
    ...released(handoff, report, null),
    rawEnc: sealRaw(crypto, report, id),
    readAt: isPaymentUnknown(handoff, report) ? null : clock.now(),
    reportedAt: report.reportedAt,
    movedAt: report.happenedAt,
  };
}

function sealRaw(crypto: ShopContext["crypto"], report: ParcelReport, id: ParcelId) {
  return crypto.seal(JSON.stringify(report.raw), { table: "parcel", row: id, column: "raw_enc" });
}

/** A parcel without `read_at` is read from the service in the next stage. */
async function requestRead(shopId: ShopId, { tx }: OrderWriter, id: ParcelId): Promise<void> {
  await tx.parcel.update({ where: { shopId_id: { shopId, id } }, data: { readAt: null } });
}
