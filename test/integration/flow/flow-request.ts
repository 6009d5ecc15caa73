import { createHmac, randomUUID } from "node:crypto";
import { actionHandles, type FlowAction } from "#app/domain/flow/flow-names.ts";
import { DEMO_API_SECRET, DEMO_SHOP } from "#test/standins/shopify/defaults.ts";

export type FlowRequest = {
  readonly action: FlowAction;
  /** Shopify's number of the order. */
  readonly order: string;
  readonly shopNumber: string;
  readonly shop?: string;
  readonly runId?: string;
};

/** What Flow sends when a workflow comes to an action of ours. */
export function flowBody({ action, order, shopNumber, shop = DEMO_SHOP, runId = randomUUID() }: FlowRequest) {
  return {
    shop_id: shopNumber,
    shopify_domain: shop,
    action_run_id: runId,
    action_definition_id: "Place order with supplier",
    handle: actionHandles[action],
    properties: { order_id: order },
    step_reference: randomUUID(),
  };
}

/** Signs the bytes as Shopify does, unless a signature is given. */
export function sendToFlow(
  appUrl: string,
  body: unknown,
  { secret = DEMO_API_SECRET, signature }: { readonly secret?: string; readonly signature?: string } = {},
): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const signed = signature ?? createHmac("sha256", secret).update(text).digest("base64");
  return fetch(new URL("/webhooks/shopify/flow", appUrl), {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Shopify-Hmac-Sha256": signed },
    body: text,
  });
}
