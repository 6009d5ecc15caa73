import {
  problemsOfCancelled,
  problemsOfClosedFulfillmentOrders,
  problemsOfDelivered,
  problemsOfShipped,
} from "../core/kill-following.ts";
import type { DrillOrder, OrderFacts } from "../core/order-facts.ts";
import type { OrderKind } from "../core/orders.ts";
import { parcelsOf } from "../core/orders.ts";
import { problemsOfFulfillments, problemsOfPlaced } from "../core/problems.ts";
import type { AllFacts } from "./all-facts.ts";
import type { Storm } from "./open-storm.ts";
import type { Fate, PlannedOrder } from "./plan-storm.ts";

/** An order a customer has placed, and what was planned for it. */
export type PlayedOrder = DrillOrder & { readonly plan: PlannedOrder };

type Problems = (facts: OrderFacts, kind: OrderKind) => readonly string[];

const problemsOfFate: Readonly<Record<Fate, Problems>> = {
  delivered: problemsOfDelivered,
  shipped: problemsOfShipped,
  refused: (facts, kind) => [
    ...problemsOfPlaced(facts, { kind, state: ["refused"] }),
    ...problemsOfFulfillments(facts, { count: parcelsOf(kind), events: ["FAILURE"], maybe: ["IN_TRANSIT"] }),
  ],
  stays: (facts, kind) => problemsOfPlaced(facts, { kind }),
  "cancelled by the service": problemsOfClosedFulfillmentOrders,
  cancelled: problemsOfCancelled,
};

/** What is wrong with an order when everything is at rest: not the same on the three sides, or there twice. */
export function problemsOfOrder(all: AllFacts, order: PlayedOrder): string[] {
  const facts = all.factsOf(order);
  const { fate, kind } = order.plan;
  const problems = [
    ...problemsOfFate[fate](facts, kind),
    ...facts.fulfillments
      .filter(({ id }) => (all.mails.get(id) ?? 0) > 1)
      .map(({ id }) => `the customer was told ${all.mails.get(id)} times of ${id}`),
    ...(facts.isIdle ? [] : ["work on it is not at rest"]),
  ];
  const needs = problems.length > 0 && facts.holds.length > 0 ? [`it needs ${facts.holds.join(", ")}`] : [];
  return [...problems, ...needs].map(
    (problem) => `${order.shop} ${order.name} (${kind}, ${fate}): ${problem}`,
  );
}

const ON_ITS_WAY_MS = 500;
const MOST_ON_ITS_WAY_MS = 2000;

/**
 * So long after a refusal what comes was on its way when the caller was told to keep away: the refusal has to be read
 * and committed, by processes that wait for the machine as long as we did. `lagMs` is the longest we waited.
 */
export function onItsWayMs(lagMs: number): number {
  return Math.round(Math.min(MOST_ON_ITS_WAY_MS, ON_ITS_WAY_MS + 2 * lagMs));
}

export function problemsOfCalls({ audit }: Pick<AllFacts, "audit">, allowedMs: number): string[] {
  return audit.earlyCalls
    .filter(({ afterMs }) => afterMs > allowedMs)
    .map(
      ({ accountId, method, path, afterMs, retryAfterMs }) =>
        `${accountId} sent ${method} ${path} ${afterMs} ms after being told to wait for ${retryAfterMs}`,
    );
}

/** The fulfillment service's own callback is a hint; an event of a product is recorded on its listing at once (D-99). */
const LEAVES_NO_RECEIPT: ReadonlySet<string> = new Set(["fulfillment_order_notification", "products/update"]);

/** Every delivery one side was thanked for is in the inbox. */
export async function problemsOfDeliveries({ world, db, merchants }: Storm): Promise<string[]> {
  const ofShopify = merchants
    .flatMap(({ shop }) => world.shopify.control.deliveries({ shop }))
    .filter(({ attempts, topic }) => !LEAVES_NO_RECEIPT.has(topic) && attempts.some(isTaken))
    .map(({ topic, id }) => `shopify ${topic}/${id}`);
  const ofService = (await world.supplier.control.deliveries())
    .filter(({ attempts }) => attempts.some(({ statusCode }) => isThanks(statusCode)))
    .map(({ mode, eventId }) => `supplier ${mode}/${eventId}`);
  // Read after the thanks: what arrives between the two is in the inbox only.
  const rows = await db.delivery.findMany({ select: { source: true, key: true } });
  const inbox = new Set(rows.map(({ source, key }) => `${source} ${key}`));
  return [...ofShopify, ...ofService]
    .filter((name) => !inbox.has(name))
    .map((name) => `taken with thanks and not in the inbox: ${name}`);
}

const isTaken = ({ status }: { readonly status: number | null }) => isThanks(status);

function isThanks(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
