import { createHmac, randomUUID } from "node:crypto";
import type { MovableClock } from "../clock.ts";
import type { Faults, WebhookFault } from "../faults.ts";
import type { ShopifyStandinOptions } from "../options.ts";
import type { Scheduler } from "../scheduler.ts";
import type { ClientSecrets, ShopState } from "../world.ts";
import { pickFields } from "./pick-fields.ts";

/** One webhook on its way: what was sent, when, and what came back. */
type Delivery = {
  readonly id: string;
  readonly eventId: string;
  readonly shop: string;
  readonly topic: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly attempts: Array<{
    readonly at: string;
    readonly status: number | null;
    readonly error: string | null;
  }>;
  state: "pending" | "delivered" | "failed" | "lost";
};

export type WebhookSender = {
  emit(shop: ShopState, topic: string, body: object, eventId?: string): void;
  /** Sends one body as it is, to try out what the app does with it. */
  sendRaw(input: { url: string; headers: Record<string, string>; body: string }): Promise<number>;
  /** Calls a fulfillment service's own address, signed like a webhook. */
  callService(shop: ShopState, url: string, body: object, eventId: string): Promise<void>;
  resend(deliveryId: string): Promise<number | null>;
  readonly deliveries: readonly Delivery[];
  setAppUrl(url: string): void;
};

const API_VERSION = "2026-10";
const MINUTE = 60_000;
/** Eight retries within four hours. */
const RETRY_DELAYS_MS = [1, 2, 5, 10, 20, 40, 60, 90].map((minutes) => minutes * MINUTE);

export function createWebhookSender(tools: {
  options: ShopifyStandinOptions;
  secrets: Readonly<ClientSecrets>;
  clock: MovableClock;
  scheduler: Scheduler;
  faults: Faults;
}): WebhookSender {
  const { options, secrets, clock, scheduler, faults } = tools;
  const deliveries: Delivery[] = [];
  const heldBack: Delivery[] = [];
  const retryDelays = options.retryDelaysMs ?? RETRY_DELAYS_MS;
  let appUrl = options.appUrl;

  const attempt = async (delivery: Delivery): Promise<number | null> => {
    const at = clock.now().toISOString();
    const { status, error } = await post(delivery, options.webhookTimeoutMs ?? 5000);
    delivery.attempts.push({ at, status, error });
    if (status !== null && status >= 200 && status < 300) {
      delivery.state = "delivered";
      return status;
    }
    const wait = retryDelays[delivery.attempts.length - 1];
    if (wait === undefined) delivery.state = "failed";
    else scheduler.after(wait, () => attempt(delivery).then(() => undefined));
    return status;
  };
  const send = (delivery: Delivery, delayMs = 0) => {
    scheduler.after(delayMs, async () => {
      await attempt(delivery);
      for (const held of heldBack.splice(0)) await attempt(held);
    });
  };
  const sendUnderFault = (delivery: Delivery, fault: WebhookFault) => {
    if (fault.kind === "lost") delivery.state = "lost";
    else if (fault.kind === "late") send(delivery, fault.delayMs ?? 60 * MINUTE);
    else if (fault.kind === "reordered") heldBack.push(delivery);
    else {
      if (fault.kind === "doubled") send(delivery);
      if (fault.kind === "forged") send(forge(delivery, deliveries));
      send(delivery);
    }
  };
  const build = (
    shop: ShopState,
    topic: string,
    body: object,
    eventId: string,
    to: Destination,
  ): Delivery => {
    const raw = JSON.stringify(pickFields(body, to.includeFields));
    const id = randomUUID();
    const headers: Record<string, string> = {
      "content-type": "application/json",
      "x-shopify-topic": topic,
      "x-shopify-hmac-sha256": createHmac("sha256", secrets.signing).update(raw).digest("base64"),
      "x-shopify-shop-domain": shop.domain,
      "x-shopify-api-version": API_VERSION,
      "x-shopify-webhook-id": id,
      "x-shopify-event-id": eventId,
      "x-shopify-triggered-at": clock.now().toISOString(),
      ...(to.name ? { "x-shopify-name": to.name } : {}),
    };
    const url = new URL(to.uri, `${appUrl.replace(/\/$/, "")}/`).href;
    return { id, eventId, shop: shop.domain, topic, url, headers, body: raw, attempts: [], state: "pending" };
  };

  return {
    deliveries,
    setAppUrl: (url) => {
      appUrl = url;
    },
    emit(shop, topic, body, eventId = randomUUID()) {
      if (!shop.installed && !AFTER_UNINSTALL.has(topic)) return;
      for (const destination of destinationsOf(options, shop, topic)) {
        const delivery = build(shop, topic, body, eventId, destination);
        deliveries.push(delivery);
        const fault = faults.takeWebhook(shop.domain, topic);
        if (fault) sendUnderFault(delivery, fault);
        else send(delivery);
      }
    },
    async sendRaw({ url, headers, body }) {
      const answer = await fetch(new URL(url, appUrl), { method: "POST", headers, body, redirect: "manual" });
      return answer.status;
    },
    async callService(shop, url, body, eventId) {
      const delivery = build(shop, "fulfillment_order_notification", body, eventId, { uri: url });
      deliveries.push(delivery);
      await attempt(delivery);
    },
    async resend(deliveryId) {
      const delivery = deliveries.find(({ id }) => id === deliveryId);
      if (!delivery) throw new Error(`There is no delivery ${deliveryId}`);
      return attempt(delivery);
    },
  };
}

const AFTER_UNINSTALL = new Set([
  "app/uninstalled",
  "customers/data_request",
  "customers/redact",
  "shop/redact",
]);

type Destination = { uri: string; includeFields?: readonly string[]; name?: string | null };

function destinationsOf(options: ShopifyStandinOptions, shop: ShopState, topic: string): Destination[] {
  const appWide = (options.subscriptions ?? []).filter((subscription) => subscription.topic === topic);
  const topicName = topic.replace(/\W/g, "_").toUpperCase();
  const ofShop = [...shop.webhooks.values()].filter((subscription) => subscription.topic === topicName);
  return [...appWide, ...ofShop];
}

function forge(delivery: Delivery, deliveries: Delivery[]): Delivery {
  const headers = {
    ...delivery.headers,
    "x-shopify-hmac-sha256": createHmac("sha256", "someone else's secret")
      .update(delivery.body)
      .digest("base64"),
    "x-shopify-webhook-id": randomUUID(),
  };
  const forged: Delivery = {
    ...delivery,
    id: `forged-${delivery.id}`,
    headers,
    attempts: [],
    state: "pending",
  };
  deliveries.push(forged);
  return forged;
}

async function post(
  delivery: Delivery,
  timeoutMs: number,
): Promise<{ status: number | null; error: string | null }> {
  try {
    const answer = await fetch(delivery.url, {
      method: "POST",
      headers: delivery.headers,
      body: delivery.body,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.arrayBuffer();
    return { status: answer.status, error: null };
  } catch (error) {
    return { status: null, error: error instanceof Error ? error.message : "unreachable" };
  }
}
