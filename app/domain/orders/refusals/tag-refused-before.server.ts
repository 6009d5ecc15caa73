import { openCustomerEdit } from "#app/domain/orders/customer/open-customer-edit.server.ts";
import { hashPhone } from "#app/domain/orders/customer/phone-hash.ts";
import { planCustomerPhone } from "#app/domain/orders/customer/plan-customer.ts";
import { toCustomerInput } from "#app/domain/orders/customer/to-customer-input.ts";
import { ourFulfillmentOrders } from "#app/domain/orders/fulfillment/our-fulfillment-orders.ts";
import { isEffectSettled, settleEffect } from "#app/domain/orders/reconcile/effects.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { withErrorHandling } from "#app/domain/orders/reconcile/take-turns.server.ts";
import { addTags } from "#app/shopify/operations/orders/add-tags.ts";
import { findCustomerHistory } from "./find-customer-history.server.ts";

const TAG = "Refused before";
const KEY = "tag:refused_before";

/** Tags a new order whose customer refused a parcel before, where the shop wants that: Shopify's own lists and flows see it. */
export async function tagRefusedBefore(run: ReadRun): Promise<StepResult> {
  if (!isWanted(run) || !(await hasRefused(run))) return continued;
  return withErrorHandling(run, () => addTagOnce(run));
}

/** Looked at until something of it was placed; a test key leaves no mark on a real order. */
function isWanted(run: ReadRun): boolean {
  const { ctx, record, shopify } = run;
  const isReal = ctx.connection?.mode === "live" || shopify.test || ctx.shop.developmentStore;
  const isNew = record.handoffs.length === 0 && shopify.cancelledAt === null;
  return ctx.shop.tagRefusedBefore && isReal && isNew && ourFulfillmentOrders(run).length > 0;
}

async function hasRefused({ ctx, record, shopify }: ReadRun): Promise<boolean> {
  if (isEffectSettled(record, KEY)) return false;
  const phone = planCustomerPhone({ ...toCustomerInput(shopify), correction: openCustomerEdit(ctx, record) });
  if (phone.kind !== "ready") return false;
  const query = { phoneHash: hashPhone(ctx, phone.phone), exceptOrderId: record.id };
  return (await findCustomerHistory(ctx, query)).refused > 0;
}

async function addTagOnce(run: ReadRun): Promise<StepResult> {
  await addTags(run.ctx.admin, { id: run.shopify.id, tags: [TAG] });
  await settleEffect(run, { key: KEY, state: "done" }, async () => undefined);
  return continued;
}
