import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { findSupplierAsking } from "#app/domain/orders/confirmation/find-supplier-asking.server.ts";
import { type CallsPage, countCalls, listCalls } from "#app/domain/orders/confirmation/list-calls.server.ts";
import { parsePageCursor } from "#app/platform/database/page-cursor.ts";
import { type ShopId, toOrderGid } from "#app/platform/ids.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterEach(() => shop.app.db.order.deleteMany());
afterAll(() => shop.close());

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ago = (ms: number) => new Date(Date.now() - ms);

type Waiting = {
  readonly name: string;
  readonly shopId?: ShopId;
  readonly orderedMs?: number;
  readonly leftMs?: number;
  readonly collectsPkr?: number;
  readonly tries?: number;
  readonly triedMs?: number;
  readonly remindInMs?: number;
  readonly holdCode?: string;
  readonly state?: "awaiting" | "confirmed" | "not_confirmed" | "cancelled";
};

let orders = 0;

/** An order as a run leaves it that waits for its customer: ordered three hours ago, with ten hours left. */
async function waits(call: Waiting): Promise<void> {
  const { db } = shop.app;
  orders += 1;
  const { orderedMs = 3 * HOUR_MS, leftMs = 10 * HOUR_MS, remindInMs = HOUR_MS, triedMs } = call;
  const { shopId = shop.shopId } = call;
  const order = await db.order.create({
    data: {
      ...{ shopId, orderGid: toOrderGid(`gid://shopify/Order/${9_000_000 + orders}`), name: call.name },
      ...{ state: "held", holdCode: call.holdCode ?? "awaiting_confirmation", hasOpenIssue: true },
      listedAt: ago(orderedMs),
    },
  });
  await db.orderConfirmation.create({
    data: {
      ...{ shopId, orderId: order.id, state: call.state ?? "awaiting", contentsHash: "hash" },
      ...{ collectsPkr: rupees(call.collectsPkr ?? 1800), tries: call.tries ?? 0, askedAt: ago(orderedMs) },
      dueAt: ago(-leftMs),
      remindAt: ago(-remindInMs),
      triedAt: triedMs === undefined ? null : ago(triedMs),
    },
  });
}

const namesOf = ({ calls }: CallsPage) => calls.map(({ name }) => name);

describe("the customers to call", () => {
  it("stand in the order that is best to call them in", async () => {
    await waits({ name: "tried just now", leftMs: HOUR_MS, tries: 1, triedMs: 5 * MINUTE_MS });
    await waits({ name: "fresh", orderedMs: 10 * MINUTE_MS, collectsPkr: 90_000 });
    await waits({ name: "small" });
    await waits({ name: "small, tried", tries: 1, triedMs: 2 * HOUR_MS });
    await waits({ name: "large", collectsPkr: 9000 });
    await waits({ name: "at the phone", orderedMs: 45 * MINUTE_MS });
    await waits({ name: "due soon", leftMs: 90 * MINUTE_MS });
    await waits({ name: "due first", leftMs: 30 * MINUTE_MS });
    await waits({ name: "to be asked again", tries: 1, triedMs: 4 * HOUR_MS, remindInMs: -1000 });
    const page = await listCalls(await shop.context(), null);
    expect(namesOf(page)).toEqual([
      ...["due first", "due soon", "to be asked again", "at the phone"],
      ...["large", "small", "small, tried", "fresh", "tried just now"],
    ]);
    expect(page.calls.filter(({ isReminded }) => isReminded).map(({ name }) => name)).toEqual([
      "to be asked again",
    ]);
  });

  it("are those alone whose order waits for them now", async () => {
    await waits({ name: "waits" });
    for (const state of ["confirmed", "not_confirmed", "cancelled"] as const)
      await waits({ name: state, state });
    await waits({ name: "paused", holdCode: "placing_paused" });
    const other = await shop.app.db.shop.create({ data: { domain: "other-list.myshopify.com" } });
    await waits({ name: "another shop's", shopId: other.id });
    const ctx = await shop.context();
    expect(namesOf(await listCalls(ctx, null))).toEqual(["waits"]);
    expect(await countCalls(ctx)).toEqual({ waiting: 1, leftToday: 1 });
  });

  it("are counted for today until they were tried, and again once they are to be asked again", async () => {
    await waits({ name: "tried yesterday", tries: 1, triedMs: 30 * HOUR_MS });
    await waits({ name: "tried", tries: 1, triedMs: 1000 });
    await waits({ name: "to be asked again", tries: 1, triedMs: 2000, remindInMs: -1000 });
    expect(await countCalls(await shop.context())).toEqual({ waiting: 3, leftToday: 2 });
  });

  it("come page by page, nobody twice and nobody left out", async () => {
    for (let at = 0; at < 60; at += 1)
      await waits({ name: `call ${at}`, collectsPkr: 1000 + (at % 7), orderedMs: (at % 3) * 40 * MINUTE_MS });
    const ctx = await shop.context();
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const page: CallsPage = await listCalls(ctx, next === null ? null : parsePageCursor(next));
      seen.push(...namesOf(page));
      next = page.next;
    } while (next !== null);
    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
  });
});

describe("a supplier that asks customers itself", () => {
  const confirmation = (value: string | null) =>
    shop.app.db.parcel.updateMany({ where: { shopId: shop.shopId }, data: { confirmation: value } });

  it("is known by its parcels of late, of this account alone", async () => {
    const row = await shop.buy({ lines: [shop.line("cooker", 1600)] });
    const ctx = await shop.context();
    for (const said of [null, "NOT_REQUIRED"]) {
      await confirmation(said);
      expect(await findSupplierAsking(ctx)).toBeNull();
    }
    for (const said of ["PENDING", "CONFIRMED", "FAILED"]) {
      await confirmation(said);
      expect(await findSupplierAsking(ctx)).toEqual({ parcels: 1, asked: 1 });
    }
    const [parcel] = shop.parcels(row);
    await shop.app.db.parcel.updateMany({
      where: { id: parcel?.id },
      data: { createdAt: ago(31 * 24 * HOUR_MS) },
    });
    expect(await findSupplierAsking(ctx)).toBeNull();
  });
});
