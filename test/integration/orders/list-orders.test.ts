import { randomUUID } from "node:crypto";
import { Prisma } from "@prisma/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { exportOrders } from "#app/domain/orders/list/export-orders.server.ts";
import { type OrdersSlice, orderIdsQueries } from "#app/domain/orders/list/find-order-ids.server.ts";
import type { HoldGroup } from "#app/domain/orders/list/hold-groups.ts";
import { listOrders, type OrderRow, type OrdersQuery } from "#app/domain/orders/list/list-orders.server.ts";
import { noFilter } from "#app/domain/orders/list/orders-filter.ts";
import { refreshSearchTerms, searchedRows } from "#app/domain/orders/search/save-search-terms.server.ts";
import { parsePageCursor } from "#app/platform/database/page-cursor.ts";
import type { HandoffId, ShopId, SupplierOrderId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { createTestDatabase, type TestDatabase, writeManyRows } from "#test/support/postgres.ts";
import { createShopHarness, type ShopHarness } from "#test/support/shop-harness.ts";

let database: TestDatabase;
let harness: ShopHarness;
let ctx: ShopContext;
let other: ShopContext;

beforeAll(async () => {
  database = await createTestDatabase();
  harness = createShopHarness({ db: database.prisma, serviceBaseUrl: "http://localhost:1" });
  [ctx, other] = (await Promise.all(
    [1, 2].map(async () => harness.contextOf((await harness.createShop()).id)),
  )) as [ShopContext, ShopContext];
});
afterAll(() => database.drop());

type Person = { readonly name: string; readonly phone: string };
type Made = Partial<Prisma.OrderUncheckedCreateInput> & {
  readonly person?: Person;
  readonly parcel?: Partial<Prisma.ParcelUncheckedCreateInput>;
};

let number = 100;

/** An order as a run leaves it, with its search terms. */
async function make(within: ShopContext, { person, parcel, ...overrides }: Made = {}) {
  const shopId = within.shop.id;
  const id = randomUUID();
  number += 1;
  const place = { table: "order", row: id, column: "customer_enc" };
  const customerEnc = person ? harness.crypto.seal(JSON.stringify(person), place) : null;
  await harness.db.order.create({
    data: {
      ...{
        id: asId(id),
        shopId,
        orderGid: asId(`gid://shopify/Order/${number}`),
        name: `#${number}`,
        state: "to_place",
      },
      ...{ customerEnc, listedAt: new Date(Date.UTC(2026, 10, 1, 0, number)), ...overrides },
    },
  });
  if (parcel) await addParcel(shopId, id, parcel);
  const order = await harness.db.order.findUniqueOrThrow({ where: { id }, include: searchedRows });
  await harness.db.$transaction((tx) => refreshSearchTerms(within, tx, order));
  return id;
}

async function addParcel(
  shopId: ShopId,
  orderId: string,
  parcel: Partial<Prisma.ParcelUncheckedCreateInput>,
  sent: { readonly city?: string } = {},
) {
  const id = asId<HandoffId>(randomUUID());
  await harness.db.handoff.create({
    data: {
      ...{
        id,
        shopId,
        orderId: asId(orderId),
        mode: "live",
        sequence: 1,
        externalOrderId: asId(`77-${number}`),
        paymentMode: "COD",
      },
      ...{ collectsPkr: rupees(1), shippingPkr: rupees(1), terms: {} },
      customerEnc: harness.crypto.seal(JSON.stringify(sent), {
        table: "handoff",
        row: id,
        column: "customer_enc",
      }),
    },
  });
  const data = {
    shopId,
    handoffId: id,
    mode: "live" as const,
    supplierOrderId: asId<SupplierOrderId>(randomUUID()),
    status: "SHIPPED",
  };
  await harness.db.parcel.create({ data: { ...data, ...parcel } });
}

async function list(query: Partial<OrdersQuery> = {}) {
  const all = { view: "all", filter: noFilter, search: "", sort: "newest", after: null } as const;
  return listOrders(ctx, { ...all, ...query });
}

async function found(query: Partial<OrdersQuery>) {
  return (await list(query)).rows.map(({ id }) => id);
}

describe("the views", () => {
  it("hold each order where its state belongs, and count it there", async () => {
    const fresh = await harness.contextOf((await harness.createShop()).id);
    const moving = [
      "new",
      "waiting",
      "to_place",
      "awaiting_funds",
      "placing",
      "placed",
      "on_the_way",
    ] as const;
    const states = [...moving, "delivered", "refused", "cancelled", "finished_in_shopify", "held"] as const;
    for (const state of [...states, "not_ours"] as const) await make(fresh, { state });
    const page = await listOrders(fresh, {
      view: "moving",
      filter: noFilter,
      search: "",
      sort: "newest",
      after: null,
    });
    expect(page.rows.map(({ state }) => state)).toEqual(moving.toReversed());
    expect(page.counts).toEqual({
      ...{ needs_you: 1, to_place: 1, waiting: 2, awaiting_funds: 1, preparing: 2, on_the_way: 1 },
      ...{ delivered: 1, refused: 1, cancelled: 1, moving: 7, done: 4, all: 12 },
    });
  });

  it("show under Needs you also what is on its way and wants an answer", async () => {
    const id = await make(ctx, { state: "on_the_way", hasOpenIssue: true });
    expect(await found({ view: "needs_you" })).toContain(id);
    expect(await found({ view: "on_the_way" })).toContain(id);
  });

  it("show the city that was sent, and what the order says before", async () => {
    const shop = await harness.contextOf((await harness.createShop()).id);
    const id = await make(shop, { city: "Pindi Gheb" });
    const cityShown = async () =>
      (await listOrders(shop, { view: "all", filter: noFilter, search: "", sort: "newest", after: null }))
        .rows[0]?.city;
    expect(await cityShown()).toBe("Pindi Gheb");
    await addParcel(shop.shop.id, id, {}, { city: "Attock" });
    expect(await cityShown()).toBe("Attock");
  });

  it("page through states mixed in time, each order once", async () => {
    const fresh = await harness.contextOf((await harness.createShop()).id);
    const states = ["new", "waiting", "to_place"] as const;
    for (let made = 0; made < 60; made += 1) await make(fresh, { state: states[made % 3] ?? "new" });
    const seen: string[] = [];
    let after: OrdersQuery["after"] = null;
    do {
      const page = await listOrders(fresh, {
        view: "moving",
        filter: noFilter,
        search: "",
        sort: "newest",
        after,
      });
      seen.push(...page.rows.map(({ name }) => name));
      after = page.next ? parsePageCursor(page.next) : null;
    } while (after);
    expect(seen).toHaveLength(60);
    expect(seen).toEqual(seen.toSorted().toReversed());
  });
});

describe("an order of the list", () => {
  it("is by amount or by age, either way, each order once on its pages", async () => {
    const fresh = await harness.contextOf((await harness.createShop()).id);
    const states = ["to_place", "waiting", "held"] as const;
    const amounts = [null, rupees(900), rupees(1800), rupees(1800), rupees(12_000)];
    for (let made = 0; made < 60; made += 1)
      await make(fresh, {
        state: states[made % 3],
        totalPkr: amounts[made % 5],
        hasOpenIssue: made % 3 === 2,
      });
    const pagesOf = async (sort: OrdersQuery["sort"], view: OrdersQuery["view"] = "all") => {
      const rows: OrderRow[] = [];
      let after: OrdersQuery["after"] = null;
      do {
        const page = await listOrders(fresh, { view, filter: noFilter, search: "", sort, after });
        rows.push(...page.rows);
        after = page.next ? parsePageCursor(page.next) : null;
      } while (after);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      return rows;
    };
    const sums = (rows: readonly OrderRow[]) => rows.map(({ totalPkr }) => totalPkr ?? -1);
    const largest = await pagesOf("largest");
    expect(largest).toHaveLength(60);
    expect(sums(largest)).toEqual(sums(largest).toSorted((a, b) => b - a));
    expect((await pagesOf("smallest")).map(({ id }) => id)).toEqual(largest.map(({ id }) => id).toReversed());
    expect(sums(await pagesOf("largest", "needs_you")).slice(0, 4)).toEqual([12_000, 12_000, 12_000, 12_000]);
    expect((await pagesOf("oldest")).map(({ id }) => id)).toEqual(
      (await pagesOf("newest")).map(({ id }) => id).toReversed(),
    );
  });

  it("is by date where something is searched, and says so", async () => {
    const page = await list({ search: "nobody", sort: "largest" });
    expect(page.sort).toBe("newest");
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

  it("finds an order by what was ordered, and by its city, sent or as written", async () => {
    const line = { lineGid: "gid://1", variantGid: null, quantity: 1, ours: 1, pricePkr: rupees(100) };
    const id = await make(ctx, {
      person: { name: "Sobia Tariq", phone: "" },
      lines: [{ ...line, title: "Chikankari Kurta", variantTitle: "Teal / XL", sku: "CK-77-TEAL" }],
      city: "Faisalabad",
    });
    for (const search of ["chikankari", "kurt", "teal", "ck77teal", "faisal", "sobia kurta faisalabad"])
      expect(await found({ search }), search).toEqual([id]);
    expect(await found({ search: "chikankari lahore" })).toEqual([]);
    const stored = await harness.db.orderSearchTerm.findMany({ where: { orderId: asId(id) } });
    expect(stored.map(({ term }) => term).join(" ")).not.toMatch(/chikan|kurta|faisal/i);
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
    const terms = await harness.db.orderSearchTerm.findMany({ where: { shopId: other.shop.id } });
    await make(ctx, { person });
    const same = { shopId: ctx.shop.id, term: { in: terms.map(({ term }) => term) } };
    expect(await harness.db.orderSearchTerm.count({ where: same })).toBe(0);
  });

  it("forgets a person with the order's own data, and still knows the numbers", async () => {
    const id = await make(ctx, {
      person: { name: "Forgotten Person", phone: "03005556667" },
      name: "#66601",
    });
    const order = await harness.db.order.update({
      where: { id },
      data: { customerEnc: null },
      include: searchedRows,
    });
    await harness.db.$transaction((tx) => refreshSearchTerms(ctx, tx, order));
    expect(await found({ search: "forgotten" })).toEqual([]);
    expect(await found({ search: "03005556667" })).toEqual([]);
    expect(await found({ search: "66601" })).toEqual([id]);
  });
});

describe("the file of orders", () => {
  it("names the known city that was sent, and no other words of the customer", async () => {
    const shop = await harness.contextOf((await harness.createShop()).id);
    const cityIn = async () => {
      let csv = "";
      const query = { view: "all", filter: noFilter, search: "", sort: "newest", after: null } as const;
      for await (const part of exportOrders(shop, { query, by: "1" })) csv += part;
      const [headings = "", line = ""] = csv.split("\r\n");
      // Commas inside quotes part nothing: the moment an order was made holds one.
      const cells = line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/);
      return cells[headings.split(",").indexOf('"City"')];
    };
    const id = await make(shop, { city: "Lahore", cityKey: "lahore" });
    expect(await cityIn()).toBe('"Lahore"');
    await addParcel(shop.shop.id, id, {}, { city: "Kasur" });
    await harness.db.handoff.updateMany({ where: { orderId: asId(id) }, data: { city: "Kasur" } });
    expect(await cityIn()).toBe('"Kasur"');
    // Sent as written: what that was stays sealed.
    await harness.db.handoff.updateMany({ where: { orderId: asId(id) }, data: { city: null } });
    expect(await cityIn()).toBe("");
  });
});

describe("a filter by why orders wait", () => {
  it("finds every reason of a group, also one that is asked beside another", async () => {
    const fresh = await harness.contextOf((await harness.createShop()).id);
    const ids = async (hold: HoldGroup, more: Partial<OrdersQuery> = {}) => {
      const filter = { ...noFilter, hold };
      const all = { view: "all", filter, search: "", sort: "newest", after: null } as const;
      return (await listOrders(fresh, { ...all, ...more })).rows.map(({ id }) => id);
    };
    const stock = await make(fresh, { state: "waiting", holdCode: "out_of_stock" });
    const unlinked = await make(fresh, { state: "held", holdCode: "variant_not_linked" });
    const city = await make(fresh, { state: "held", holdCode: "variant_not_linked", name: "#70077" });
    await make(fresh, { state: "delivered" });
    await harness.db.attention.create({
      data: { shopId: fresh.shop.id, code: "city_unknown", thing: "order", thingId: city },
    });
    expect(await ids("product")).toEqual([city, unlinked, stock]);
    expect(await ids("product", { view: "needs_you", sort: "largest" })).toHaveLength(2);
    expect(await ids("customer")).toEqual([city]);
    expect(await ids("customer", { search: "70077" })).toEqual([city]);
    expect(await ids("payment")).toEqual([]);
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
      { hold: "product" },
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

describe("the plans of the list", () => {
  let large: ShopContext;
  const middle = { key: new Date("2026-06-01T00:00:00Z"), id: "00000000-0000-4000-8000-000000000000" };

  beforeAll(async () => {
    large = await harness.contextOf((await harness.createShop()).id);
    const neighbour = await harness.contextOf((await harness.createShop()).id);
    const orders = [large, neighbour].map(
      ({ shop }) => Prisma.sql`
        insert into "order" (shop_id, order_gid, name, state, hold_code, total_pkr, listed_at, updated_at)
        select ${shop.id}::uuid, 'gid://large/' || n, '#' || n,
          case when n % 50 = 0 then 'held' when n % 9 = 0 then 'on_the_way' else 'delivered' end,
          case when n % 50 = 0 then 'city_unknown' end, n % 977 * 10,
          timestamptz '2026-11-01' - n * interval '30 minutes', now() from generate_series(1, 4000) n`,
    );
    const terms = Prisma.sql`
      insert into order_search_term (shop_id, order_id, term, listed_at)
      select shop_id, id, 't' || n || name, listed_at from "order" cross join generate_series(1, 2) n
      where order_gid like 'gid://large/%'`;
    await writeManyRows(database, [
      ...orders,
      terms,
      Prisma.sql`vacuum analyze "order", order_search_term, attention`,
    ]);
  });

  const all: OrdersSlice = {
    ...{ view: "all", filter: noFilter, search: "", sort: "newest", after: null, limit: 26 },
  };

  it.each<readonly [string, Partial<OrdersSlice>]>([
    ["the newest", {}],
    ["the oldest", { sort: "oldest" }],
    ["a page in the middle", { after: middle }],
    ["the largest", { sort: "largest" }],
    ["what is smaller than a sum", { sort: "largest", after: { ...middle, key: 5000 } }],
    ["the smallest of one view", { sort: "smallest", view: "on_the_way" }],
    ["what needs the merchant, by amount", { sort: "largest", view: "needs_you" }],
    ["a group of reasons", { filter: { ...noFilter, hold: "customer" } }],
    ["a product", { search: "kurta" }],
  ])("read no table whole for %s", async (_what, slice) => {
    for (const query of orderIdsQueries(large, { ...all, ...slice })) {
      const { rows } = await database.pool.query<{ "QUERY PLAN": string }>(
        `explain ${query.text}`,
        query.values,
      );
      expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).not.toMatch(
        /Seq Scan on "?(order|order_search_term)\b/,
      );
    }
  });
});
