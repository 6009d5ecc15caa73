import { Prisma } from "@prisma/client";
import { writeInLeaseStatement } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { withFulfillmentOrder } from "#app/domain/orders/reconcile/shopify-changes.ts";
import type { StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { isolateUserErrors } from "#app/domain/orders/reconcile/take-turns.server.ts";
import type { FulfillmentOrderGid } from "#app/platform/ids.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { acceptFulfillmentRequest } from "#app/shopify/operations/fulfillment/accept-fulfillment-request.ts";
import { handoffsOf, ourFulfillmentOrders } from "./our-fulfillment-orders.ts";

/** Accepts each request whose goods the service has taken. Shopify expects an answer within 4 hours (R8). */
export async function acceptRequests(run: ReadRun): Promise<StepResult> {
  const waiting = ourFulfillmentOrders(run).filter(
    (each) =>
      each.status === "OPEN" &&
      each.requestStatus === "SUBMITTED" &&
      handoffsOf(run, each.id).some(hasLiveParcel),
  );
  return isolateUserErrors(run, waiting, (now, { id }) => acceptRequest(now, id));
}

export async function acceptRequest(run: ReadRun, id: FulfillmentOrderGid): Promise<StepResult> {
  const { ctx, record } = run;
  const acceptedInShopifyAt = await acceptFulfillmentRequest(ctx.admin, { id });
  failpoint("H8");
  const shopify = withFulfillmentOrder(run.shopify, id, { status: "IN_PROGRESS", requestStatus: "ACCEPTED" });
  const acceptedAt = ctx.clock.now();
  const accepted = Prisma.sql`
    update fulfillment_order set accepted_at = ${acceptedAt}, accepted_in_shopify_at = ${acceptedInShopifyAt}
    from held where shop_id = ${ctx.shop.id}::uuid and gid = ${id}`;
  const fulfillmentOrders = record.fulfillmentOrders.map((each) =>
    each.gid === id ? { ...each, acceptedAt, acceptedInShopifyAt } : each,
  );
  const { rows } = await writeInLeaseStatement(run, {
    changes: { accepted },
    facts: [{ actor: "karwan", code: "request_accepted" }],
    record: { ...record, fulfillmentOrders },
  });
  return { ...rows, shopify };
}

function hasLiveParcel(handoff: { readonly parcels: readonly { readonly status: string }[] }): boolean {
  return handoff.parcels.some((parcel) => parcel.status !== "CANCELLED");
}
