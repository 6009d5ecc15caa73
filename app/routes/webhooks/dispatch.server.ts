import type { IncomingMessage, ServerResponse } from "node:http";
import type { ContextSource } from "#app/domain/context/shop-context.server.ts";
import { createBodyReader } from "#app/platform/http/read-raw-body.ts";
import type { IntakeDeps } from "./intake.ts";
import { createFlowIntake } from "./shopify/flow.server.ts";
import { createFulfillmentServiceIntake } from "./shopify/fulfillment-service.server.ts";
import { createShopifyIntake } from "./shopify/intake.server.ts";
import { createSupplierIntake } from "./supplier/intake.server.ts";

type WebhookDispatchDeps = Omit<IntakeDeps, "readBody"> & ContextSource;

/** Deliveries have some hundred bytes and are there at once: this is room for a flood of them, and for 32 of the largest. */
const bodyLimits = { mostRequests: 512, mostBytes: 32 * 1024 * 1024, slowAfterMs: 1000 };

/** Answers what is meant for the intakes, before any framework sees it; null for every other address. */
export function createWebhookDispatch(app: WebhookDispatchDeps) {
  const deps = { ...app, readBody: createBodyReader(bodyLimits) };
  const shopify = createShopifyIntake(deps, deps.env.SHOPIFY_API_SECRET);
  const supplier = createSupplierIntake(deps);
  const fulfillmentService = createFulfillmentServiceIntake(deps, deps.env.SHOPIFY_API_SECRET);
  const flow = createFlowIntake(deps, deps.env.SHOPIFY_API_SECRET);
  return (request: IncomingMessage, response: ServerResponse): Promise<void> | null => {
    const [path = ""] = (request.url ?? "").split("?");
    if (path === "/webhooks/shopify") return shopify(request, response);
    if (path === "/webhooks/shopify/fulfillment-service/fulfillment_order_notification") {
      return fulfillmentService(request, response);
    }
    if (path === "/webhooks/shopify/flow") return flow(request, response);
    const token = /^\/webhooks\/supplier\/([\w-]{16,128})$/.exec(path)?.[1];
    return token === undefined ? null : supplier(request, response, token);
  };
}
