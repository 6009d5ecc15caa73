import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { TimelineRow } from "#app/domain/timeline/find-timeline.server.ts";
import { type OrderGid, type OrderId, toOrderId } from "#app/platform/ids.ts";
import { automaticPlacing, type FactReason, reasonOf } from "./fact-reasons.ts";

/** Why something happened, as far as it is known. */
export type FactCause =
  /** The event it comes from, by its receipt; `topic` is null once that is gone. */
  | { readonly kind: "event"; readonly deliveryId: string; readonly topic: string | null }
  /** The last event of Shopify's about the order before it was seen; several may have come together. */
  | { readonly kind: "after_event"; readonly deliveryId: string; readonly topic: string }
  | ({ readonly kind: "rule"; readonly by: string | null } & FactReason)
  /** Somebody asked for it, here or in Shopify. */
  | { readonly kind: "person"; readonly by: string }
  | { readonly kind: "requested_in_shopify" };

type OrderOfFact = { readonly id: OrderId; readonly orderGid: OrderGid };

/** Why each of these facts happened, by their ids; what is not known is left out. Asks only our own rows. */
export async function explainFacts(
  ctx: ShopContext,
  facts: readonly TimelineRow[],
  orders: readonly OrderOfFact[],
): Promise<ReadonlyMap<bigint, FactCause>> {
  const [receipts, events, placings] = await Promise.all([
    findReceipts(ctx, facts),
    findEventsBefore(ctx, facts, orders),
    explainPlacings(ctx, facts),
  ]);
  const causes = facts.flatMap((fact): [bigint, FactCause][] => {
    const { id, deliveryId, code, actor } = fact;
    if (deliveryId !== null) {
      const topic = receipts.get(deliveryId) ?? null;
      return [[id, { kind: "event", deliveryId: deliveryId.toString(), topic }]];
    }
    const cause = placings.get(id) ?? events.get(id) ?? ruleOf(actor, code);
    return cause ? [[id, cause]] : [];
  });
  return new Map(causes);
}

function ruleOf(actor: TimelineRow["actor"], code: TimelineRow["code"]): FactCause | null {
  const reason = actor === "karwan" ? reasonOf(code) : null;
  return reason && { kind: "rule", by: null, ...reason };
}

async function findReceipts(
  { db, shop }: ShopContext,
  facts: readonly TimelineRow[],
): Promise<ReadonlyMap<bigint, string>> {
  const ids = facts.flatMap(({ deliveryId }) => deliveryId ?? []);
  if (ids.length === 0) return new Map();
  const where = { shopId: shop.id, id: { in: ids } };
  const rows = await db.delivery.findMany({ where, select: { id: true, topic: true } });
  return new Map(rows.map(({ id, topic }) => [id, topic]));
}

/** What Shopify shows is read after it said that something changed: the last such event before is the nearest cause. */
async function findEventsBefore(
  { db, shop }: ShopContext,
  facts: readonly TimelineRow[],
  orders: readonly OrderOfFact[],
): Promise<ReadonlyMap<bigint, FactCause>> {
  const seen = facts.filter(({ actor, thing }) => actor === "shopify" && thing === "order");
  const gids = new Map(orders.map(({ id, orderGid }) => [id, orderGid]));
  const asked = seen.flatMap(({ id, thingId, at }) => {
    const subject = gids.get(toOrderId(thingId));
    return subject === undefined ? [] : [{ id: id.toString(), subject, at }];
  });
  if (asked.length === 0) return new Map();
  const rows = await db.$queryRaw<{ id: string; deliveryId: bigint; topic: string }[]>`
    select asked.id, event.id as "deliveryId", event.topic
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (id text, subject text, at timestamptz)
    cross join lateral (
      select delivery.id, delivery.topic from delivery
      where shop_id = ${shop.id}::uuid and source = 'shopify' and delivery.subject = asked.subject
        and delivery.received_at <= asked.at
      order by delivery.id desc limit 1) as event`;
  return new Map(
    rows.map(({ id, deliveryId, topic }) => [
      BigInt(id),
      { kind: "after_event", deliveryId: deliveryId.toString(), topic },
    ]),
  );
}

/** An order is sent because somebody pressed, because it was requested in Shopify, or because a switch is on. */
async function explainPlacings(
  { db, shop }: ShopContext,
  facts: readonly TimelineRow[],
): Promise<ReadonlyMap<bigint, FactCause>> {
  const sent = facts.filter(({ code }) => code === "handoff_sent");
  const ids = [...new Set(sent.map(({ thingId }) => toOrderId(thingId)))];
  if (ids.length === 0) return new Map();
  const where = { shopId: shop.id, id: { in: ids } };
  const orders = await db.order.findMany({
    where,
    select: {
      ...{ id: true, route: true },
      decisions: { where: { kind: { in: ["place", "retry", "replace"] } }, select: { by: true, at: true } },
      fulfillmentOrders: { select: { submittedByUsAt: true, acceptedAt: true } },
    },
    relationLoadStrategy: "query",
  });
  const byId = new Map(orders.map((order) => [order.id, order]));
  const causes = sent.flatMap(({ id, thingId, at }): [bigint, FactCause][] => {
    const order = byId.get(toOrderId(thingId));
    if (!order) return [];
    const pressed = order.decisions
      .filter((decision) => decision.at <= at)
      .toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];
    if (pressed) return [[id, { kind: "person", by: pressed.by }]];
    const isRequested = order.fulfillmentOrders.some(
      ({ submittedByUsAt, acceptedAt }) => submittedByUsAt === null && acceptedAt !== null,
    );
    if (isRequested) return [[id, { kind: "requested_in_shopify" }]];
    const by = order.route === "PREPAID" ? shop.autoPrepaidBy : shop.autoCodBy;
    return [[id, { kind: "rule", by, ...automaticPlacing }]];
  });
  return new Map(causes);
}
