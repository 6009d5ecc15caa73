import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop.close());
afterEach(async () => {
  await shop.supplier.control.clearFaults();
  await shop.forgetLimits();
  await shop.supplier.control.setAccount({ status: "active" });
});

const cooker = () => ({ lines: [shop.line("cooker", 1600)] });
const post = { method: "POST", path: "/orders" } as const;

const isRefused = ({ handoffs }: OrderRow) => handoffs[0]?.attempts.at(-1)?.state === "refused";

/** Everything was checked and well; the account is suspended before the order itself arrives. */
async function suspendBeforeSending(): Promise<OrderRow> {
  const quote = { method: "POST", path: "/shipping/quote" } as const;
  await shop.supplier.control.armFault({ kind: "delay", ms: 8000, when: "after", ...quote });
  const { gid } = await shop.place(cooker());
  await shop.soon("the quote to be asked for", async () =>
    (await shop.supplier.control.requests(quote)).some(({ status }) => status === null),
  );
  await shop.supplier.control.setAccount({ status: "suspended", statusReason: "Documents missing" });
  await shop.supplier.control.clearFaults();
  return shop.until(gid, isRefused, "the sending to be refused");
}

async function limitFirstSending(): Promise<OrderRow> {
  await shop.supplier.control.armFault({ kind: "rate_limited", retryAfterSeconds: 60, ...post });
  const { gid } = await shop.place(cooker());
  return shop.until(gid, isRefused, "the sending to be refused");
}

/** The time for the next attempt has come. */
async function makeDue({ handoffs, orderGid }: OrderRow): Promise<void> {
  const where = { handoffId: handoffs[0]?.id };
  await shop.app.db.handoffAttempt.updateMany({ where, data: { retryAt: new Date(0) } });
  await shop.forgetLimits();
  await shop.wake(orderGid);
  await (await shop.context()).wake([{ kind: "connection.probe", subject: { mode: "live" }, delayMs: 0 }]);
}

const REFUSALS = [
  ["reseller_suspended", suspendBeforeSending, "held"],
  ["rate_limited", limitFirstSending, "waiting"],
] as const;

describe("a first sending that the service did not look at", () => {
  it.each(REFUSALS)(
    "for %s leaves the handoff refused until its time has come",
    async (code, refuse, state) => {
      const row = await refuse();
      expect(row).toMatchObject({
        state,
        handoffs: [
          { state: "refused", attempts: [{ sends: 1, errorCode: code, retryAt: expect.any(Date) }] },
        ],
      });
      await shop.supplier.control.setAccount({ status: "active" });
      await shop.wake(row.orderGid);
      expect(await shop.rested(row.orderGid)).toMatchObject({ handoffs: [{ attempts: [{ number: 1 }] }] });
      await makeDue(row);
      const placed = await shop.untilState(row.orderGid, "placed");
      expect(placed.handoffs).toMatchObject([
        { attempts: [{ number: 1 }, { number: 2, state: "accepted" }] },
      ]);
      expect(await shop.openCodes(placed)).toEqual([]);
    },
  );

  it.each(REFUSALS)(
    "for %s is never sent again once the order is cancelled in Shopify",
    async (_, refuse) => {
      const row = await refuse();
      await shop.supplier.control.setAccount({ status: "active" });
      shop.shopify.control.cancelOrder({ orderId: row.orderGid });
      await shop.untilState(row.orderGid, "cancelled");
      await makeDue(row);
      const after = await shop.rested(row.orderGid);
      expect(after).toMatchObject({ state: "cancelled", handoffs: [{ attempts: [{ number: 1 }] }] });
      expect(await shop.posts(row.handoffs[0]?.externalOrderId ?? "")).toHaveLength(1);
      expect(await shop.atService(row)).toEqual([]);
      expect(await shop.openCodes(after)).toEqual([]);
    },
  );
});

describe("a first sending whose outcome is not known", () => {
  it("keeps its bytes and its key when the second is turned away", async () => {
    await shop.supplier.control.armFault({ kind: "cut", when: "before", ...post });
    await shop.supplier.control.armFault({ kind: "rate_limited", after: 1, retryAfterSeconds: 1, ...post });
    const row = await shop.buy(cooker());
    const posts = await shop.posts(row.handoffs[0]?.externalOrderId ?? "");
    expect(posts.map(({ code }) => code)).toContain("rate_limited");
    expect(new Set(posts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(row.handoffs).toMatchObject([{ attempts: [{ number: 1, sends: 3, state: "accepted" }] }]);
    expect(await shop.atService(row)).toHaveLength(1);
  });
});

describe("an outage of the service before placing", () => {
  const outageOf = (path: string) =>
    shop.supplier.control.armFault({ kind: "error", when: "before", status: 503, path, times: 100 });

  it("of its quotes is told on an order whose name and customer are known", async () => {
    await outageOf("/shipping/quote");
    const { gid, name } = await shop.place(cooker());
    const row = await shop.soon("the delay to be told", async () => {
      const found = await shop.findOrder(gid);
      return found?.holdCode === "placing_delayed" ? found : null;
    });
    expect(row).toMatchObject({ name, state: "waiting", handoffs: [] });
    expect(await shop.openCodes(row)).toEqual(["placing_delayed"]);
    expect((await findOrderPage(await shop.context(), row.id))?.customer).toBeTruthy();
    await shop.supplier.control.clearFaults();
    await shop.wake(gid);
    expect(await shop.openCodes(await shop.untilState(gid, "placed"))).toEqual([]);
  });

  it("of its reads stops no order, and soon at most one call tries whether it is over", async () => {
    const reads = async () => (await shop.supplier.control.requests({ path: "/inventory" })).length;
    await outageOf("/inventory");
    const atFirst = await reads();
    await shop.buy(cooker());
    expect((await reads()) - atFirst).toBeGreaterThan(1);
    await shop.buy(cooker());
    const before = await reads();
    expect(await shop.openCodes(await shop.buy(cooker()))).toEqual([]);
    expect((await reads()) - before).toBeLessThanOrEqual(1);
  });
});
