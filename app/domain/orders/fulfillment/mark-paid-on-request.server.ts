import Decimal from "decimal.js";
import {
  findMarkPaidRequest,
  type MarkPaidRequest,
} from "#app/domain/orders/commands/decisions/mark-paid-by-hand.server.ts";
import { settleDecision } from "#app/domain/orders/commands/decisions/record-decision.server.ts";
import { intendEffect, settleEffect } from "#app/domain/orders/reconcile/effects.server.ts";
import type { OrderWriter } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { getOrderForPlacement } from "#app/shopify/operations/orders/get-order-for-placement.ts";
import { markOrderAsPaid } from "#app/shopify/operations/orders/mark-order-as-paid.ts";
import { listUncoveredParcels } from "./list-uncovered-parcels.ts";

/**
 * Marks an order as paid because the merchant said so. It is done only while exactly that sum is outstanding: a mark
 * whose answer was lost, or a payment that came meanwhile, is seen in what Shopify says.
 */
export async function markPaidOnRequest(run: ReadRun): Promise<StepResult> {
  const request = findMarkPaidRequest(run.record);
  if (!request) return continued;
  const key = `mark_paid:pressed:${request.at.toISOString()}`;
  const outstanding = new Decimal(run.shopify.totalOutstanding);
  if (!outstanding.eq(request.outstanding) || !run.shopify.canMarkAsPaid) {
    await settleEffect(run, { key, state: "done", result: "not_due" }, (writer) =>
      recordHandled(run, writer, request),
    );
    return continued;
  }
  await intendEffect(run, key);
  await markOrderAsPaid(run.ctx.admin, run.shopify.id);
  await settleEffect(run, { key, state: "done" }, async (writer) => {
    await recordHandled(run, writer, request);
    await recordMarked(run, writer);
    await writer.addFact({
      actor: "karwan",
      code: "marked_paid",
      params: { amount: outstanding.toNumber() },
    });
  });
  const shopify = await getOrderForPlacement(run.ctx.admin, run.shopify.id);
  return shopify ? { shopify } : continued;
}

/** What couriers collected is among what Shopify counts as paid from now on. */
async function recordMarked({ ctx, record }: ReadRun, { tx }: OrderWriter): Promise<void> {
  const isCollected = listUncoveredParcels(record).some(({ status }) => status === "DELIVERED");
  const where = { shopId_id: { shopId: ctx.shop.id, id: record.id } };
  if (isCollected) await tx.order.update({ where, data: { markedPaidAt: ctx.clock.now() } });
}

async function recordHandled(
  { ctx, record }: ReadRun,
  { tx }: OrderWriter,
  { at }: MarkPaidRequest,
): Promise<void> {
  const read = { shopId: ctx.shop.id, orderId: record.id, kind: "mark_paid", at } as const;
  await settleDecision(tx, { ...read, handledAt: ctx.clock.now() });
}
