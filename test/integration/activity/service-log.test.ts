import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readServiceLog, type ServiceLog } from "#app/domain/activity/service-log/read-service-log.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type SweepingShop, startSweepingShop } from "../sweeps/sweeping-shop.ts";

const MINUTE_MS = 60_000;

let shop: SweepingShop;
/** Each test is an hour after the one before, so that nothing is kept from it. */
let later = 0;

beforeAll(async () => {
  shop = await startSweepingShop();
});
beforeEach(() => {
  later += 60 * MINUTE_MS;
});
afterEach(async () => {
  await shop.receiveEventsAgain();
  await shop.supplier.control.setUndefined({ deliveryLogFields: "full" });
});
afterAll(() => shop.close());

async function context(more = 0): Promise<ShopContext> {
  const now = new Date(Date.now() + later + more);
  return { ...(await shop.context()), clock: { now: () => now } };
}

const all = { status: null, cursor: null };
const read = async (query: Parameters<typeof readServiceLog>[1] = all) => {
  const log = await readServiceLog(await context(), query);
  if (log.kind !== "read") throw new Error(`The log was not read: ${JSON.stringify(log)}`);
  return log;
};
const rowOf = ({ rows }: Extract<ServiceLog, { kind: "read" }>, event: string) =>
  rows.find(({ sent, received }) => (sent?.event ?? received?.topic) === event);

async function bought() {
  const row = await shop.buy({ lines: [shop.line("cooker", 1600)] });
  await shop.supplier.control.settle();
  return row;
}

describe("the service's own log", () => {
  it("stands beside our receipts, matched by the event's id", async () => {
    await bought();
    const received = rowOf(await read(), "order.received");
    expect(received).toMatchObject({ match: "both", sent: { status: "delivered", attempts: 1 } });
    const id = BigInt(received?.received?.deliveryId ?? 0);
    expect(await shop.app.db.delivery.findUnique({ where: { id } })).toMatchObject({ shopId: shop.shopId });
  });

  it("shows what was sent and never received", async () => {
    const row = await bought();
    await shop.loseServiceEvents("failed");
    await shop.supplier.control.moveParcel({
      ...{ externalOrderId: row.handoffs[0]?.externalOrderId, status: "SHIPPED" },
    });
    await shop.supplier.control.settle();
    const log = await read({ status: "failed", cursor: null });
    expect(rowOf(log, "order.shipped")).toMatchObject({ match: "lost", received: null });
    expect(log.rows.every(({ match }) => match !== "only_here")).toBe(true);
  });

  it("shows what we received and the log does not show", async () => {
    await bought();
    const { db } = shop.app;
    const known = await db.delivery.findFirstOrThrow({ where: { source: "supplier" }, omit: { id: true } });
    await db.delivery.create({ data: { ...known, key: "live/evt_unheard_of", receivedAt: new Date() } });
    const only = (await read()).rows.filter(({ match }) => match === "only_here");
    expect(only.map(({ received }) => received?.eventId)).toEqual(["evt_unheard_of"]);
    await db.delivery.deleteMany({ where: { key: "live/evt_unheard_of" } });
  });

  it("is shown as it comes where it names nothing, beside what we have", async () => {
    await bought();
    await shop.supplier.control.setUndefined({ deliveryLogFields: "status_only" });
    const { rows } = await read();
    expect(rows[0]).toMatchObject({ match: "unmatched", sent: { status: "delivered", event: null } });
    expect(rows.some(({ match }) => match === "only_here")).toBe(true);
  });

  it("costs one call a minute, however often it is opened", async () => {
    const before = await shop.countAsked();
    await read();
    await readServiceLog(await context(30_000), all);
    expect(await shop.asked(before)).toEqual(["GET /webhooks/deliveries"]);
    await readServiceLog(await context(MINUTE_MS), all);
    expect(await shop.asked(before)).toHaveLength(2);
  });

  it("goes on where a page ended", async () => {
    const { next } = await read();
    const more = next === null ? null : await read({ status: null, cursor: next });
    expect(more?.rows.length ?? 1).toBeGreaterThan(0);
  });

  it("says why it cannot be read, and asks nothing while the key is refused", async () => {
    await shop.supplier.control.armFault({ kind: "refused", code: "invalid_key", times: 1 });
    expect(await readServiceLog(await context(), all)).toEqual({ kind: "refused", code: "invalid_key" });
    const before = await shop.countAsked();
    const where = { shopId: shop.shopId };
    const { db } = shop.app;
    await db.supplierConnection.updateMany({ where, data: { pausedAt: new Date(), health: "invalid_key" } });
    expect(await readServiceLog(await context(), all)).toEqual({ kind: "refused", code: "invalid_key" });
    expect(await shop.asked(before)).toEqual([]);
    await db.supplierConnection.updateMany({ where, data: { pausedAt: null, health: "ok" } });
    const ctx = await context();
    expect(await readServiceLog({ ...ctx, connection: null, supplier: null }, all)).toEqual({
      kind: "not_connected",
    });
  });
});
