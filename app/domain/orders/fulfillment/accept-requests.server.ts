import { Prisma } from "@prisma/client";
import { failpoint } from "#app/platform/failpoint.ts";
import { acceptFulfillmentRequest } from "#app/shopify/operations/accept-fulfillment-request.ts";
import { changed, noteFulfillmentOrder, type ReadRun, type StageResult } from "../order-run.ts";
import { eachAlone } from "../stand-alone.server.ts";
import { writeAtOnce } from "../write-under-lease.server.ts";
import { handoffsOf, ourFulfillmentOrders } from "./our-fulfillment-orders.ts";

/** Accepts each request whose goods the service has taken. Shopify expects an answer within 4 hours (R8). */
export async function acceptRequests(run: ReadRun): Promise<StageResult> {
  const waiting = ourFulfillmentOrders(run).filter(
    (each) =>
      each.status === "OPEN" &&
      each.requestStatus === "SUBMITTED" &&
      handoffsOf(run, each.id).some(hasLiveParcel),
  );
  return eachAlone(run, waiting, async ({ id }) => {
    await acceptRequest(run, id);
    return changed;
  });
}

export async function acceptRequest(run: ReadRun, id: string): Promise<void> {
  const acceptedInShopifyAt = await acceptFulfillmentRequest(run.ctx.admin, { id });
  failpoint("H8");
  noteFulfillmentOrder(run, id, { status: "IN_PROGRESS", requestStatus: "ACCEPTED" });
  const { ctx, record } = run;
  const acceptedAt = ctx.clock.now();
  const accepted = Prisma.sql`
    update fulfillment_order set accepted_at = ${acceptedAt}, accepted_in_shopify_at = ${acceptedInShopifyAt}
    from held where shop_id = ${ctx.shop.id}::uuid and gid = ${id}`;
  const fulfillmentOrders = record.fulfillmentOrders.map((each) =>
    each.gid === id ? { ...each, acceptedAt, acceptedInShopifyAt } : each,
  );
  await writeAtOnce(run, {
    changes: { accepted },
    facts: [{ actor: "karwan", code: "request_accepted" }],
    record: { ...record, fulfillmentOrders },
  });
}

function hasLiveParcel(handoff: { readonly parcels: readonly { readonly status: string }[] }): boolean {
  return handoff.parcels.some((parcel) => parcel.status !== "CANCELLED");
}
