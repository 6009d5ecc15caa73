import { type Delivery, Prisma } from "@prisma/client";
import { deliveryPlace } from "#app/platform/inbox.server.ts";
import { isPassing } from "#app/platform/passing-failure.ts";
import { queryRows } from "#app/platform/query-rows.server.ts";
import { serviceMoment } from "#app/supplier/service-moment.ts";
import { parseSupplierEvent, type SupplierEvent } from "#app/supplier/webhook-event.ts";
import { releasedPkr } from "../money/parcel-margin.ts";
import type { HandoffRecord } from "../order-record.server.ts";
import { changed, goOn, type Heard, type OrderRun, type StageResult } from "../order-run.ts";
import { type OrderWriter, writeAtOnce, writeUnderLease } from "../write-under-lease.server.ts";
import { instantOf, type ParcelReport, toParcelReport } from "./parcel-report.ts";
import { saveReport, saysNothingNew } from "./save-reports.server.ts";

type OrderEvent = Extract<SupplierEvent, { kind: "order" }>;

const BATCH = 100;

/**
 * Folds the service's signed events about this order into its parcels, in the order they came; the rank table makes
 * that order matter little. Events of a handoff whose placing is still unsure wait until it is settled.
 */
export async function foldEvents(run: OrderRun): Promise<StageResult> {
  const placed = run.record.handoffs.filter((handoff) => handoff.state === "placed");
  if (placed.length === 0) return goOn;
  const deliveries = await listWaiting(run, placed);
  for (const delivery of deliveries) await foldUnlessPoison(run, placed, delivery);
  if (deliveries.length === BATCH) return { kind: "come_again", delayMs: 0 };
  return deliveries.length > 0 ? changed : goOn;
}

type Waiting = Pick<Delivery, "id" | "source" | "key" | "subject" | "bodyEnc" | "receivedAt">;
type WaitingRow = Waiting & Heard & { readonly id: bigint | null };

/** With what was marked by then, unless more than reports was, which want more than this, or more waits than is listed. */
async function listWaiting(run: OrderRun, placed: readonly HandoffRecord[]): Promise<readonly Waiting[]> {
  const { ctx, claim, heard } = run;
  const rows = await queryRows<WaitingRow>(
    ctx.db,
    Prisma.sql`
    select wanted, reports, waiting.* from work left join lateral (
      select id, source, key, subject, body_enc as "bodyEnc", received_at as "receivedAt" from delivery
      where shop_id = ${ctx.shop.id}::uuid and source = 'supplier' and folded_at is null and ignored is null
        and subject = any(${placed.map(({ externalOrderId }) => externalOrderId)}::text[])
      order by id limit ${BATCH}) as waiting on true
    where work.id = ${claim.id}::uuid order by waiting.id`,
  );
  const [now] = rows;
  if (now && rows.length < BATCH && now.wanted - heard.wanted === now.reports - heard.reports) {
    const { wanted, reports } = now;
    run.heard = { wanted, reports };
  }
  return rows.filter(({ id }) => id !== null);
}

/**
 * An event that cannot be folded in, whatever is in it, is put aside alone: what it meant to tell is read from the
 * service instead, and the order's other news goes on.
 */
async function foldUnlessPoison(
  run: OrderRun,
  placed: readonly HandoffRecord[],
  delivery: Waiting,
): Promise<void> {
  try {
    await foldDelivery(run, placed, delivery);
  } catch (error) {
    if (isPassing(error)) throw error;
    const shopId = run.ctx.shop.id;
    run.ctx.log.warn({ event: "delivery_put_aside", deliveryId: String(delivery.id), code: nameOf(error) });
    const handoff = placed.find((each) => each.externalOrderId === delivery.subject);
    await writeUnderLease(run, async ({ tx }) => {
      const aside = { foldedAt: run.ctx.clock.now(), ignored: "unreadable" };
      await tx.delivery.update({ where: { id: delivery.id, shopId }, data: aside });
      // Without its handoff the condition would be left out, and every parcel of the shop be read.
      if (handoff)
        await tx.parcel.updateMany({ where: { shopId, handoffId: handoff.id }, data: { readAt: null } });
    });
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}

async function foldDelivery(
  run: OrderRun,
  placed: readonly HandoffRecord[],
  delivery: Waiting,
): Promise<void> {
  const event = parseSupplierEvent(run.ctx.crypto.open(delivery.bodyEnc, deliveryPlace(delivery)));
  const handoff = placed.find((each) => each.externalOrderId === delivery.subject);
  if (event && handoff && isKnown(run, handoff, event, delivery.receivedAt)) {
    const folded = Prisma.sql`
      update delivery set folded_at = ${run.ctx.clock.now()} from held
      where id = ${delivery.id} and shop_id = ${run.ctx.shop.id}::uuid`;
    await writeAtOnce(run, { changes: { folded }, record: run.record });
    return;
  }
  await writeUnderLease(run, async (writer) => {
    const ignored =
      event?.kind === "order" && handoff
        ? await foldEvent(run, writer, handoff, { event, receivedAt: delivery.receivedAt })
        : "unknown_event";
    await writer.tx.delivery.updateMany({
      where: { id: delivery.id, shopId: run.ctx.shop.id },
      data: { foldedAt: run.ctx.clock.now(), ...(ignored ? { ignored } : {}) },
    });
  });
}

/** By the rows as they were loaded, where nothing was written since. */
function isKnown(run: OrderRun, handoff: HandoffRecord, event: SupplierEvent, receivedAt: Date): boolean {
  if (run.isStale || event.kind !== "order" || event.mode !== handoff.mode) return false;
  const report = reportOf(event, receivedAt);
  const parcel = handoff.parcels.find(({ supplierOrderId }) => supplierOrderId === report.supplierOrderId);
  return (
    event.event === "order.received" &&
    parcel !== undefined &&
    saysNothingNew(run.ctx, handoff, { parcel, report })
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
    await writer.tell({ ...(await releaseFact(run, writer, handoff, event)), at: report.happenedAt });
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
  const told = parcel && releasedPkr(paymentMode, parcel);
  const isFee = paymentMode === "PREPAID";
  return {
    actor: "supplier",
    code: isFee ? "fee_taken" : "margin_released",
    params: { amount: isFee ? told && 0 - told : (amountPkr ?? told) },
  } as const;
}

/** One that claims to be of later than it came would stand above all that is said afterwards. */
function reportOf(event: OrderEvent, receivedAt: Date): ParcelReport {
  const happenedAt = serviceMoment(instantOf(event.createdAt) ?? receivedAt, receivedAt);
  return toParcelReport(event.order, { happenedAt, returnType: event.returnType });
}
