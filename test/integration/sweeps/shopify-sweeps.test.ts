import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { asId } from "#test/support/as-id.ts";
import { type SweepingShop, startSweepingShop } from "./sweeping-shop.ts";

let shop: SweepingShop;

beforeAll(async () => {
  shop = await startSweepingShop();
});
beforeEach(async () => {
  await shop.receiveEventsAgain();
  await shop.app.db.shop.update({ where: { id: shop.shopId }, data: { state: "installed" } });
  await catchUp();
  await shop.app.db.attention.deleteMany({ where: { code: "shopify_news_missing" } });
});
afterEach(() => armFailpoints(undefined));
afterAll(() => shop.close());

/** What an earlier test kept from us is found, and every order is at rest. */
async function catchUp(): Promise<void> {
  for (const kind of ["shopify_orders", "shopify_orders_week"] as const) await shop.sweep(kind);
  const isBusy = { OR: [{ leaseToken: { not: null } }, { nextRunAt: { not: null } }] };
  const busy = await shop.app.db.work.findMany({ where: { kind: "order.reconcile", ...isBusy } });
  for (const { subject } of busy) await shop.rested(subject);
}

const oneCooker = () => ({ lines: [shop.line("cooker", 1600)] });

/** How often the order was to be read so far, once all of it was worked off; mere reports do not count (D-39). */
async function countReads(gid: string): Promise<bigint> {
  await shop.shopify.control.settle();
  await shop.rested(gid);
  const work = await shop.work(gid);
  if (!work) throw new Error(`No work for ${gid}`);
  return work.requestedGeneration - work.requestedReports;
}

describe("the sweep of Shopify's orders", () => {
  it("finds an order whose every webhook was lost, has it placed, and says so once", async () => {
    await shop.sweep("shopify_orders");
    const recorded = (await shop.activity()).length;
    shop.loseShopifyEvents();
    const { gid } = await shop.place(oneCooker());
    expect(await shop.findOrder(gid)).toBeNull();
    expect(await shop.sweep("shopify_orders")).toMatchObject({ mended: 1 });
    await shop.untilState(gid, "placed");
    expect((await shop.activity()).slice(recorded)).toEqual([
      { sweep: "shopify_orders", mode: "", mended: 1 },
    ]);
  });

  it("leaves an order alone that was read since it changed", async () => {
    const row = await shop.buy(oneCooker());
    await shop.wake(row.orderGid);
    await shop.soon("our own change to be read", async () => {
      const found = await shop.findOrder(row.orderGid);
      const now = shop.inShopify(row.orderGid).updatedAt;
      return found?.shopifyUpdatedAt && new Date(now).getTime() <= found.shopifyUpdatedAt.getTime() + 999;
    });
    const reads = await countReads(row.orderGid);
    for (const kind of ["shopify_orders", "shopify_orders_week"] as const) {
      expect((await shop.sweep(kind)).seen).toBeGreaterThan(0);
    }
    expect(await countReads(row.orderGid)).toBe(reads);
  });

  it("does not read an order for our own acceptance, but once in the look over the week", async () => {
    const row = await shop.buy(oneCooker());
    const reads = await countReads(row.orderGid);
    // Shopify tells whole seconds: read well before it, however quick the run was.
    const readTo = new Date(new Date(shop.inShopify(row.orderGid).updatedAt).getTime() - 2000);
    await shop.app.db.order.updateMany({ where: { id: row.id }, data: { shopifyUpdatedAt: readTo } });
    expect(await shop.sweep("shopify_orders")).toMatchObject({ mended: 0 });
    expect(await countReads(row.orderGid)).toBe(reads);
    for (let days = 0; days < 2; days += 1) {
      expect(await shop.sweep("shopify_orders_week")).toMatchObject({ mended: 0 });
      expect(await countReads(row.orderGid)).toBe(reads + 1n);
    }
  });

  it("reads an order that was changed after our own acceptance", async () => {
    const row = await shop.buy(oneCooker());
    const reads = await countReads(row.orderGid);
    shop.loseShopifyEvents();
    shop.shopify.control.clock({ advance: { minutes: 1 } });
    shop.shopify.control.editAddress({ orderId: row.orderGid, address: { address1: "House 7, Street 2" } });
    shop.shopify.control.clock({ advance: { minutes: -1 } });
    expect(await shop.sweep("shopify_orders")).toMatchObject({ mended: 1 });
    expect(await countReads(row.orderGid)).toBe(reads + 1n);
  });

  it("looks a quarter of an hour back from where Shopify's own changes ended, and once a day a week", async () => {
    await shop.buy(oneCooker());
    await shop.sweep("shopify_orders");
    shop.loseShopifyEvents();
    const placeEarlier = async (minutes: number) => {
      shop.shopify.control.clock({ advance: { minutes: -minutes } });
      const { gid } = await shop.place(oneCooker());
      await shop.shopify.control.settle();
      shop.shopify.control.clock({ advance: { minutes } });
      return gid;
    };
    const [within, before] = [await placeEarlier(10), await placeEarlier(20)];
    await shop.sweep("shopify_orders");
    await shop.untilState(within, "placed");
    expect(await shop.findOrder(before)).toBeNull();
    await shop.sweep("shopify_orders_week");
    await shop.untilState(before, "placed");
  });

  it.each([
    ["shopify_orders", 24],
    ["shopify_orders_week", 7 * 24],
  ] as const)("of the kind %s reaches back %i hours where nothing was seen before", async (kind, hours) => {
    await shop.sweep(kind);
    shop.loseShopifyEvents();
    const placeHoursAgo = async (ago: number) => {
      shop.shopify.control.clock({ advance: { hours: -ago } });
      const { gid } = await shop.place(oneCooker());
      await shop.shopify.control.settle();
      shop.shopify.control.clock({ advance: { hours: ago } });
      return gid;
    };
    const [within, before] = [await placeHoursAgo(hours - 0.5), await placeHoursAgo(hours + 0.5)];
    await shop.app.db.schedule.updateMany({
      where: { kind: { in: ["shopify_orders", "shopify_orders_week"] } },
      data: { watermark: null },
    });
    await shop.sweep(kind);
    await shop.soon("it to be looked at", () => shop.findOrder(within));
    await shop.rested(within);
    expect(await shop.findOrder(before)).toBeNull();
  });

  it("walks through more than a page, and goes on there after it was cut off", async () => {
    await shop.sweep("shopify_orders");
    const own = shop.shopify.control.addOwnProduct({ title: "Own lamp", price: 500 });
    shop.loseShopifyEvents();
    for (let count = 0; count < 120; count += 1) {
      await shop.place({ lines: [{ variantId: own.variantId, quantity: 1, price: 500 }] });
    }
    shop.shopify.control.requests({ clear: true });
    armFailpoints("R2:throw");
    expect((await shop.sweep("shopify_orders")).mended).toBe(120);
    const pages = shop.shopify.control
      .requests()
      .filter((request) => JSON.stringify(request).includes("OrdersUpdated"));
    expect(pages).toHaveLength(2);
    await shop.soon("all of them to be looked at", async () => {
      const known = await shop.app.db.order.count({ where: { state: "not_ours" } });
      return known >= 120;
    });
  });

  it("tells when Shopify is not heard at all, until it is", async () => {
    await shop.sweep("shopify_orders");
    shop.loseShopifyEvents();
    const orders = [
      await shop.place(oneCooker()),
      await shop.place(oneCooker()),
      await shop.place(oneCooker()),
    ];
    await shop.sweep("shopify_orders");
    const where = { code: "shopify_news_missing", resolvedAt: null } as const;
    expect(await shop.app.db.attention.count({ where })).toBe(1);
    for (const { gid } of orders) await shop.untilState(gid, "placed");
    await shop.receiveEventsAgain();
    await shop.buy(oneCooker());
    await shop.sweep("shopify_orders");
    expect(await shop.app.db.attention.count({ where })).toBe(0);
  });

  it("does not take two missed orders for Shopify's silence", async () => {
    await shop.sweep("shopify_orders");
    shop.loseShopifyEvents();
    const orders = [await shop.place(oneCooker()), await shop.place(oneCooker())];
    expect(await shop.sweep("shopify_orders")).toMatchObject({ mended: 2 });
    const where = { code: "shopify_news_missing", resolvedAt: null } as const;
    expect(await shop.app.db.attention.count({ where })).toBe(0);
    for (const { gid } of orders) await shop.untilState(gid, "placed");
  });

  it("keeps away from a shop that is frozen", async () => {
    await shop.sweep("shopify_orders");
    await shop.app.db.shop.update({ where: { id: shop.shopId }, data: { state: "unavailable" } });
    shop.shopify.control.requests({ clear: true });
    await shop.ask("shopify_orders");
    await shop.sweepWork("shopify_orders");
    expect(shop.shopify.control.requests()).toEqual([]);
  });

  it("is tried again after Shopify was out, and tells what stood in the way meanwhile", async () => {
    const fault = { kind: "status" as const, status: 503, field: "OrdersUpdated", times: 4 };
    shop.shopify.control.faults({ requests: [fault] });
    const sweeping = shop.sweep("shopify_orders");
    await shop.soon("the failure to be told", async () => (await shop.row("shopify_orders"))?.lastError);
    await sweeping;
    expect(await shop.row("shopify_orders")).toMatchObject({ lastError: null, progress: null });
  });
});

describe("the sweep of requests", () => {
  it("finds a cancellation the merchant asked for in vain", async () => {
    const row = await shop.buy(oneCooker());
    const [fulfillmentOrder] = await shop.ours(row.orderGid);
    shop.loseShopifyEvents();
    shop.shopify.control.requestCancellation({ id: fulfillmentOrder?.id ?? "" });
    await shop.sweep("requests");
    await shop.soon("the parcel to be cancelled", async () => {
      const [parcel] = await shop.atService(row);
      return parcel?.status === "CANCELLED";
    });
  });
});

describe("the sweep of unsettled placings", () => {
  it("takes up a placing whose work was lost, and tells a person of it", async () => {
    const row = await shop.buy(oneCooker());
    const shopId = shop.shopId;
    const long = new Date(Date.now() - 6 * 60_000);
    await shop.app.db.$executeRaw`
      update "order" set state = 'placing', updated_at = ${long} where id = ${row.id}::uuid`;
    expect(await shop.sweep("unsettled")).toMatchObject({ seen: 1, mended: 1, opened: 1 });
    expect(await shop.untilState(row.orderGid, "placed")).toMatchObject({ hasOpenIssue: false });
    const openIssues = { shopId, thing: "order", thingId: row.id, code: "placing_delayed" } as const;
    expect(await shop.app.db.attention.findFirst({ where: openIssues })).toMatchObject({
      resolvedAt: expect.any(Date),
    });
  });

  it("takes up an attempt six minutes old whose order says nothing of it, and leaves one of four", async () => {
    const row = await shop.buy(oneCooker());
    const handoffId = row.handoffs[0]?.id ?? "";
    const openSince = async (minutes: number) => {
      const createdAt = new Date(Date.now() - minutes * 60_000);
      const open = { state: "sending" as const };
      await shop.app.db.handoff.updateMany({ where: { id: asId(handoffId) }, data: open });
      await shop.app.db.handoffAttempt.updateMany({
        where: { handoffId: asId(handoffId) },
        data: { ...open, createdAt },
      });
    };
    await openSince(4);
    expect(await shop.sweep("unsettled")).toMatchObject({ seen: 0 });
    await openSince(6);
    expect(await shop.sweep("unsettled")).toMatchObject({ seen: 1, mended: 1, opened: 1 });
    await shop.until(row.orderGid, ({ handoffs }) => handoffs[0]?.state === "placed", "it to be settled");
    expect(await shop.atService(row)).toHaveLength(1);
  });

  it("leaves one to its own time that waits for its next try", async () => {
    const row = await shop.buy(oneCooker());
    const long = new Date(Date.now() - 6 * 60_000);
    await shop.app.db.$executeRaw`
      update "order" set state = 'placing', updated_at = ${long} where id = ${row.id}::uuid`;
    await shop.app.db.work.updateMany({
      where: { kind: "order.reconcile", subject: row.orderGid },
      data: { nextRunAt: new Date(Date.now() + 600_000) },
    });
    expect(await shop.sweep("unsettled")).toMatchObject({ seen: 1, mended: 0, opened: 1 });
    // Its page says so; nobody has to decide anything.
    expect(await shop.findOrder(row.orderGid)).toMatchObject({ hasOpenIssue: false });
    expect(await shop.openCodes(row)).toEqual(["placing_delayed"]);
    const next = (await shop.work(row.orderGid))?.nextRunAt;
    expect((next?.getTime() ?? 0) - Date.now()).toBeGreaterThan(500_000);
    await shop.wake(row.orderGid);
    await shop.untilState(row.orderGid, "placed");
  });
});
