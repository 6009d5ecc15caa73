import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { findShopDomain } from "#app/platform/ids.ts";
import { createNewbornOrders, type NewbornOrders } from "#app/shopify/newborn-orders.ts";
import { type Door, type IntakeGround, type Judged, takeDelivery } from "../intake.ts";
import { parseDeliveryBody } from "../parse-delivery-body.ts";
import { hasShopifySignatureFormat, isSignedByShopify } from "./signature.ts";
import { mostBytesOfTopic, planTopic, shopNamedIn } from "./topics.ts";

type Genuine = Extract<Judged, { kind: "genuine" }>;

const headersSchema = z.object({
  "x-shopify-topic": z.string().regex(/^[a-z_]+\/[a-z_]+$/),
  "x-shopify-webhook-id": z.string().regex(/^[\w-]{1,100}$/),
});

/** Shopify's deliveries. `secrets` are the app's, several while they rotate. */
export function createShopifyIntake(ground: IntakeGround, secrets: readonly string[]) {
  const newborn = createNewbornOrders();
  const door: Door = {
    source: "shopify",
    hasSignature: (headers) => hasShopifySignatureFormat(headers["x-shopify-hmac-sha256"]),
    mostBytes: (headers) => mostBytesOfTopic(headers["x-shopify-topic"]),
    judge: ({ headers }, rawBody) => {
      const judged = judge(headers, rawBody, secrets);
      return judged.kind === "genuine" ? withNewborn(newborn, judged) : judged;
    },
  };
  return (request: IncomingMessage, response: ServerResponse) =>
    takeDelivery(ground, door, { request, response });
}

/** The routing of a fulfillment order nobody has met is about an order that was just placed. */
function withNewborn(newborn: NewbornOrders, judged: Genuine): Genuine {
  const { shop, topic, mark } = judged.delivery;
  if (!("domain" in shop)) return judged;
  if (topic === "orders/create" && mark.kind === "work") newborn.note(shop.domain, mark.subject);
  if (topic !== "fulfillment_orders/order_routing_complete" || mark.kind !== "fulfillment_orders")
    return judged;
  const likelyOrderGid = newborn.takeOnly(shop.domain);
  return { ...judged, delivery: { ...judged.delivery, mark: { ...mark, likelyOrderGid } } };
}

function judge(headers: IncomingMessage["headers"], rawBody: Buffer, secrets: readonly string[]): Judged {
  if (!isSignedByShopify(rawBody, headers["x-shopify-hmac-sha256"], secrets)) return { kind: "forged" };
  const named = headersSchema.safeParse(headers);
  const payload = parseDeliveryBody(rawBody);
  const domain = findShopDomain(headers["x-shopify-shop-domain"]);
  if (!named.success || !domain || !payload) return { kind: "malformed" };
  const topic = named.data["x-shopify-topic"];
  const mark = planTopic(topic, payload);
  if (!mark || (shopNamedIn(payload) ?? domain) !== domain) return { kind: "malformed" };
  const key = `${topic}/${named.data["x-shopify-webhook-id"]}`;
  const subject = mark.kind === "work" ? mark.subject : null;
  return {
    kind: "genuine",
    delivery: { shop: { domain }, source: "shopify", key, topic, subject, rawBody, mark },
  };
}
