import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { retryPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { findDecision } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { resolvePlacementConflict } from "#app/domain/orders/commands/placement/resolve-placement-conflict.server.ts";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import { cancelOrder } from "#app/domain/storefront/choices/cancel-order.server.ts";
import { DEMO_LIVE_KEY, DEMO_LIVE_KEY_ID, DEMO_LIVE_SECRET } from "#test/standins/supplier/defaults.ts";
import type { Fault } from "#test/standins/supplier/faults.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ products: ["cooker", "earbuds", "speaker"] });
});
afterAll(() => shop.close());
afterEach(() => shop.supplier.control.clearFaults());

const post = { method: "POST", path: "/orders" } as const;
const isChoiceVoid = ({ decisions, handoffs }: OrderRow) =>
  findDecision(decisions, "placement_conflict", handoffs[0]?.id) === null;
const cooker = () => ({ lines: [shop.line("cooker", 1600)] });
const twoStores = () => ({ lines: [shop.line("earbuds", 1000), shop.line("speaker", 2000)], shipping: 300 });

/** What somebody else sends to the service, past the app. */
function sendDirectly(body: object, idempotencyKey: string = randomUUID()): Promise<Response> {
  return fetch(`${shop.supplier.baseUrl}/orders`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${DEMO_LIVE_KEY}`,
      "content-type": "application/json",
      "idempotency-key": idempotencyKey,
    },
    body: JSON.stringify(body),
  });
}

/** An order whose sendings were lost on their way; its work rests for two seconds, time enough to do something. */
async function placeWithUnknownOutcome(): Promise<OrderRow> {
  await shop.supplier.control.armFault({ kind: "cut", when: "before", ...post, times: 1000 });
  const { gid } = await shop.place(cooker());
  await shop.soon("the first sending", async () => {
    const row = await shop.findOrder(gid);
    return (row?.handoffs[0]?.attempts[0]?.sends ?? 0) > 0;
  });
  await shop.soon("its work to rest", async () => {
    const rested = await shop.app.db.$executeRaw`
      update work set next_run_at = clock_timestamp() + interval '2 seconds'
      where subject = ${gid} and kind = 'order.reconcile' and lease_token is null`;
    return rested === 1;
  });
  await shop.supplier.control.clearFaults();
  return shop.soon("its row", () => shop.findOrder(gid));
}

/** The body the app would send, learned while placing is paused, under prices of one's own. */
async function takeTheId(prices: { readonly earbuds: number; readonly speaker: number }): Promise<OrderRow> {
  await shop.settings({ paused: true });
  const waiting = await shop.buy(twoStores(), "waiting");
  const rows = await shop.app.db.listingVariant.findMany({ include: { listing: true } });
  const variantOf = (id: string) =>
    rows.find(({ listing }) => listing.supplierProductId === id)?.supplierVariantId;
  const numbers = [(await shop.context()).shop.gid, waiting.orderGid].map((gid) => gid?.split("/").at(-1));
  const answer = await sendDirectly({
    ...{ externalOrderId: numbers.join("-"), paymentMode: "COD", shippingCharged: 300 },
    customer: { name: "Ayesha", phone: "+923001234567", address: "House 12", city: "Lahore" },
    items: [
      { variantId: variantOf("prd_earbuds"), quantity: 1, resalePrice: prices.earbuds },
      { variantId: variantOf("prd_speaker"), quantity: 1, resalePrice: prices.speaker },
    ],
  });
  expect(answer.status).toBe(201);
  await shop.settings({ paused: false });
  await shop.wake(waiting.orderGid);
  return waiting;
}

const FAULTS: readonly (readonly [string, Fault])[] = [
  ["a 500 before the effect", { kind: "error", when: "before", ...post }],
  ["a 500 after the effect", { kind: "error", when: "after", ...post }],
  ["a 503 after the effect", { kind: "error", when: "after", status: 503, ...post }],
  ["a cut before the effect", { kind: "cut", when: "before", ...post }],
  ["a cut after the effect", { kind: "cut", when: "after", ...post }],
  ["a cut within the answer", { kind: "cut_mid_body", ...post }],
  ["half an answer", { kind: "truncate", ...post }],
];

describe("a placing whose outcome is not known", () => {
  it.each(FAULTS)(
    "after %s sends the same bytes with the same key and ends in one order",
    async (_, fault) => {
      await shop.supplier.control.armFault(fault);
      const row = await shop.buy(cooker());
      const posts = await shop.posts(row.handoffs[0]?.externalOrderId ?? "");
      expect(new Set(posts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
      expect(row.handoffs).toMatchObject([{ attempts: [{ number: 1, sends: 2, state: "accepted" }] }]);
      expect(await shop.atService(row)).toHaveLength(1);
      expect(await shop.openCodes(row)).toEqual([]);
    },
  );

  it("survives failure upon failure, and says meanwhile that it takes longer", async () => {
    await shop.supplier.control.armFault({ kind: "error", when: "before", times: 3, ...post });
    const { gid } = await shop.place(cooker());
    const issues = await shop.soon("the delay to be told", async () => {
      const row = await shop.findOrder(gid);
      const open = row ? await shop.openCodes(row) : [];
      return open.length > 0 ? open : null;
    });
    expect(issues).toEqual(["placing_delayed"]);
    const row = await shop.untilState(gid, "placed");
    expect(await shop.openCodes(row)).toEqual([]);
  });

  it("waits while its first request still runs at the service", async () => {
    const unknown = await placeWithUnknownOutcome();
    const key = unknown.handoffs[0]?.attempts[0]?.idempotencyKey;
    await shop.supplier.control.armFault({ kind: "delay", ms: 8000, when: "after", ...post });
    const first = sendDirectly(shop.body(unknown), key);
    const externalOrderId = unknown.handoffs[0]?.externalOrderId ?? "";
    await shop.soon("it to be sent once more meanwhile", async () =>
      (await shop.posts(externalOrderId)).some(({ code }) => code === "idempotency_in_progress"),
    );
    await shop.supplier.control.clearFaults();
    const row = await shop.untilState(unknown.orderGid, "placed");
    expect((await first).status).toBe(201);
    expect(await shop.atService(row)).toHaveLength(1);
  });

  it("is left to a person when its key was used for other bytes", async () => {
    const unknown = await placeWithUnknownOutcome();
    const key = unknown.handoffs[0]?.attempts[0]?.idempotencyKey;
    const externalOrderId = unknown.handoffs[0]?.externalOrderId ?? "";
    const lost = (await shop.posts(externalOrderId)).length;
    const other = { ...shop.body(unknown), externalOrderId: `somebody-elses-${randomUUID()}` };
    expect((await sendDirectly(other, key)).status).toBe(201);
    const row = await shop.until(
      unknown.orderGid,
      ({ holdCode }) => holdCode === "idempotency_key_reused",
      "the key to be refused",
    );
    expect(row).toMatchObject({
      state: "held",
      handoffs: [{ parcels: [], attempts: [{ state: "sending" }] }],
    });
    expect(await shop.openCodes(row)).toContain("idempotency_key_reused");
    expect(await shop.posts(externalOrderId)).toHaveLength(lost + 1);
    const again = { orderId: row.id, by: "Ali", choice: "place_again" } as const;
    expect(await resolvePlacementConflict(await shop.context(), again)).toEqual({ ok: true });
    expect(await resolvePlacementConflict(await shop.context(), again)).toMatchObject({ ok: false });
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(placed.handoffs).toMatchObject([
      {
        externalOrderId,
        attempts: [{ state: "refused" }, { number: 2, state: "accepted" }],
      },
    ]);
    expect(await shop.atService(placed)).toHaveLength(1);
    expect(await shop.openCodes(placed)).toEqual([]);
  });

  it("whose answer never came is placed again only on a person's word, once the key is forgotten", async () => {
    const unknown = await placeWithUnknownOutcome();
    await shop.supplier.control.armFault({ kind: "cut", when: "before", ...post, times: 100 });
    const old = new Date(Date.now() - 6.5 * 24 * 60 * 60_000);
    const handoffId = unknown.handoffs[0]?.id;
    await shop.app.db.handoffAttempt.updateMany({ where: { handoffId }, data: { createdAt: old } });
    await shop.wake(unknown.orderGid);
    const row = await shop.until(
      unknown.orderGid,
      ({ holdCode }) => holdCode === "answer_too_late",
      "the conflict to be shown",
    );
    expect(row.state).toBe("held");
    await shop.supplier.control.clearFaults();
    await shop.wake(row.orderGid);
    await shop.rested(row.orderGid);
    expect(await shop.atService(row)).toEqual([]);
    await resolvePlacementConflict(await shop.context(), {
      orderId: row.id,
      by: "Ali",
      choice: "place_again",
    });
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(placed.handoffs[0]?.attempts.map(({ state }) => state)).toEqual(["refused", "accepted"]);
    expect(await shop.atService(placed)).toHaveLength(1);
  });

  it("that was cancelled before it is placed again is placed, and not cancelled by what was pressed before", async () => {
    const unknown = await placeWithUnknownOutcome();
    const handoffId = unknown.handoffs[0]?.id;
    const old = new Date(Date.now() - 6.5 * 24 * 60 * 60_000);
    await shop.app.db.handoffAttempt.updateMany({ where: { handoffId }, data: { createdAt: old } });
    await shop.wake(unknown.orderGid);
    const row = await shop.until(
      unknown.orderGid,
      ({ holdCode }) => holdCode === "answer_too_late",
      "the conflict to be shown",
    );
    const cancel = { orderId: row.id, how: "page" } as const;
    // The service may hold it: nobody can promise that nothing is sent.
    const stopped = { kind: "done", next: "being_stopped" };
    expect(await cancelOrder(await shop.context(), cancel)).toEqual(stopped);
    expect(await cancelOrder(await shop.context(), cancel)).toEqual(stopped);
    await shop.rested(row.orderGid);
    const again = { orderId: row.id, by: "Ali", choice: "place_again" } as const;
    expect(await resolvePlacementConflict(await shop.context(), again)).toEqual({ ok: true });
    await shop.untilState(row.orderGid, "placed");
    await shop.wake(row.orderGid);
    const rested = await shop.rested(row.orderGid);
    expect(rested.state).toBe("placed");
    expect(await shop.atService(rested)).toMatchObject([{ status: "RECEIVED" }]);
  });

  it("that was never sent stays unsent while the shop has left, and goes out when it is back", async () => {
    const unknown = await placeWithUnknownOutcome();
    const { id: handoffId, externalOrderId = "" } = unknown.handoffs[0] ?? {};
    await shop.app.db.handoffAttempt.updateMany({ where: { handoffId }, data: { sends: 0 } });
    await shop.app.db.shop.updateMany({ data: { state: "uninstalled" } });
    const lost = (await shop.posts(externalOrderId)).length;
    await shop.wake(unknown.orderGid);
    await shop.rested(unknown.orderGid);
    expect(await shop.posts(externalOrderId)).toHaveLength(lost);
    await shop.app.db.shop.updateMany({ data: { state: "installed" } });
    await shop.wake(unknown.orderGid);
    expect(await shop.atService(await shop.untilState(unknown.orderGid, "placed"))).toHaveLength(1);
  });

  it("found at the service after all is taken over, although a person asked to place it again", async () => {
    const unknown = await placeWithUnknownOutcome();
    const handoffId = unknown.handoffs[0]?.id;
    const old = new Date(Date.now() - 6.5 * 24 * 60 * 60_000);
    await shop.app.db.handoffAttempt.updateMany({ where: { handoffId }, data: { createdAt: old } });
    await shop.wake(unknown.orderGid);
    const row = await shop.until(
      unknown.orderGid,
      ({ holdCode }) => holdCode === "answer_too_late",
      "the conflict to be shown",
    );
    expect((await sendDirectly(shop.body(unknown))).status).toBe(201);
    await resolvePlacementConflict(await shop.context(), {
      orderId: row.id,
      by: "Ali",
      choice: "place_again",
    });
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(placed.handoffs[0]?.attempts.map(({ state }) => state)).toEqual(["adopted"]);
    expect(await shop.atService(placed)).toHaveLength(1);
  });

  it("is taken over with all its parcels when the service has the order already", async () => {
    const waiting = await takeTheId({ earbuds: 1000, speaker: 2000 });
    const row = await shop.untilState(waiting.orderGid, "placed");
    expect(row.handoffs).toMatchObject([{ state: "placed", attempts: [{ state: "adopted" }] }]);
    expect(shop.parcels(row).map(({ part, of }) => [part, of])).toEqual([
      [1, 2],
      [2, 2],
    ]);
    expect(await shop.timeline(row)).toContain("handoff_adopted");
    expect(await shop.atService(row)).toHaveLength(2);
  });

  it("is left to a person when what the service has collects another sum", async () => {
    const waiting = await takeTheId({ earbuds: 900, speaker: 2000 });
    const row = await shop.until(
      waiting.orderGid,
      ({ holdCode }) => holdCode === "duplicate_differs",
      "the difference to be shown",
    );
    expect(shop.parcels(row)).toEqual([]);
    const issue = await shop.app.db.attention.findFirst({
      where: { thingId: row.id, code: "duplicate_differs" },
    });
    expect(issue?.params).toMatchObject({ sent: 3300, found: 3200 });
    const page = await findOrderPage(await shop.context(), row.id);
    expect(page?.placementConflict).toMatchObject({
      sent: { collectsPkr: 3300, units: 2 },
      found: [{ paymentMode: "COD" }, { paymentMode: "COD" }],
      choice: "adopt",
    });
    const choose = async (choice: "adopt" | "place_again") =>
      resolvePlacementConflict(await shop.context(), { orderId: row.id, by: "Ali", choice });
    await choose("place_again");
    await shop.until(row.orderGid, isChoiceVoid, "the choice to be void");
    expect(await shop.atService(row)).toHaveLength(2);
    await choose("adopt");
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(shop.parcels(placed)).toHaveLength(2);
    expect(placed.handoffs).toMatchObject([{ placementConflict: null, attempts: [{ state: "adopted" }] }]);
  });

  it("keeps what a person chose while the service was read once more", async () => {
    const waiting = await takeTheId({ earbuds: 900, speaker: 2000 });
    const isTold = ({ holdCode }: OrderRow) => holdCode === "duplicate_differs";
    const row = await shop.until(waiting.orderGid, isTold, "the difference to be shown");
    const longAgo = { foundAt: new Date("2026-01-01T00:00:00Z") };
    await shop.app.db.handoff.updateMany({ where: { orderId: row.id }, data: longAgo });
    const read = { method: "GET", path: "/orders" } as const;
    await shop.supplier.control.armFault({ kind: "delay", ms: 8000, when: "after", ...read });
    const before = (await shop.supplier.control.requests(read)).length;
    await shop.wake(row.orderGid);
    await shop.soon("the service to be asked", async () => {
      return (await shop.supplier.control.requests(read)).length > before;
    });
    const choice = { orderId: row.id, by: "Ali", choice: "adopt" } as const;
    expect(await resolvePlacementConflict(await shop.context(), choice)).toEqual({ ok: true });
    await shop.supplier.control.clearFaults();
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(placed.handoffs).toMatchObject([{ placementConflict: null, attempts: [{ state: "adopted" }] }]);
  });

  it("folds in events that overtook the answer", async () => {
    await shop.supplier.control.armFault({ kind: "delay", ms: 8000, when: "after", ...post });
    const { gid } = await shop.place(cooker());
    const sent = await shop.soon("the order to reach the service", async () => {
      const row = await shop.findOrder(gid);
      return row && (await shop.atService(row)).length > 0 ? row : null;
    });
    const externalOrderId = sent.handoffs[0]?.externalOrderId;
    await shop.supplier.control.moveParcel({ externalOrderId, status: "SHIPPED" });
    await shop.supplier.control.settle();
    expect(await shop.findOrder(gid)).toMatchObject({ handoffs: [{ state: "sending" }] });
    await shop.supplier.control.clearFaults();
    const row = await shop.untilState(gid, "on_the_way");
    expect(shop.parcels(row)).toMatchObject([{ status: "SHIPPED" }]);
    expect(shop.inShopify(gid).fulfillments).toHaveLength(1);
  });

  it("keeps the order while the key is refused, tells, and goes on with a good one", async () => {
    await shop.supplier.control.revokeKey({ keyId: DEMO_LIVE_KEY_ID });
    const { gid } = await shop.place(cooker());
    const held = await shop.untilState(gid, "held");
    expect(await shop.openCodes(held)).toEqual(["invalid_key"]);
    await shop.supplier.control.addKey({ id: DEMO_LIVE_KEY_ID, secret: DEMO_LIVE_SECRET, mode: "live" });
    await retryPlacement(await shop.context(), { orderId: held.id, by: "Test" });
    const row = await shop.untilState(gid, "placed");
    expect(await shop.openCodes(row)).toEqual([]);
  });
});
