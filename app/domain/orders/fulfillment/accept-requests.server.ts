import { Prisma } from "@prisma/client";
import { isolateUserErrors } from "#app/domain/orders/reconcile/isolate-user-errors.server.ts";
import { writeInLeaseStatement } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import {
  changed,
  type ReadRun,
  type StepResult,
  updateFulfillmentOrder,
} from "#app/domain/orders/reconcile/order-run.ts";
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
  return isolateUserErrors(run, waiting, async ({ id }) => {
    await acceptRequest(run, id);
    return changed;
  });
}

export async function acceptRequest(run: ReadRun, id: string): Promise<void> {
  const acceptedInShopifyAt = await acceptFulfillmentRequest(run.ctx.admin, { id });
  failpoint("H8");
  updateFulfillmentOrder(run, id, { status: "IN_PROGRESS", requestStatus: "ACCEPTED" });
  const { ctx, record } = run;
  const acceptedAt = ctx.clock.now();
  const accepted = Prisma.sql`
    update fulfillment_order set accepted_at = ${acceptedAt}, accepted_in_shopify_at = ${acceptedInShopifyAt}
    from held where shop_id = ${ctx.shop.id}::uuid and gid = ${id}`;
  const fulfillmentOrders = record.fulfillmentOrders.map((each) =>
    each.gid === id ? { ...each, acceptedAt, acceptedInShopifyAt } : each,
  );
  await writeInLeaseStatement(run, {
    changes: { accepted },
    facts: [{ actor: "karwan", code: "request_accepted" }],
    record: { ...record, fulfillmentOrders },
  });
}

function hasLiveParcel(handoff: { readonly parcels: readonly { readonly status: string }[] }): boolean {
  return handoff.parcels.some((parcel) => parcel.status !== "CANCELLED");
}
