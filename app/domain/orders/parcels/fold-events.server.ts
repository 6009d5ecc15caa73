import type { Delivery } from "@prisma/client";
import { deliveryPlace } from "#app/platform/inbox.server.ts";
import { isPassing } from "#app/platform/passing-failure.ts";
import { parseSupplierEvent, type SupplierEvent } from "#app/supplier/webhook-event.ts";
import type { HandoffRecord } from "../order-record.server.ts";
import { changed, goOn, type OrderRun, type StageResult } from "../order-run.ts";
import { type OrderWriter, writeUnderLease } from "../write-under-lease.server.ts";
import { instantOf, type ParcelReport, toParcelReport } from "./parcel-report.ts";
import { saveReport } from "./save-reports.server.ts";

type OrderEvent = Extract<SupplierEvent, { kind: "order" }>;

const BATCH = 100;

/**
 * Folds the service's signed events about this order into its parcels, in the order they came; the rank table makes
 * that order matter little. Events of a handoff whose placing is still unsure wait until it is settled.
 */
export async function foldEvents(run: OrderRun): Promise<StageResult> {
  const placed = run.record.handoffs.filter((handoff) => handoff.state === "placed");
  if (placed.length === 0) return goOn;
  const deliveries = await run.ctx.db.delivery.findMany({
    where: {
      shopId: run.ctx.shop.id,
      source: "supplier",
      subject: { in: placed.map((handoff) => handoff.externalOrderId) },
      foldedAt: null,
      ignored: null,
    },
    orderBy: { id: "asc" },
    take: BATCH,
  });
  for (const delivery of deliveries) await foldUnlessPoison(run, placed, delivery);
  if (deliveries.length === BATCH) return { kind: "come_again", delayMs: 0 };
  return deliveries.length > 0 ? changed : goOn;
}

/**
 * An event that cannot be folded in, whatever is in it, is put aside alone: what it meant to tell is read from the
 * service instead, and the order's other news goes on.
 */
async function foldUnlessPoison(
  run: OrderRun,
  placed: readonly HandoffRecord[],
  delivery: Delivery,
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
  delivery: Delivery,
): Promise<void> {
  const event = parseSupplierEvent(run.ctx.crypto.open(delivery.bodyEnc, deliveryPlace(delivery)));
  const handoff = placed.find((each) => each.externalOrderId === delivery.subject);
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
    const amount = event.amountPkr ?? report.fields.expectedMarginPkr ?? null;
    await writer.tell({
      actor: "supplier",
      code: "margin_released",
      params: { amount },
      at: report.happenedAt,
    });
  }
  return saved === "ignored" ? "older_news" : null;
}

function reportOf(event: OrderEvent, receivedAt: Date): ParcelReport {
  const happenedAt = instantOf(event.createdAt) ?? receivedAt;
  return toParcelReport(event.order, { happenedAt, returnType: event.returnType });
}
