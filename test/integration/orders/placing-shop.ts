import { randomUUID } from "node:crypto";
import { attemptBodyPlace } from "#app/domain/orders/placement/send-attempt.server.ts";
import { Lease } from "#app/platform/queue/lease.server.ts";
import type { ClaimedWork } from "#app/platform/queue/work.server.ts";
import type { NewOrder } from "#test/standins/shopify/commerce/new-order.ts";
import type { SupplierStandinOptions } from "#test/standins/supplier/options.ts";
import { asId } from "#test/support/as-id.ts";
import { describeShopNow } from "#test/support/describe-work.ts";
import {
  type OrderHarness,
  type OrderRow,
  type Placing,
  startOrderHarness,
} from "#test/support/order-harness.ts";
import { waitFor } from "#test/support/wait-for.ts";

/** W 1,000 and Rs 200 of shipping; earbuds and speaker come from two stores of their own. */
const PRODUCTS = {
  ...{ cooker: "prd_cooker", earbuds: "prd_earbuds", speaker: "prd_speaker", lantern: "prd_lantern" },
};

export type ProductName = keyof typeof PRODUCTS;

/** A shop that places by itself, with a generous account at the service. */
export type PlacingShop = Awaited<ReturnType<typeof startPlacingShop>>;

type Options = {
  readonly supplier?: SupplierStandinOptions;
  readonly key?: string;
  readonly products?: readonly ProductName[];
};

export async function startPlacingShop({ supplier, key, products = ["cooker"] }: Options = {}) {
  const harness = await startOrderHarness({ supplier: { catalogCacheSeconds: 0, ...supplier }, key });
  const variants = new Map<string, string>();
  await harness.supplier.control.setAccount({ plan: "scale", tier: 4 });
  await harness.supplier.control.setTerms({ blacklistRefusals: 1000 });
  await harness.supplier.control.topUp({ amount: 1_000_000 });
  await harness.settings({ autoCod: true, autoPrepaid: true, markPaidOnDelivery: true });
  for (const name of products) {
    const [gid = ""] = await harness.list(PRODUCTS[name]);
    variants.set(name, gid);
  }
  // Its echo of a few seconds later is for a lost routing; without it an order comes to rest at once.
  harness.shopify.control.faults({ webhooks: [{ kind: "lost", topic: "orders/create", times: 10_000 }] });
  return {
    ...harness,
    ...describeShop(harness),
    line: (name: ProductName, price: number, quantity = 1): NewOrder["lines"][number] => ({
      ...{ variantId: variants.get(name) ?? "", price, quantity },
    }),
  };
}

function describeShop(harness: OrderHarness) {
  const { supplier, shopify, app, shopId } = harness;
  const until = (gid: string, state: string) =>
    harness.until(gid, (row) => row.state === state, `the order to be ${state}`);
  return {
    /** A customer checks out; waits until the order is in the state. */
    async buy(order: Placing, state = "placed"): Promise<OrderRow> {
      const { gid } = await harness.place(order);
      return until(gid, state);
    },
    untilState: until,
    /** The service's account may send again: its pause is over, its minute and its day are new. */
    forgetLimits: () => app.db.supplierAccount.deleteMany(),
    /** Waits until every mark that is there was worked off, however the row looks then. */
    rested: (gid: string) => harness.until(gid, () => true, "the order to rest"),
    /** A run of work that nobody else takes up: its row is never due. */
    async lend(): Promise<ClaimedWork> {
      const lease = { leaseToken: randomUUID(), leaseUntil: new Date(Date.now() + 60_000) };
      const { id, lane, subject, requestedGeneration, requestedReports, updatedAt } =
        await app.db.work.create({
          data: { shopId, kind: "order.reconcile", subject: randomUUID(), nextRunAt: null, ...lease },
        });
      const terms = { workId: id, token: lease.leaseToken, ms: 60_000 };
      const known = { id, shopId, lane, subject, requestedGeneration, requestedReports };
      return {
        ...known,
        kind: "order.reconcile",
        needsRead: true,
        attempts: 0,
        hasFailed: false,
        unfinishedRuns: 1,
        claimedAt: updatedAt,
        lease: new Lease(app.db, terms),
      };
    },
    wake: async (gid: string) =>
      (await harness.context()).wake([{ kind: "order.reconcile", subject: { orderGid: asId(gid) } }]),
    parcels: (row: OrderRow) => row.handoffs.flatMap((handoff) => handoff.parcels),
    /** What the service holds under the order's external ids. */
    async atService(row: OrderRow) {
      const ids = row.handoffs.map(({ externalOrderId }) => externalOrderId);
      const { orders } = await supplier.control.audit();
      return orders
        .filter(({ externalOrderId }) => ids.includes(asId(externalOrderId)))
        .toSorted((a, b) => a.part - b.part);
    },
    async posts(externalOrderId: string) {
      const requests = await supplier.control.requests({ method: "POST" });
      return requests.filter((request) => request.externalOrderId === externalOrderId);
    },
    async timeline(row: OrderRow): Promise<string[]> {
      const where = { shopId, thing: "order" as const, thingId: row.id };
      const entries = await app.db.timelineEntry.findMany({ where, orderBy: { id: "asc" } });
      return entries.map(({ code }) => code);
    },
    async openCodes(row: OrderRow): Promise<string[]> {
      const where = { shopId, thing: "order" as const, thingId: row.id, resolvedAt: null };
      return (await app.db.attention.findMany({ where, orderBy: { openedAt: "asc" } })).map(
        ({ code }) => code,
      );
    },
    inShopify(gid: string) {
      const order = shopify.control.state().orders.find(({ id }) => id === gid);
      if (!order) throw new Error(`Shopify has no order ${gid}`);
      return order;
    },
    /** Our own fulfillment orders of an order, newest last. */
    async ours(gid: string) {
      const { locationGid } = (await harness.context()).shop;
      return shopify.control
        .fulfillmentOrdersOf({ orderId: gid })
        .filter(({ locationId }) => locationId === locationGid);
    },
    /** A location of the merchant's own. */
    merchantLocation(): string {
      const location = shopify.control.state().locations.find(({ serviceId }) => serviceId === null);
      if (!location) throw new Error("The shop has no location of its own");
      return location.id;
    },
    body(row: OrderRow, attempt = 0): Record<string, unknown> {
      const found = row.handoffs[0]?.attempts[attempt];
      if (!found) throw new Error("No such attempt");
      return JSON.parse(app.crypto.open(found.bodyEnc, attemptBodyPlace(found.id)).toString());
    },
    /** `instead` says what was there, where the wait was in vain. */
    soon: <T>(
      what: string,
      look: () => Promise<T | null | false | undefined>,
      instead: () => Promise<string> = async () => "",
    ) =>
      waitFor(look, {
        what,
        everyMs: 50,
        describe: async () => `${await instead()}\n${await describeShopNow(harness)}`,
      }),
  };
}
