import type { IncomingMessage, ServerResponse } from "node:http";
import type { PrismaClient } from "@prisma/client";
import type { IntakeGround } from "./intake.ts";
import { createFulfillmentServiceIntake } from "./shopify/fulfillment-service.server.ts";
import { createShopifyIntake } from "./shopify/intake.server.ts";
import { createSupplierIntake } from "./supplier/intake.server.ts";

type DispatchGround = IntakeGround & {
  readonly db: PrismaClient;
  readonly env: { readonly SHOPIFY_API_SECRET: readonly string[] };
};

/** Answers what is meant for the intakes, before any framework sees it; null for every other address. */
export function createWebhookDispatch(ground: DispatchGround) {
  const shopify = createShopifyIntake(ground, ground.env.SHOPIFY_API_SECRET);
  const supplier = createSupplierIntake(ground);
  const fulfillmentService = createFulfillmentServiceIntake(ground, ground.env.SHOPIFY_API_SECRET);
  return (request: IncomingMessage, response: ServerResponse): Promise<void> | null => {
    const [path = ""] = (request.url ?? "").split("?");
    if (path === "/webhooks/shopify") return shopify(request, response);
    if (path === "/webhooks/shopify/fulfillment-service/fulfillment_order_notification") {
      return fulfillmentService(request, response);
    }
    const token = /^\/webhooks\/supplier\/([\w-]{16,128})$/.exec(path)?.[1];
    return token === undefined ? null : supplier(request, response, token);
  };
}
