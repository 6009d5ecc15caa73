import { randomUUID } from "node:crypto";
import type { Prisma } from "@prisma/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listOrders, type OrdersQuery } from "#app/domain/orders/list/list-orders.server.ts";
import { parseOrdersCursor } from "#app/domain/orders/list/orders-cursor.ts";
import { noFilter } from "#app/domain/orders/list/orders-filter.ts";
import { refreshSearchTerms, searchedRows } from "#app/domain/orders/search/save-search-terms.server.ts";
import type { ShopContext } from "#app/domain/shops/shop-context.server.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { createShopGround, type ShopGround } from "#test/support/shop-ground.ts";

let database: TestDatabase;
let ground: ShopGround;
let ctx: ShopContext;
let other: ShopContext;

beforeAll(async () => {
  database = await createTestDatabase();
  ground = createShopGround({ db: database.prisma, serviceBaseUrl: "http://localhost:1" });
  [ctx, other] = (await Promise.all(
    [1, 2].map(async () => ground.contextOf((await ground.createShop()).id)),
  )) as [ShopContext, ShopContext];
});
afterAll(() => database.drop());

type Person = { readonly name: string; readonly phone: string };
type Made = Partial<Prisma.OrderUncheckedCreateInput> & {
  readonly person?: Person;
  readonly parcel?: Partial<Prisma.ParcelUncheckedCreateInput>;
};

let number = 100;

/** An order as a pass leaves it, with its search terms. */
async function make(within: ShopContext, { person, parcel, ...overrides }: Made = {}) {
  const shopId = within.shop.id;
  const id = randomUUID();
  number += 1;
  const place = { table: "order", row: id, column: "customer_enc" };
  const customerEnc = person ? ground.crypto.seal(JSON.stringify(person), place) : null;
  await ground.db.order.create({
    data: {
      ...{ id, shopId, orderGid: `gid://shopify/Order/${number}`, name: `#${number}`, state: "to_place" },
      ...{ customerEnc, listedAt: new Date(Date.UTC(2026, 10, 1, 0, number)), ...overrides },
    },
  });
  if (parcel) await addParcel(shopId, id, parcel);
  const order = await ground.db.order.findUniqueOrThrow({ where: { id }, include: searchedRows });
  await ground.db.$transaction((tx) => refreshSearchTerms(within, tx, order));
  return id;
}

async function addParcel(
  shopId: string,
  orderId: string,
  parcel: Partial<Prisma.ParcelUncheckedCreateInput>,
  sent: { readonly city?: string } = {},
) {
  const id = randomUUID();
  await ground.db.handoff.create({
    data: {
      ...{
        id,
        shopId,
        orderId,
        mode: "live",
        sequence: 1,
        externalOrderId: `77-${number}`,
        paymentMode: "COD",
      },
      ...{ collectsPkr: 1, shippingPkr: 1, terms: {} },
      customerEnc: ground.crypto.seal(JSON.stringify(sent), {
        table: "handoff",
        row: id,
        column: "customer_enc",
      }),
    },
  });
  const data = { shopId, handoffId: id, mode: "live", supplierOrderId: randomUUID(), status: "SHIPPED" };
  await ground.db.parcel.create({ data: { ...data, ...parcel } });
}

async function list(query: Partial<OrdersQuery> = {}) {
  const all = { view: "all", filter: noFilter, search: "", after: null } as const;
  return listOrders(ctx, { ...all, ...query });
}

async function found(query: Partial<OrdersQuery>) {
  return (await list(query)).rows.map(({ id }) => id);
}

describe("the views", () => {
  it("hold each order where its state belongs, and count it there", async () => {
    const fresh = await ground.contextOf((await ground.createShop()).id);
    const moving = ["new", "waiting", "to_place", "awaiting_funds", "placing", "placed", "on_the_way"];
    const states = [...moving, "delivered", "refused", "cancelled", "finished_in_shopify", "held"];
    for (const state of [...states, "not_ours"]) await make(fresh, { state });
    const page = await listOrders(fresh, { view: "moving", filter: noFilter, search: "", after: null });
    expect(page.rows.map(({ state }) => state)).toEqual(moving.toReversed());
    expect(page.counts).toEqual({
      ...{ needs_you: 1, to_place: 1, waiting: 2, awaiting_funds: 1, preparing: 2, on_the_way: 1 },
      ...{ delivered: 1, refused: 1, cancelled: 1, moving: 7, done: 4, all: 12 },
    });
  });

  it("show under Needs you also what is on its way and wants an answer", async () => {
    const id = await make(ctx, { state: "on_the_way", needsYou: true });
    expect(await found({ view: "needs_you" })).toContain(id);
    expect(await found({ view: "on_the_way" })).toContain(id);
  });

  it("show the city that was sent, and what the order says before", async () => {
    const shop = await ground.contextOf((await ground.createShop()).id);
    const id = await make(shop, { city: "Pindi Gheb" });
    const cityShown = async () =>
      (await listOrders(shop, { view: "all", filter: noFilter, search: "", after: null })).rows[0]?.city;
    expect(await cityShown()).toBe("Pindi Gheb");
    await addParcel(shop.shop.id, id, {}, { city: "Attock" });
    expect(await cityShown()).toBe("Attock");
  });

  it("page through states mixed in time, each order once", async () => {
    const fresh = await ground.contextOf((await ground.createShop()).id);
    const states = ["new", "waiting", "to_place"];
    for (let made = 0; made < 60; made += 1) await make(fresh, { state: states[made % 3] ?? "new" });
    const seen: string[] = [];
    let after: OrdersQuery["after"] = null;
    do {
      const page = await listOrders(fresh, { view: "moving", filter: noFilter, search: "", after });
      seen.push(...page.rows.map(({ name }) => name));
      after = page.next ? parseOrdersCursor(page.next) : null;
    } while (after);
    expect(seen).toHaveLength(60);
    expect(seen).toEqual(seen.toSorted().toReversed());
  });
});

describe("a search", () => {
  const ayesha = { name: "Ayesha Siddiqua", phone: "0300 1112223" };

  it("finds an order by name, phone, number, our id, the service's number and tracking", async () => {
    const id = await make(ctx, {
      person: ayesha,
      name: "#55501",
      parcel: { orderNumber: "SUP-9001", trackingNumber: "LE123456" },
    });
    const ours = `77-${number}`;
    for (const search of [
      "ayesha",
      "siddiqua ayesha",
      "+923001112223",
      "#55501",
      "5550",
      ours,
      "sup9001",
      "le 123456",
    ])
      expect(await found({ search }), search).toEqual([id]);
    expect(await found({ search: "ayesha khan" })).toEqual([]);
  });

  it("looks for whole words first, and for their beginnings when there are none", async () => {
    const whole = await make(ctx, { person: { name: "Abdul Rehman", phone: "" } });
    const longer = await make(ctx, { person: { name: "Abdulrehman", phone: "" } });
    expect(await found({ search: "abdulrehman" })).toEqual([longer]);
    expect(await found({ search: "abdulre" })).toEqual([longer, whole]);
  });

  it("finds nothing of another shop, although the customer is the same", async () => {
    const person = { name: "Zulekha Baig", phone: "03009998887" };
    await make(other, { person });
    expect(await found({ search: "zulekha" })).toEqual([]);
    const terms = await ground.db.orderSearchTerm.findMany({ where: { shopId: other.shop.id } });
    await make(ctx, { person });
    const same = { shopId: ctx.shop.id, term: { in: terms.map(({ term }) => term) } };
    expect(await ground.db.orderSearchTerm.count({ where: same })).toBe(0);
  });

  it("forgets a person with the order's own data, and still knows the numbers", async () => {
    const id = await make(ctx, {
      person: { name: "Forgotten Person", phone: "03005556667" },
      name: "#66601",
    });
    const order = await ground.db.order.update({
      where: { id },
      data: { customerEnc: null },
      include: searchedRows,
    });
    await ground.db.$transaction((tx) => refreshSearchTerms(ctx, tx, order));
    expect(await found({ search: "forgotten" })).toEqual([]);
    expect(await found({ search: "03005556667" })).toEqual([]);
    expect(await found({ search: "66601" })).toEqual([id]);
  });
});

describe("a filter", () => {
  it("narrows by payment, hold, city in any spelling, day and parcel", async () => {
    const listedAt = new Date("2026-09-10T20:00:00Z");
    const id = await make(ctx, {
      ...{ state: "held", route: "PREPAID", holdCode: "out_of_stock", city: "Pindi", cityKey: "rawalpindi" },
      ...{ listedAt, parcel: { status: "AWAITING_FUNDS" } },
    });
    const filters = [
      { route: "PREPAID" },
      { hold: "out_of_stock" },
      { city: "rawal pindi" },
      { city: "RWP" },
      // Eight in the evening in London is the next day in Karachi.
      { from: "2026-09-11", to: "2026-09-11" },
      { parcel: "AWAITING_FUNDS" },
    ] as const;
    for (const filter of filters)
      expect(await found({ filter: { ...noFilter, ...filter } }), JSON.stringify(filter)).toEqual([id]);
    expect(await found({ filter: { ...noFilter, to: "2026-09-10" } })).toEqual([]);
  });
});
