import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { findShopDomain } from "#app/platform/ids.ts";
import { toWorkRow } from "#app/platform/queue/work-kinds.ts";
import {
  createRecentOrderCorrelation,
  type RecentOrderCorrelation,
} from "#app/shopify/recent-order-correlation.ts";
import { handleWebhook, type IntakeAdapter, type IntakeDeps, type VerificationResult } from "../intake.ts";
import { parseDeliveryBody } from "../parse-delivery-body.ts";
import { hasShopifySignatureFormat, isSignedByShopify } from "./signature.ts";
import { findShopInPayload, mostBytesOfTopic, planTopic } from "./topics.ts";

type VerifiedDelivery = Extract<VerificationResult, { kind: "verified" }>;

const headersSchema = z.object({
  "x-shopify-topic": z.string().regex(/^[a-z_]+\/[a-z_]+$/),
  "x-shopify-webhook-id": z.string().regex(/^[\w-]{1,100}$/),
});

/** Shopify's deliveries. `secrets` are the app's, several while they rotate. */
export function createShopifyIntake(deps: IntakeDeps, secrets: readonly string[]) {
  const recentOrders = createRecentOrderCorrelation();
  const adapter: IntakeAdapter = {
    source: "shopify",
    hasSignature: (headers) => hasShopifySignatureFormat(headers["x-shopify-hmac-sha256"]),
    mostBytes: (headers) => mostBytesOfTopic(headers["x-shopify-topic"]),
    verify: ({ headers }, rawBody) => {
      const verified = verify(headers, rawBody, secrets);
      return verified.kind === "verified" ? withLikelyOrder(recentOrders, verified) : verified;
    },
  };
  return (request: IncomingMessage, response: ServerResponse) =>
    handleWebhook(deps, adapter, { request, response });
}

/** The routing of a fulfillment order nobody has met is about an order that was just placed. */
function withLikelyOrder(recentOrders: RecentOrderCorrelation, verified: VerifiedDelivery): VerifiedDelivery {
  const { shop, topic, mark } = verified.delivery;
  if (!("domain" in shop)) return verified;
  if (topic === "orders/create" && mark.kind === "work" && mark.work.kind === "order.reconcile")
    recentOrders.recordOrder(shop.domain, mark.work.subject.orderGid);
  if (topic !== "fulfillment_orders/order_routing_complete" || mark.kind !== "fulfillment_orders")
    return verified;
  const likelyOrderGid = recentOrders.takeOnlyOrder(shop.domain);
  return { ...verified, delivery: { ...verified.delivery, mark: { ...mark, likelyOrderGid } } };
}

function verify(
  headers: IncomingMessage["headers"],
  rawBody: Buffer,
  secrets: readonly string[],
): VerificationResult {
  if (!isSignedByShopify(rawBody, headers["x-shopify-hmac-sha256"], secrets))
    return { kind: "invalid_signature" };
  const named = headersSchema.safeParse(headers);
  const payload = parseDeliveryBody(rawBody);
  const domain = findShopDomain(headers["x-shopify-shop-domain"]);
  if (!named.success || !domain || !payload) return { kind: "malformed" };
  const topic = named.data["x-shopify-topic"];
  const mark = planTopic(topic, payload);
  if (!mark || (findShopInPayload(payload) ?? domain) !== domain) return { kind: "malformed" };
  const key = `${topic}/${named.data["x-shopify-webhook-id"]}`;
  const subject = mark.kind === "work" ? toWorkRow(mark.work).subject : null;
  return {
    kind: "verified",
    delivery: { shop: { domain }, source: "shopify", key, topic, subject, rawBody, mark },
  };
}
