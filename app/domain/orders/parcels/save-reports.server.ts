import { randomUUID } from "node:crypto";
import type { Parcel, Prisma } from "@prisma/client";
import type { ShopContext } from "../../shops/shop-context.server.ts";
import type { HandoffRecord, ParcelRecord } from "../order-record.server.ts";
import type { OrderRun } from "../order-run.ts";
import type { OrderWriter } from "../write-under-lease.server.ts";
import { foldFields } from "./fold-fields.ts";
import type { ParcelReport } from "./parcel-report.ts";
import { foldStatus, returnTypeOf, type StatusFold } from "./parcel-status.ts";
import { planContents } from "./plan-contents.ts";
import { toStatusFact } from "./status-fact.ts";

/** What became of one report. `conflict`: it contradicts a final state, so the parcel has to be read again. */
export type SavedReport = "created" | "advanced" | "refreshed" | "ignored" | "conflict";

/**
 * Folds one report into the parcel rows of a handoff, along the rank table: older news changes nothing,
 * the same report twice changes nothing, and a parcel seen for the first time gets its row.
 */
export async function saveReport(
  { ctx }: OrderRun,
  writer: OrderWriter,
  handoff: HandoffRecord,
  report: ParcelReport,
  { trusted }: { readonly trusted: Trust },
): Promise<SavedReport> {
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
    await askToRead(ctx.shop.id, writer, parcel.id);
    return "conflict";
  }
  if (fold.kind === "ignore" && fold.because === "unknown") {
    await noteUnknownStatus(ctx, writer, parcel, {
      report,
      trusted,
      rawEnc: sealRaw(ctx.crypto, report, parcel.id),
    });
    return "ignored";
  }
  const age = ageOf(parcel, report, { trusted, fold });
  const { changes, folded } = planChanges(handoff, parcel, report, age);
  await writer.tx.parcel.updateMany({
    where: { shopId: ctx.shop.id, id: parcel.id },
    data: {
      ...changes,
      ...(age === "newer" ? { rawEnc: sealRaw(ctx.crypto, report, parcel.id) } : {}),
      ...(trusted === "fresh_read" ? { readAt: ctx.clock.now() } : {}),
      ...(folded.contradicts ? { readAt: null } : {}),
    },
  });
  if (age === "older_status") return "ignored";
  if (folded.contradicts) return "conflict";
  if (fold.kind === "ignore") return "refreshed";
  await writer.tell({ ...toStatusFact(report), at: report.happenedAt });
  return "advanced";
}

type Trust = "signed_event" | "fresh_read";
type Age = "newer" | "older" | "older_status";

/** A fresh read is the truth of its moment; an event may have been on its way for almost a day. */
function ageOf(
  { status, reportedAt }: Parcel,
  report: ParcelReport,
  { trusted, fold }: { readonly trusted: Trust; readonly fold: StatusFold },
): Age {
  if (fold.kind === "ignore" && fold.because === "older") return "older_status";
  const mayBeLate = trusted === "signed_event" && status === report.status;
  return mayBeLate && reportedAt !== null && report.saidAt < reportedAt ? "older" : "newer";
}

/**
 * Whether all that a signed event says of a parcel stands in its row: the service's first words about an order often say
 * what its answer to us has said.
 */
export function saysNothingNew(handoff: HandoffRecord, parcel: ParcelRecord, report: ParcelReport): boolean {
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

function planChanges(handoff: HandoffRecord, parcel: ParcelRecord, report: ParcelReport, age: Age) {
  const folded = foldFields(parcel, report.fields, age);
  const isOld = age === "older_status";
  return { folded, changes: isOld ? folded.fields : toChanges(handoff, parcel, { ...report, ...folded }) };
}

function toChanges(handoff: HandoffRecord, parcel: Parcel, report: ParcelReport) {
  return {
    ...toRow(report, parcel),
    ...instants(report, parcel),
    ...laterContents(handoff, parcel, report),
    ...laterInstant(parcel, report),
  };
}

function laterInstant({ reportedAt }: Parcel, { saidAt }: ParcelReport) {
  return reportedAt !== null && saidAt < reportedAt ? {} : { reportedAt: saidAt, unknownStatus: null };
}

type Strange = {
  readonly report: ParcelReport;
  readonly trusted: Trust;
  readonly rawEnc: Uint8Array<ArrayBuffer>;
};

/** A status the document does not know is kept as it came and told once; the parcel stays where it was. */
async function noteUnknownStatus(
  { shop, clock }: ShopContext,
  { tx, tell }: OrderWriter,
  parcel: Parcel,
  { report, trusted, rawEnc }: Strange,
): Promise<void> {
  const read = trusted === "fresh_read" ? { readAt: clock.now() } : {};
  await tx.parcel.update({
    where: { shopId_id: { shopId: shop.id, id: parcel.id } },
    data: { rawEnc, unknownStatus: report.status, ...read },
  });
  if (parcel.unknownStatus === report.status) return;
  const params = { part: parcel.part, of: parcel.of, status: report.status };
  await tell({ actor: "supplier", code: "parcel_status_unknown", params, at: report.saidAt });
}

async function createParcel(
  ctx: ShopContext,
  writer: OrderWriter,
  handoff: HandoffRecord,
  report: ParcelReport,
): Promise<void> {
  const { contents, ...row } = newParcel(ctx, handoff, report);
  await writer.tx.parcel.create({
    data: { ...row, ...(contents ? { contents: contents as Prisma.InputJsonValue } : {}) },
    select: { id: true },
  });
  await writer.tell({ ...toStatusFact(report), at: report.happenedAt });
}

/** The row of a parcel that is heard of for the first time. */
export function newParcel(
  { shop, clock, crypto }: ShopContext,
  handoff: HandoffRecord,
  report: ParcelReport,
) {
  const id = randomUUID();
  const contents = planContents({
    sent: handoff.items,
    reported: report.items,
    parcelsInHandoff: report.fields.of ?? 1,
    wholesalePkr: report.fields.wholesalePkr,
  });
  return {
    id,
    shopId: shop.id,
    handoffId: handoff.id,
    mode: handoff.mode,
    supplierOrderId: report.supplierOrderId,
    ...toRow(report, null),
    ...instants(report, null),
    contents,
    rawEnc: sealRaw(crypto, report, id),
    readAt: clock.now(),
    reportedAt: report.saidAt,
  };
}

function sealRaw(crypto: ShopContext["crypto"], report: ParcelReport, id: string) {
  return crypto.seal(JSON.stringify(report.raw), { table: "parcel", row: id, column: "raw_enc" });
}

/** A parcel without `read_at` is read from the service in the next stage. */
async function askToRead(shopId: string, { tx }: OrderWriter, id: string): Promise<void> {
  await tx.parcel.update({ where: { shopId_id: { shopId, id } }, data: { readAt: null } });
}

function toRow({ status, fields, returnType }: ParcelReport, known: ParcelRecord | null) {
  if (status !== "RETURNED") return { status, ...fields };
  const before = { deliveredAt: known?.deliveredAt ?? null };
  return { status, ...fields, returnType: returnTypeOf(returnType ?? known?.returnType, before) };
}

/** When it left and when it arrived, each noted once. */
function instants({ status, happenedAt }: ParcelReport, known: ParcelRecord | null) {
  const left = ["SHIPPED", "DELIVERED", "RETURNED"].includes(status) && !known?.shippedAt;
  const arrived = status === "DELIVERED" && !known?.deliveredAt;
  return { ...(left ? { shippedAt: happenedAt } : {}), ...(arrived ? { deliveredAt: happenedAt } : {}) };
}

/** Contents that were unknown may be told by a later report. */
function laterContents(handoff: HandoffRecord, parcel: ParcelRecord, report: ParcelReport) {
  if (parcel.contents !== null) return {};
  const contents = planContents({
    sent: handoff.items,
    reported: report.items,
    parcelsInHandoff: report.fields.of ?? parcel.of,
    wholesalePkr: report.fields.wholesalePkr ?? parcel.wholesalePkr,
  });
  return contents ? { contents: contents as Prisma.InputJsonValue } : {};
}
