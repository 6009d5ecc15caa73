import type { PlacingShop } from "./placing-shop.ts";

/** Our operations that change an order in Shopify. */
const CHANGES: ReadonlySet<string> = new Set([
  ...["SubmitFulfillmentRequest", "AcceptFulfillmentRequest", "RejectFulfillmentRequest"],
  ...["AcceptCancellationRequest", "RejectCancellationRequest", "CloseFulfillmentOrder"],
  ...["MoveFulfillmentOrder", "FulfillmentCreate", "FulfillmentCancel", "FulfillmentEventCreate"],
  ...["FulfillmentTrackingUpdate", "OrderCancel", "OrderMarkAsPaid", "OrderNoteUpdate", "TagsAdd"],
  "TagsRemove",
]);

/** Everything that was changed at either side, and what of it was intended, until now: reads and quotes are none of it. */
export async function listEffects(shop: PlacingShop) {
  const { supplier, shopify, app, shopId } = shop;
  const atService = (await supplier.control.requests())
    .filter(({ method, path }) => method !== "GET" && path !== "/shipping/quote")
    .map(({ method, path }) => `${method} ${path}`);
  const inShopify = shopify.control
    .requests()
    .map(({ operation }) => operation)
    .filter((operation) => CHANGES.has(operation));
  const where = { shopId };
  const [attempts, holds, decisions] = await Promise.all([
    app.db.handoffAttempt.count({ where }),
    app.db.attention.count({ where: { ...where, thing: "order" } }),
    app.db.orderDecision.count({ where }),
  ]);
  return { atService, inShopify, attempts, holds, decisions };
}
