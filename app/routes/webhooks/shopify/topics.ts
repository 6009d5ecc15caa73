import { isComplianceTopic } from "#app/domain/privacy/compliance-topics.ts";
import type { DeliveryMark } from "#app/intake/receive-delivery.server.ts";
import {
  type FulfillmentOrderGid,
  type OrderGid,
  toFulfillmentOrderGid,
  toOrderGid,
  toProductGid,
} from "#app/platform/ids.ts";

type Payload = Readonly<Record<string, unknown>>;

/** Time for the routing of a new order, which has a topic of its own, to come first. */
const orderCreatedDelayMs = 4000;
/** What comes with the birth of an order; that it was paid later has a topic of its own. */
const comesWithCreation: ReadonlySet<string> = new Set(["orders/create", "order_transactions/create"]);

const orderTopics: ReadonlySet<string> = new Set(["refunds/create", "order_transactions/create"]);
const shopTopics: ReadonlySet<string> = new Set(["app/uninstalled", "app/scopes_update", "shop/update"]);

/** The fields we subscribe to make some hundred bytes; compliance requests name each of a customer's orders. */
const mostBytes = 64 * 1024;
const mostPrivacyBytes = 1024 * 1024;

/** The largest body taken of a topic. `shopify.app.toml` says which fields are sent. */
export function mostBytesOfTopic(topic: unknown): number {
  return typeof topic === "string" && isComplianceTopic(topic) ? mostPrivacyBytes : mostBytes;
}

/** What a topic asks for; null when the body lacks the id it must carry. The topic is a hint, never a fact. */
export function planTopic(topic: string, payload: Payload): DeliveryMark | null {
  if (topic.startsWith("orders/") || orderTopics.has(topic)) return planOrderTopic(topic, payload);
  if (topic.startsWith("fulfillment_orders/")) return planFulfillmentOrdersTopic(payload);
  if (shopTopics.has(topic) || topic.startsWith("locations/"))
    return { kind: "work", work: { kind: "shop.reconcile", subject: "shop" } };
  if (isComplianceTopic(topic))
    return { kind: "work", work: { kind: "privacy.process", subject: { topic } } };
  if (topic === "products/update" || topic === "products/delete") return planProductTopic(topic, payload);
  return { kind: "ignored", reason: "unknown_topic" };
}

function planProductTopic(topic: string, payload: Payload): DeliveryMark | null {
  const gid = toGid("Product", payload.admin_graphql_api_id) ?? toGid("Product", payload.id);
  if (gid === null) return null;
  const productGid = toProductGid(gid);
  return topic === "products/delete"
    ? { kind: "work", work: { kind: "product.applyDeletion", subject: { productGid } } }
    : { kind: "product_change", productGid, changedAt: toInstant(payload.updated_at) };
}

function toInstant(text: unknown): Date | null {
  const at = typeof text === "string" ? new Date(text) : null;
  return at === null || Number.isNaN(at.getTime()) ? null : at;
}

/** The shop a body itself names, where it names one: it must be the header's. */
export function findShopInPayload(payload: Payload): string | null {
  const named = payload.shop_domain ?? payload.myshopify_domain;
  return typeof named === "string" ? named.toLowerCase() : null;
}

function planOrderTopic(topic: string, payload: Payload): DeliveryMark | null {
  const orderGid = findOrderGid(topic, payload);
  if (orderGid === null) return null;
  const delayMs = comesWithCreation.has(topic) ? orderCreatedDelayMs : 0;
  return { kind: "work", work: { kind: "order.reconcile", subject: { orderGid }, delayMs } };
}

function findOrderGid(topic: string, payload: Payload): OrderGid | null {
  const edit = payload.order_edit;
  if (typeof edit === "object" && edit !== null && "order_id" in edit) return readOrderGid(edit.order_id);
  if (payload.order_id !== undefined) return readOrderGid(payload.order_id);
  if (!topic.startsWith("orders/")) return null;
  return readOrderGid(payload.admin_graphql_api_id) ?? readOrderGid(payload.id);
}

function readOrderGid(id: unknown): OrderGid | null {
  const gid = toGid("Order", id);
  return gid === null ? null : toOrderGid(gid);
}

function toGid(type: "Order" | "Product", id: unknown): string | null {
  const text = typeof id === "number" || typeof id === "string" ? String(id) : "";
  const [, named, digits] = /^(?:gid:\/\/shopify\/(\w+)\/)?([1-9]\d{0,19})$/.exec(text) ?? [];
  return digits === undefined || (named ?? type) !== type ? null : `gid://shopify/${type}/${digits}`;
}

function planFulfillmentOrdersTopic(payload: Payload): DeliveryMark | null {
  const gids = [...new Set(findFulfillmentOrderGids(payload, 0))];
  return gids.length === 0 ? null : { kind: "fulfillment_orders", gids };
}

function findFulfillmentOrderGids(value: unknown, depth: number): FulfillmentOrderGid[] {
  if (typeof value === "string")
    return /^gid:\/\/shopify\/FulfillmentOrder\/\d{1,20}$/.test(value) ? [toFulfillmentOrderGid(value)] : [];
  if (typeof value !== "object" || value === null || depth > 5) return [];
  return Object.values(value).flatMap((part) => findFulfillmentOrderGids(part, depth + 1));
}
