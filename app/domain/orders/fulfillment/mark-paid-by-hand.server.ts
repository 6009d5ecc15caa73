import Decimal from "decimal.js";
import { getOrderForPlacement } from "#app/shopify/operations/get-order-for-placement.ts";
import { markOrderAsPaid } from "#app/shopify/operations/mark-order-as-paid.ts";
import { findMarkPaidWish } from "../decisions/mark-paid-by-hand.server.ts";
import { intend, settle } from "../effects.server.ts";
import { changed, goOn, type ReadRun, type StageResult } from "../order-run.ts";
import type { OrderWriter } from "../write-under-lease.server.ts";
import { listUncoveredParcels } from "./list-uncovered-parcels.ts";

/**
 * Marks an order as paid because the merchant said so. It is done only while exactly that sum is outstanding: a mark
 * whose answer was lost, or a payment that came meanwhile, is seen in what Shopify says.
 */
export async function markPaidAsPressed(run: ReadRun): Promise<StageResult> {
  const wish = findMarkPaidWish(run.record);
  if (!wish) return goOn;
  const key = `mark_paid:pressed:${wish.at.toISOString()}`;
  const outstanding = new Decimal(run.shopify.totalOutstanding);
  if (!outstanding.eq(wish.outstanding) || !run.shopify.canMarkAsPaid) {
    await settle(run, { key, state: "done", result: "not_due" }, (writer) => serve(run, writer));
    return changed;
  }
  await intend(run, key);
  await markOrderAsPaid(run.ctx.admin, run.shopify.id);
  await settle(run, { key, state: "done" }, async (writer) => {
    await serve(run, writer);
    await recordMarked(run, writer);
    await writer.tell({ actor: "karwan", code: "marked_paid", params: { amount: outstanding.toNumber() } });
  });
  run.shopify = (await getOrderForPlacement(run.ctx.admin, run.shopify.id)) ?? run.shopify;
  return changed;
}

/** What couriers collected is among what Shopify counts as paid from now on. */
async function recordMarked({ ctx, record }: ReadRun, { tx }: OrderWriter): Promise<void> {
  const isCollected = listUncoveredParcels(record).some(({ status }) => status === "DELIVERED");
  const where = { shopId_id: { shopId: ctx.shop.id, id: record.id } };
  if (isCollected) await tx.order.update({ where, data: { markedPaidAt: ctx.clock.now() } });
}

async function serve({ ctx, record }: ReadRun, { tx }: OrderWriter): Promise<void> {
  const where = { shopId: ctx.shop.id, orderId: record.id, kind: "mark_paid" };
  await tx.orderDecision.updateMany({ where, data: { servedAt: ctx.clock.now() } });
}
