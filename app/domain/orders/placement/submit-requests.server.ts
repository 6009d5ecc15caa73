import { Prisma } from "@prisma/client";
import { lastRequest } from "#app/domain/orders/fulfillment/answer-held-requests.server.ts";
import type { PlacementState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import {
  writeInLeaseStatement,
  writeInLeaseTransaction,
} from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { withFulfillmentOrder } from "#app/domain/orders/reconcile/shopify-changes.ts";
import {
  continued,
  joinResults,
  mergeResult,
  requeueAfter,
  type StepResult,
} from "#app/domain/orders/reconcile/step-result.ts";
import { toRefusal, toRefusalHold } from "#app/domain/orders/reconcile/take-turns.server.ts";
import type { FulfillmentOrderGid } from "#app/platform/ids.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { submitFulfillmentRequest } from "#app/shopify/operations/fulfillment/submit-fulfillment-request.ts";
import type { PlacingDecision } from "./decide-placing.ts";

const REFUSED_REQUEST_MS = 2000;

type SubmitRequestsInput = Pick<Extract<PlacingDecision, { kind: "go" }>, "toSubmit" | "mode">;

/** With a placement, where Shopify refused a request: nothing is placed then. */
type SubmitRequestsResult = StepResult & { readonly placement?: PlacementState };

/** Automatic handoff speaks in the merchant's name, and only after everything was checked (R8, R27). */
export async function submitRequests(
  run: ReadRun,
  { toSubmit, mode }: SubmitRequestsInput,
): Promise<SubmitRequestsResult> {
  let result: StepResult = {};
  for (const gid of toSubmit) {
    const submitted = await submitRequest(mergeResult(run, result), { gid, mode });
    if (submitted.placement) return joinResults(result, submitted);
    result = joinResults(result, submitted);
  }
  return result;
}

type SubmitRequestInput = Pick<SubmitRequestsInput, "mode"> & { readonly gid: FulfillmentOrderGid };

async function submitRequest(run: ReadRun, { gid, mode }: SubmitRequestInput): Promise<SubmitRequestsResult> {
  const { ctx } = run;
  const submitted = Prisma.sql`
    update fulfillment_order set submitted_by_us_at = ${ctx.clock.now()} from held
    where shop_id = ${ctx.shop.id}::uuid and gid = ${gid}`;
  const fact = { actor: "karwan", code: "request_submitted" } as const;
  await writeInLeaseStatement(run, { changes: { submitted }, facts: [fact] });
  const notifyCustomer = mode === "live" && (wantsCustomerNotified(run, gid) ?? ctx.shop.notifyCustomers);
  try {
    await submitFulfillmentRequest(ctx.admin, { id: gid, notifyCustomer });
  } catch (error) {
    return holdRefusedRequest(run, gid, error);
  }
  const asked = { status: "OPEN", requestStatus: "SUBMITTED" };
  return { shopify: withFulfillmentOrder(run.shopify, gid, asked) };
}

/** A request that was closed is made again as the merchant made it (R8). */
function wantsCustomerNotified(run: ReadRun, gid: FulfillmentOrderGid): boolean | null {
  const before = run.shopify.fulfillmentOrders.find(({ id }) => id === gid);
  return (before && lastRequest(before)?.notifyCustomer) ?? null;
}

/** @throws what is no lasting refusal of Shopify's */
async function holdRefusedRequest(
  run: ReadRun,
  gid: FulfillmentOrderGid,
  error: unknown,
): Promise<SubmitRequestsResult> {
  const { code } = toRefusalHold(error);
  const held = { ...toRefusal(run, error), placement: { kind: "held", code } } as const;
  if (!isShopifyError(error, "user_errors")) return held;
  return joinResults(await recordNotSubmitted(run, gid), held);
}

/**
 * A request that Shopify refused has no echo: later events of the fulfillment order are somebody else's. One of those
 * may have come first and passed for our echo, so the order is read again soon (D-39).
 */
async function recordNotSubmitted(run: ReadRun, gid: FulfillmentOrderGid): Promise<StepResult> {
  await writeInLeaseTransaction(run, async ({ tx }) => {
    const where = { shopId: run.ctx.shop.id, gid };
    await tx.fulfillmentOrder.updateMany({ where, data: { submittedByUsAt: null } });
  });
  return run.record.holdCode === "shopify_refused" ? continued : requeueAfter(REFUSED_REQUEST_MS);
}
