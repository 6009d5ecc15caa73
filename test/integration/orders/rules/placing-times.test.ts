import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { requestPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { listOrders } from "#app/domain/orders/list/list-orders.server.ts";
import { noFilter } from "#app/domain/orders/list/orders-filter.ts";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import { createOrderRule } from "#app/domain/orders/rules/change-order-rules.server.ts";
import { type PlacingTimes, weekdays } from "#app/domain/orders/rules/placing-times.ts";
import { savePlacingTimes } from "#app/domain/orders/rules/save-placing-times.server.ts";
import type { OrderRow, Placing } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "../placing-shop.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
  const since = new Date(Date.now() - 90 * DAY_MS);
  const { db } = shop.app;
  await db.shop.updateMany({ data: { installedAt: since, autoCodSince: since, autoPrepaidSince: since } });
  await db.supplierConnection.updateMany({ data: { connectedAt: since, activatedAt: since } });
});
afterEach(async () => {
  await save({ grace: { kind: "none" }, hours: null });
  await shop.app.db.orderRule.deleteMany();
});
afterAll(() => shop.close());

const save = async (times: Partial<PlacingTimes>) =>
  savePlacingTimes(await shop.context(), { times, by: "Ali" });

const halfAnHour = { grace: { kind: "minutes", minutes: 30 } } as const;

/** Working hours of every day that began so many minutes ago, or begin so many minutes from now, and last two hours. */
async function hoursFrom(minutesFromNow: number): Promise<PlacingTimes> {
  const { shop: row } = await shop.context();
  const clock = new Intl.DateTimeFormat("en-GB", {
    ...{ timeZone: row.timezone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  });
  const [hours = 0, minutes = 0] = clock.format(new Date()).split(":").map(Number);
  const from = (hours * 60 + minutes + minutesFromNow + 1440) % 1440;
  const to = (from + 120) % 1440;
  return { grace: { kind: "none" }, hours: { days: weekdays, fromMinute: from, toMinute: to } };
}

let people = 0;

function order(change: Partial<Placing> = {}): Placing {
  people += 1;
  const phone = `+92300${String(7_200_000 + people)}`;
  return {
    lines: [shop.line("cooker", 1600)],
    customer: { firstName: "Ayesha", lastName: "Example", phone },
    ...change,
  };
}

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

async function sentences(row: OrderRow): Promise<readonly string[]> {
  const page = await findOrderPage(await shop.context(), row.id);
  return page?.holds.map(({ sentence }) => sentence) ?? [];
}

describe("while customers can change their mind", () => {
  it("an order waits, says until when, and goes by itself when the time is over", async () => {
    await save(halfAnHour);
    const { gid } = await shop.place(order({ createdAt: ago(30 * MINUTE_MS - 12_000) }));
    // It is at rest for a few seconds only.
    const row = await shop.soon("the order to wait", async () => {
      const found = await shop.findOrder(gid);
      return found?.state === "waiting" ? found : null;
    });
    expect(row).toMatchObject({ holdCode: "grace_period", hasOpenIssue: false, handoffs: [] });
    expect(await sentences(row)).toEqual([expect.stringMatching(/change their mind until \w{3} \d/)]);
    expect(await shop.ours(row.orderGid)).toMatchObject([{ requestStatus: "UNSUBMITTED" }]);
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await shop.openCodes(placed)).toEqual([]);
  });

  it("an order that is older goes at once", async () => {
    await save(halfAnHour);
    expect((await shop.buy(order({ createdAt: ago(31 * MINUTE_MS) }))).holdCode).toBeNull();
  });

  it("what a customer cancels in Shopify is never sent", async () => {
    await save(halfAnHour);
    const row = await shop.buy(order(), "waiting");
    shop.shopify.control.cancelOrder({ orderId: row.orderGid });
    const cancelled = await shop.untilState(row.orderGid, "cancelled");
    expect(cancelled.handoffs).toEqual([]);
    expect(await shop.openCodes(cancelled)).toEqual([]);
  });

  it("a request made in Shopify is not delayed", async () => {
    await save(halfAnHour);
    const row = await shop.buy(order(), "waiting");
    const [ours] = await shop.ours(row.orderGid);
    shop.shopify.control.requestFulfillment({ id: ours?.id ?? "" });
    await shop.untilState(row.orderGid, "placed");
  });

  it("a person's press goes on", async () => {
    await save(halfAnHour);
    const row = await shop.buy(order(), "waiting");
    await requestPlacement(await shop.context(), { orderId: row.id, by: "Ali" });
    await shop.untilState(row.orderGid, "placed");
  });

  it("what needs a person is asked for at once", async () => {
    await save(halfAnHour);
    const row = await shop.buy(order({ shippingAddress: { city: "Qasba Nowhere" } }), "held");
    expect(await shop.openCodes(row)).toEqual(["city_unknown"]);
  });

  it("a rule added meanwhile holds what waits", async () => {
    await save(halfAnHour);
    const row = await shop.buy(order(), "waiting");
    const draft = { kind: "value", limit: "1000" } as const;
    await createOrderRule(await shop.context(), { effect: "hold", draft, by: "Ali" });
    expect((await shop.untilState(row.orderGid, "held")).holdCode).toBe("held_by_rule");
  });

  it("orders go when the time is taken away", async () => {
    await save(halfAnHour);
    const row = await shop.buy(order(), "waiting");
    await save({ grace: { kind: "none" } });
    await shop.untilState(row.orderGid, "placed");
  });
});

describe("out of working hours", () => {
  it("an order waits until they begin, and stands under Waiting with its time", async () => {
    await save(await hoursFrom(90));
    const row = await shop.buy(order(), "waiting");
    expect(row).toMatchObject({ holdCode: "out_of_hours", hasOpenIssue: false });
    const list = await listOrders(await shop.context(), {
      ...{ view: "waiting", filter: noFilter, search: "", sort: "newest", after: null },
    });
    const listed = list.rows.find(({ id }) => id === row.id);
    expect(listed).toMatchObject({ isPutOff: true, hasOpenIssue: false });
    expect(listed?.reason).toMatch(/working hours, which begin \w{3} \d.*\d{2}:\d{2}/);
    const work = await shop.app.db.work.findFirstOrThrow({ where: { subject: row.orderGid } });
    const inMs = (work.nextRunAt?.getTime() ?? 0) - Date.now();
    expect(inMs).toBeGreaterThan(87 * MINUTE_MS);
    expect(inMs).toBeLessThan(91 * MINUTE_MS);
  });

  it("orders go once the hours are others", async () => {
    await save(await hoursFrom(90));
    const row = await shop.buy(order(), "waiting");
    await save(await hoursFrom(-30));
    await shop.untilState(row.orderGid, "placed");
  });

  it("a request made in Shopify is not delayed", async () => {
    await save(await hoursFrom(90));
    const row = await shop.buy(order(), "waiting");
    const [ours] = await shop.ours(row.orderGid);
    shop.shopify.control.requestFulfillment({ id: ours?.id ?? "" });
    await shop.untilState(row.orderGid, "placed");
  });
});

it("who changed the times, and when, is kept", async () => {
  await save(halfAnHour);
  const fact = await shop.app.db.timelineEntry.findFirstOrThrow({
    where: { shopId: shop.shopId, code: "placing_times_saved" },
    orderBy: { id: "desc" },
  });
  expect(fact).toMatchObject({ thing: "shop", actor: "person", by: "Ali", params: { graceMinutes: 30 } });
});
