import { type Delivery, Prisma } from "@prisma/client";
import { deliveryPlace } from "#app/domain/deliveries/delivery-place.ts";
import {
  type OrderFact,
  type OrderWriter,
  writeInLeaseStatement,
  writeInLeaseTransaction,
} from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { HandoffRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import { isStale, type OrderRun } from "#app/domain/orders/reconcile/order-run.ts";
import {
  continued,
  endRunFor,
  joinResults,
  type StepResult,
} from "#app/domain/orders/reconcile/step-result.ts";
import { takeTurns } from "#app/domain/orders/reconcile/take-turns.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import { isTransient } from "#app/platform/http/transient-failure.ts";
import type { ObservedRequests } from "#app/platform/queue/work-result.ts";
import { clampToReceivedAt } from "#app/supplier/clamp-to-received-at.ts";
import { parseSupplierEvent, type SupplierEvent } from "#app/supplier/webhook-event.ts";
import { releasedPkr } from "../money/parcel-margin.ts";
import { instantOf, type ParcelReport, toParcelReport } from "./parcel-report.ts";
import { addsNothingNew, saveReport } from "./save-reports.server.ts";

type OrderEvent = Extract<SupplierEvent, { kind: "order" }>;

const BATCH = 100;

/**
 * Folds the service's signed events about this order into its parcels, in the order they came; the rank table makes
 * that order matter little. Events of a handoff whose outcome is unknown wait until it is settled.
 */
export async function foldEvents(run: OrderRun): Promise<StepResult> {
  const placed = run.record.handoffs.filter((handoff) => handoff.state === "placed");
  if (placed.length === 0) return continued;
  const { deliveries, observed } = await listWaiting(run, placed);
  const folded = await takeTurns(run, deliveries, (now, delivery) => foldOrSetAside(now, placed, delivery));
  return joinResults({ observed }, deliveries.length === BATCH ? joinResults(folded, endRunFor(0)) : folded);
}

type WaitingDeliveries = {
  readonly deliveries: readonly WaitingDelivery[];
  readonly observed: ObservedRequests;
};
type WaitingDelivery = Pick<Delivery, "id" | "source" | "key" | "subject" | "bodyEnc" | "receivedAt">;
type WaitingDeliveryRow = WaitingDelivery & ObservedRequests & { readonly id: bigint | null };

/** Also takes up what was requested by then, unless more than reports was, which needs more, or more waits than is listed. */
async function listWaiting(run: OrderRun, placed: readonly HandoffRecord[]): Promise<WaitingDeliveries> {
  const { ctx, claim, observed } = run;
  const rows = await queryRows<WaitingDeliveryRow>(
    ctx.db,
    Prisma.sql`
    select requested_generation as "requestedGeneration", requested_reports as "requestedReports", waiting.*
    from work left join lateral (
      select id, source, key, subject, body_enc as "bodyEnc", received_at as "receivedAt" from delivery
      where shop_id = ${ctx.shop.id}::uuid and source = 'supplier' and folded_at is null and ignored is null
        and subject = any(${placed.map(({ externalOrderId }) => externalOrderId)}::text[])
      order by id limit ${BATCH}) as waiting on true
    where work.id = ${claim.id}::uuid order by waiting.id`,
  );
  const [now] = rows;
  const deliveries = rows.filter(({ id }) => id !== null);
  if (!now || rows.length === BATCH || !haveOnlyReportsCome(observed, now)) return { deliveries, observed };
  const { requestedGeneration, requestedReports } = now;
  return { deliveries, observed: { requestedGeneration, requestedReports } };
}

function haveOnlyReportsCome(observed: ObservedRequests, now: ObservedRequests): boolean {
  const requests = now.requestedGeneration - observed.requestedGeneration;
  return requests === now.requestedReports - observed.requestedReports;
}

/**
 * An event that cannot be folded in is put aside alone: its order is read from the service instead, and the order's
 * other events are folded in.
 */
async function foldOrSetAside(
  run: OrderRun,
  placed: readonly HandoffRecord[],
  delivery: WaitingDelivery,
): Promise<StepResult> {
  try {
    return await foldDelivery(run, placed, delivery);
  } catch (error) {
    if (isTransient(error)) throw error;
    const shopId = run.ctx.shop.id;
    run.ctx.log.warn({ event: "delivery_put_aside", deliveryId: String(delivery.id), code: nameOf(error) });
    const handoff = placed.find((each) => each.externalOrderId === delivery.subject);
    await writeInLeaseTransaction(run, async ({ tx }) => {
      const aside = { foldedAt: run.ctx.clock.now(), ignored: "unreadable" };
      await tx.delivery.update({ where: { id: delivery.id, shopId }, data: aside });
      // Without its handoff the condition would be left out, and every parcel of the shop be read.
      if (handoff)
        await tx.parcel.updateMany({ where: { shopId, handoffId: handoff.id }, data: { readAt: null } });
    });
    return continued;
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}

async function foldDelivery(
  run: OrderRun,
  placed: readonly HandoffRecord[],
  delivery: WaitingDelivery,
): Promise<StepResult> {
  const event = parseSupplierEvent(run.ctx.crypto.open(delivery.bodyEnc, deliveryPlace(delivery)));
  const handoff = placed.find((each) => each.externalOrderId === delivery.subject);
  if (event && handoff && isAlreadyKnown(run, handoff, event, delivery.receivedAt)) {
    const folded = Prisma.sql`
      update delivery set folded_at = ${run.ctx.clock.now()} from held
      where id = ${delivery.id} and shop_id = ${run.ctx.shop.id}::uuid`;
    const { rows } = await writeInLeaseStatement(run, { changes: { folded }, record: run.record });
    return rows;
  }
  await writeInLeaseTransaction(run, async ({ tx, addFact }) => {
    const writer = { tx, addFact: (fact: OrderFact) => addFact({ ...fact, deliveryId: delivery.id }) };
    const ignored =
      event?.kind === "order" && handoff
        ? await foldEvent(run, writer, handoff, { event, receivedAt: delivery.receivedAt })
        : "unknown_event";
    await writer.tx.delivery.updateMany({
      where: { id: delivery.id, shopId: run.ctx.shop.id },
      data: { foldedAt: run.ctx.clock.now(), ...(ignored ? { ignored } : {}) },
    });
  });
  return continued;
}

/** By the rows as they were loaded, where nothing was written since. */
function isAlreadyKnown(
  run: OrderRun,
  handoff: HandoffRecord,
  event: SupplierEvent,
  receivedAt: Date,
): boolean {
  if (isStale(run) || event.kind !== "order" || event.mode !== handoff.mode) return false;
  const report = reportOf(event, receivedAt);
  const parcel = handoff.parcels.find(({ supplierOrderId }) => supplierOrderId === report.supplierOrderId);
  return (
    event.event === "order.received" &&
    parcel !== undefined &&
    addsNothingNew(run.ctx, handoff, { parcel, report })
  );
}

/** Returns why the event changed nothing, or null when it was folded in. */
async function foldEvent(
  run: OrderRun,
  writer: OrderWriter,
  handoff: HandoffRecord,
  { event, receivedAt }: { readonly event: OrderEvent; readonly receivedAt: Date },
): Promise<string | null> {
  if (event.mode !== handoff.mode) return "other_mode";
  const report = reportOf(event, receivedAt);
  const saved = await saveReport(run, writer, handoff, report, { trusted: "signed_event" });
  if (event.event === "wallet.margin_released") {
    await writer.addFact({ ...(await releaseFact(run, writer, handoff, event)), at: report.happenedAt });
  }
  return saved === "ignored" ? "older_news" : null;
}

/** As the event says what was credited; of a prepaid parcel its fee is taken, whatever sign the event gives it. */
async function releaseFact(
  { ctx }: OrderRun,
  { tx }: OrderWriter,
  { mode, paymentMode }: HandoffRecord,
  { order, amountPkr }: OrderEvent,
) {
  const key = { shopId: ctx.shop.id, mode, supplierOrderId: order.id };
  const parcel = await tx.parcel.findUnique({ where: { shopId_mode_supplierOrderId: key } });
  const releasedSum = parcel && releasedPkr(paymentMode, parcel);
  const isFee = paymentMode === "PREPAID";
  return {
    actor: "supplier",
    code: isFee ? "fee_taken" : "margin_released",
    params: { amount: isFee ? releasedSum && 0 - releasedSum : (amountPkr ?? releasedSum) },
  } as const;
}

/** An event dated after its arrival would outrank every later one. */
function reportOf(event: OrderEvent, receivedAt: Date): ParcelReport {
  const happenedAt = clampToReceivedAt(instantOf(event.createdAt) ?? receivedAt, receivedAt);
  return toParcelReport(event.order, { happenedAt, returnType: event.returnType });
}
