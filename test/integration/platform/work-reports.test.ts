import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { type ReceivedDelivery, receiveDelivery } from "#app/intake/receive-delivery.server.ts";
import { createCrypto } from "#app/platform/crypto/crypto.ts";
import type { ExternalOrderId, FulfillmentOrderGid, ShopId } from "#app/platform/ids.ts";
import { readEnv } from "#app/platform/process/env.server.ts";
import { finishWork } from "#app/platform/queue/finish-work.server.ts";
import { type ClaimedWork, claimWork, requestReconcile } from "#app/platform/queue/work.server.ts";
import { asId } from "#test/support/as-id.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

const ORDER = "gid://shopify/Order/1";
const PLACE = asId<FulfillmentOrderGid>("gid://shopify/FulfillmentOrder/1");
const SUBMITTED = "fulfillment_orders/fulfillment_request_submitted";
const crypto = createCrypto(readEnv({}).ENCRYPTION_KEYS);

let database: TestDatabase;
let shopId: ShopId;
let keys = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  const { prisma } = database;
  await prisma.shop.deleteMany();
  shopId = (await prisma.shop.create({ data: { domain: "one.myshopify.com" } })).id;
  const order = await prisma.order.create({ data: { shopId, orderGid: asId(ORDER) } });
  const handoff = {
    state: "placed" as const,
    mode: "live" as const,
    sequence: 1,
    externalOrderId: asId<ExternalOrderId>("1-1"),
    paymentMode: "COD" as const,
    terms: {},
  };
  const money = { collectsPkr: rupees(1), shippingPkr: rupees(0), customerEnc: Buffer.from("x") };
  await prisma.handoff.create({ data: { shopId, orderId: order.id, ...handoff, ...money } });
  const place = { gid: PLACE, atOurLocation: true, submittedByUsAt: new Date() };
  await prisma.fulfillmentOrder.create({ data: { shopId, orderId: order.id, ...place } });
});

async function deliver(
  source: "shopify" | "supplier",
  topic: string,
  mark: Parameters<typeof receiveDelivery>[2]["mark"],
): Promise<ReceivedDelivery> {
  keys += 1;
  const recorded = { source, topic, mark, key: String(keys), subject: null, rawBody: Buffer.from("{}") };
  return receiveDelivery(database.pool, crypto, { shop: { id: shopId }, ...recorded });
}

const event = (topic = "order.received") =>
  deliver("supplier", topic, { kind: "handoff", mode: "live", externalOrderId: asId("1-1") });
const change = (topic = "orders/updated") =>
  deliver("shopify", topic, {
    kind: "work",
    work: { kind: "order.reconcile", subject: { orderGid: asId(ORDER) } },
  });
const echo = () => deliver("shopify", SUBMITTED, { kind: "fulfillment_orders", gids: [PLACE] });

async function claim(): Promise<ClaimedWork> {
  await database.pool.query("update work set next_run_at = clock_timestamp() - interval '1 second'");
  const { id } = await database.prisma.work.findFirstOrThrow({ where: { shopId, kind: "order.reconcile" } });
  const claimed = await claimWork(database.prisma, id, 30_000);
  if (!claimed) throw new Error("the row was not free");
  return claimed;
}

const finish = (held: ClaimedWork, kind: "done" | "requeue" = "done", afterMs = 60_000) =>
  finishWork(database.prisma, held, kind === "done" ? { kind } : { kind, afterMs });

/** The order was looked at, and all was well. */
async function rest(): Promise<void> {
  await change();
  await finish(await claim());
}

it("notifies of the order that an unknown fulfillment order likely belongs to", async () => {
  const gids = [asId<FulfillmentOrderGid>("gid://shopify/FulfillmentOrder/2")];
  const { work } = await deliver("shopify", "fulfillment_orders/order_routing_complete", {
    ...{ kind: "fulfillment_orders", gids, likelyOrderGid: asId("gid://shopify/Order/2") },
  });
  const likely = await database.prisma.work.findFirstOrThrow({ where: { subject: "gid://shopify/Order/2" } });
  expect(work).toMatchObject({ id: likely.id, isDue: true });
});

/** How long the order's row waits from now, to the second; null when it rests. */
async function waits(): Promise<number | null> {
  const { rows } = await database.pool.query<{ seconds: number | null }>(
    `select greatest(0, round(extract(epoch from next_run_at - clock_timestamp())))::int as seconds
     from work where kind = 'order.reconcile'`,
  );
  return rows[0]?.seconds ?? null;
}

describe("reports and other work", () => {
  it.each([
    ["the service's word that it received an order", event],
    ["the echo of our own request", echo],
  ])("lets others go before %s", async (_, tell) => {
    await rest();
    expect(await tell()).toMatchObject({ work: { isDue: false } });
    expect(await waits()).toBe(2);
  });

  it.each([
    ["what happens to a parcel", () => event("order.shipped")],
    ["another webhook", change],
    ["a webhook, with a report after it", async () => [await change(), await event()][1]],
  ])("keeps nothing from %s", async (_, tell) => {
    await rest();
    expect(await tell()).toMatchObject({ work: { isDue: true } });
  });

  it.each([
    ["a report", [() => event("order.shipped")], true],
    ["a report upon a webhook", [change, () => event("order.shipped")], false],
    ["a webhook upon a report", [() => event("order.shipped"), change], false],
  ] as const)("tells whoever notifies whether %s may wait behind others", async (_, marks, isReport) => {
    await rest();
    const recorded = [];
    for (const tell of marks) recorded.push(await tell());
    expect(recorded.at(-1)).toMatchObject({ work: { isReport } });
  });

  it("keeps nothing from a placing whose outcome we do not know yet", async () => {
    await rest();
    await database.prisma.handoff.updateMany({ data: { state: "sending" } });
    expect(await event()).toMatchObject({ work: { isDue: true } });
  });

  it("does not put off a request of somebody else", async () => {
    await rest();
    await database.prisma.fulfillmentOrder.updateMany({ data: { submittedByUsAt: null } });
    expect(await echo()).toMatchObject({ work: { isDue: true } });
  });

  it.each([
    ["are gathered when they came while it ran", "done", [() => event("order.shipped"), echo], "waiting", 2],
    ["do not put off a look that is due sooner", "requeue", [event], "waiting", 1],
    ["do not keep back the webhook among them", "done", [event, change, event], "due", 0],
  ] as const)("%s", async (_, outcome, marks, became, seconds) => {
    await change();
    const held = await claim();
    for (const tell of marks) await tell();
    expect(await finish(held, outcome, 1000)).toBe(became);
    expect(await waits()).toBe(seconds);
  });
});

describe("a run that has served what was marked while it ran", () => {
  async function marked() {
    return database.prisma.work.findFirstOrThrow({ where: { kind: "order.reconcile" } });
  }

  it("leaves nothing to do", async () => {
    await change();
    const held = await claim();
    await event();
    const upTo = await marked();
    expect(await finishWork(database.prisma, held, { kind: "done", upTo })).toBe("idle");
    await event("order.shipped");
    expect(await claim()).toMatchObject({ needsRead: false });
  });

  it.each([
    ["a report", () => event("order.shipped"), "waiting"],
    ["a webhook", change, "due"],
  ])("still wants what came after that: %s", async (_, tell, became) => {
    await change();
    const held = await claim();
    await event();
    const upTo = await marked();
    await tell();
    expect(await finishWork(database.prisma, held, { kind: "done", upTo })).toBe(became);
    expect(await claim()).toMatchObject({ needsRead: became === "due" });
  });
});

describe("work marked by reports alone", () => {
  it.each([
    ["an event of the service", event],
    ["the creation of an order known already", () => change("orders/create")],
    ["the echo of our own request", echo],
  ])("needs no read after %s", async (_, tell) => {
    await rest();
    await tell();
    expect(await claim()).toMatchObject({ needsRead: false });
  });

  it("needs a read when the thing was not known before", async () => {
    await event();
    expect(await claim()).toMatchObject({ needsRead: true });
  });

  it("needs a read after the request of somebody else, or of long ago", async () => {
    await rest();
    await database.prisma.fulfillmentOrder.updateMany({ data: { submittedByUsAt: new Date(0) } });
    await echo();
    expect(await claim()).toMatchObject({ needsRead: true });
  });

  it.each([
    ["before", [event, change]],
    ["after", [change, event]],
    ["between", [event, change, event]],
  ])("needs a read when another webhook came %s them", async (_, marks) => {
    await rest();
    for (const tell of marks) await tell();
    expect(await claim()).toMatchObject({ needsRead: true });
  });

  it.each([
    ["reports", [event], false],
    ["a webhook", [change], true],
    ["a webhook and then a report", [change, event], true],
    ["a report and then a webhook", [event, change], true],
  ] as const)("judges %s that came while it ran for the next run", async (_, marks, needsRead) => {
    await rest();
    await change();
    const held = await claim();
    for (const tell of marks) await tell();
    await finish(held);
    expect(await claim()).toMatchObject({ needsRead });
  });

  it("needs a read while a look again is due, after a wake, and after a run that never ended", async () => {
    await rest();
    await event();
    await finish(await claim(), "requeue");
    await event();
    const second = await claim();
    expect(second.needsRead).toBe(true);
    await finish(second);
    await event();
    await requestReconcile(database.prisma, [
      { shopId, kind: "order.reconcile", subject: { orderGid: asId(ORDER) } },
    ]);
    expect((await claim()).needsRead).toBe(true);
    await database.pool.query("update work set lease_until = clock_timestamp() - interval '1 second'");
    await event();
    expect((await claim()).needsRead).toBe(true);
  });
});
