import { type RequestRow, requestedAt } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import type { FulfillmentOrderGid } from "#app/platform/ids.ts";
import type { ShopifyFulfillmentOrder } from "#app/shopify/order.ts";

type GoingRecord = {
  readonly decisions: readonly RequestRow[];
  readonly fulfillmentOrders: readonly KnownRequest[];
};

type KnownRequest = {
  readonly gid: FulfillmentOrderGid;
  readonly submittedByUsAt: Date | null;
  readonly rejectedAt: Date | null;
};

/** Somebody asked for it: nothing of ours stands at these otherwise. */
const REQUESTED = new Set(["SUBMITTED", "ACCEPTED"]);

/**
 * Whether an order is about to go on nobody's word but the shop's switches. A person's *Place*, also of one that replaces
 * another, and a request made in Shopify are decisions about this order, and go on; one request speaks for the whole of it.
 */
export function goesByItself(
  record: GoingRecord,
  fulfillmentOrders: readonly Pick<ShopifyFulfillmentOrder, "id" | "requestStatus">[],
): boolean {
  if (requestedAt(record.decisions, "place") || requestedAt(record.decisions, "replace")) return false;
  return !fulfillmentOrders.some((fulfillmentOrder) => isRequestedInShopify(record, fulfillmentOrder));
}

/** Whether somebody requested it in Shopify; what we requested ourselves, for a switch or a press, is nobody's word. */
export function isRequestedInShopify(
  { fulfillmentOrders }: Pick<GoingRecord, "fulfillmentOrders">,
  { id, requestStatus }: Pick<ShopifyFulfillmentOrder, "id" | "requestStatus">,
): boolean {
  const known = fulfillmentOrders.find(({ gid }) => gid === id);
  return REQUESTED.has(requestStatus) && !(known && isOurs(known));
}

/** What stands after a request of ours was rejected is another one, and somebody else's. */
function isOurs({ submittedByUsAt, rejectedAt }: KnownRequest): boolean {
  return submittedByUsAt !== null && (rejectedAt === null || rejectedAt < submittedByUsAt);
}
