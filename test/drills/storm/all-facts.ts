import { orderRecordInclude } from "#app/domain/orders/reconcile/order-record.server.ts";
import { asId } from "#test/support/as-id.ts";
import { type DrillOrder, type OrderFacts, toShopifyFacts } from "../core/order-facts.ts";
import type { Storm } from "./open-storm.ts";

export type AllFacts = {
  factsOf(order: DrillOrder): OrderFacts;
  /** How often the customer was told of each fulfillment. */
  readonly mails: ReadonlyMap<string, number>;
  /** What the service says of its own sums, and who called too early. */
  readonly audit: Awaited<ReturnType<Storm["world"]["supplier"]["control"]["audit"]>>;
};

/** What the three sides hold of all orders at one moment, each side read once. */
export async function readAllFacts({ world, db, merchants }: Storm): Promise<AllFacts> {
  const audit = await world.supplier.control.audit();
  const states = merchants.map(({ shop }) => world.shopify.control.state({ shop }));
  const inShopify = new Map(
    states.flatMap(({ orders }) => orders.map((order) => [order.id, order] as const)),
  );
  const rows = await db.order.findMany({ include: orderRecordInclude });
  const inApp = new Map(rows.map((row) => [row.orderGid, row]));
  const issues = await db.attention.findMany({ where: { resolvedAt: null } });
  const works = await db.work.findMany({ where: { kind: "order.reconcile" } });
  const busy = new Set(works.filter(isBusy).map(({ subject }) => subject));
  const parcels = Map.groupBy(audit.orders, ({ externalOrderId }) => orderNumberIn(externalOrderId));
  const posts = Map.groupBy(Object.entries(audit.postsPerExternalOrderId), ([id]) => orderNumberIn(id));
  const mails = new Map<string, number>();
  for (const { fulfillmentId, kind } of states.flatMap((state) => state.mails)) {
    if (fulfillmentId && kind === "shipping_confirmation")
      mails.set(fulfillmentId, (mails.get(fulfillmentId) ?? 0) + 1);
  }
  const factsOf = ({ gid }: DrillOrder): OrderFacts => {
    const found = inShopify.get(gid);
    if (!found) throw new Error(`Shopify holds no order ${gid}`);
    const number = gid.split("/").at(-1) ?? "";
    const app = inApp.get(asId(gid)) ?? null;
    return {
      ...{ app, isIdle: !busy.has(gid), ...toShopifyFacts(found) },
      holds: issues.filter(({ thingId }) => thingId === app?.id).map(({ code }) => code),
      parcels: parcels.get(number) ?? [],
      posts: Object.fromEntries(posts.get(number) ?? []),
    };
  };
  return { factsOf, mails, audit };
}

/** `{shop}-{order}`, perhaps with a handoff's or a revision's number behind. */
function orderNumberIn(externalOrderId: string): string {
  return externalOrderId.split("-")[1] ?? "";
}

type Work = {
  nextRunAt: Date | null;
  leaseUntil: Date | null;
  deadAt: Date | null;
  lastError: string | null;
};

function isBusy({ nextRunAt, leaseUntil, deadAt, lastError }: Work): boolean {
  const isDue = deadAt === null && nextRunAt !== null && nextRunAt.getTime() < Date.now() + 500;
  return isDue || leaseUntil !== null || lastError !== null;
}
