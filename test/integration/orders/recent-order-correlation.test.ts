import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { syncFulfillmentOrders } from "#app/domain/orders/fulfillment/sync-fulfillment-orders.server.ts";
import { loadOrderRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import { beginRun } from "#app/domain/orders/reconcile/order-run.ts";
import { getOrderForPlacement } from "#app/shopify/operations/orders/get-order-for-placement.ts";
import { DEMO_API_SECRET } from "#test/standins/shopify/defaults.ts";
import { asId } from "#test/support/as-id.ts";
import { buildShopifyDelivery, send } from "#test/support/deliveries.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

const ROUTED = "fulfillment_orders/order_routing_complete";

let shop: PlacingShop;
beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop.close());

const cooker = () => ({ lines: [shop.line("cooker", 1600)] });

/** Of the next deliveries those topics do not arrive. */
function lose(...topics: readonly string[]): void {
  shop.shopify.control.faults({ clear: true });
  shop.shopify.control.faults({ webhooks: topics.map((topic) => ({ kind: "lost", topic, times: 1 })) });
}

async function placeOurs(): Promise<{ readonly gid: string; readonly place: string }> {
  const { gid } = await shop.place(cooker());
  const ours = await shop.soon("its units to have a place", async () => (await shop.ours(gid))[0]);
  return { gid, place: ours.id };
}

const isBorn = (gid: string) =>
  shop.app.db.work.findFirst({ where: { kind: "order.reconcile", subject: gid } });

/** Tells that an order's units have their place, as Shopify does. */
async function sendRouting(place: string): Promise<void> {
  const body = { fulfillment_order: { id: place, status: "open" } };
  const { status } = await send(
    buildShopifyDelivery(shop.app.env.SHOPIFY_APP_URL, ROUTED, body, { secret: DEMO_API_SECRET }),
  );
  expect(status).toBe(200);
}

/** How often Shopify was asked whose a fulfillment order is, in points. */
async function searched(): Promise<number> {
  const { values } = await shop.app.metrics.shopifyPoints.get();
  return values.find(({ labels }) => labels.operation === "FulfillmentOrderOwner")?.value ?? 0;
}

const search = (place: string) =>
  shop.app.db.work.findFirst({ where: { kind: "fulfillmentOrder.resolve", subject: place } });

describe("an order just created whose routing is reported", () => {
  it("is placed without asking Shopify whose the fulfillment order is", async () => {
    lose(ROUTED);
    const { gid, place } = await placeOurs();
    await shop.soon("its birth to be told", () => isBorn(gid));
    const before = await searched();
    await sendRouting(place);
    await shop.untilState(gid, "placed");
    expect(await search(place)).toMatchObject({
      requestedGeneration: 1n,
      observedGeneration: 1n,
      nextRunAt: null,
      unfinishedRuns: 0,
    });
    expect(await searched()).toBe(before);
  });

  it("is placed a little later where the routing was taken for another order just created", async () => {
    lose("orders/create", ROUTED);
    const unheard = await placeOurs();
    lose(ROUTED);
    const born = await placeOurs();
    await shop.soon("its birth to be told", () => isBorn(born.gid));
    await sendRouting(unheard.place);
    await shop.untilState(born.gid, "placed");
    expect(await shop.findOrder(unheard.gid)).toBeNull();
    await shop.untilState(unheard.gid, "placed");
    expect(await search(unheard.place)).toMatchObject({
      requestedGeneration: 1n,
      observedGeneration: 1n,
      nextRunAt: null,
    });
  });
});

describe("whose a fulfillment order is, once an order's pass has seen it", () => {
  let gid: string;
  let place: string;
  beforeEach(async () => {
    lose();
    ({ gid, place } = await placeOurs());
    await shop.rested(gid);
    await shop.app.db.work.deleteMany({ where: { kind: "fulfillmentOrder.resolve" } });
  });

  const ask = (row: { readonly leaseToken?: string } = {}) =>
    shop.app.db.work.create({
      data: {
        shopId: shop.shopId,
        kind: "fulfillmentOrder.resolve",
        subject: place,
        nextRunAt: soon(),
        ...row,
      },
    });
  const soon = () => new Date(Date.now() + 60_000);
  /** Two marks of one millisecond cannot be told apart. */
  const pass = () => shop.app.db.$queryRaw`select pg_sleep(0.005)::text`;

  async function seeIt(claim: Awaited<ReturnType<PlacingShop["lend"]>>): Promise<void> {
    const ctx = await shop.context();
    const [record, shopify] = await Promise.all([
      loadOrderRecord(ctx.db, shop.shopId, asId(gid)),
      getOrderForPlacement(ctx.admin, asId(gid)),
    ]);
    if (!shopify || !ctx.shop.locationGid) throw new Error("Shopify has no such order");
    const run = beginRun(ctx, claim, { ...record, fulfillmentOrders: [] });
    await syncFulfillmentOrders({ ...run, shopify, locationGid: ctx.shop.locationGid });
  }

  it("is asked no more where that was wanted before the run began", async () => {
    await ask();
    await pass();
    await seeIt(await shop.lend());
    expect(await search(place)).toMatchObject({
      requestedGeneration: 1n,
      observedGeneration: 1n,
      nextRunAt: null,
    });
  });

  it("is still asked where something was reported while the run was under way", async () => {
    const claim = await shop.lend();
    await pass();
    const { nextRunAt } = await ask();
    await seeIt(claim);
    expect(await search(place)).toMatchObject({ requestedGeneration: 1n, observedGeneration: 0n, nextRunAt });
  });

  it("is left to the run that asks it already", async () => {
    const { leaseToken, nextRunAt } = await ask({ leaseToken: randomUUID() });
    await pass();
    await seeIt(await shop.lend());
    expect(await search(place)).toMatchObject({ observedGeneration: 0n, leaseToken, nextRunAt });
  });
});
