import { Prisma } from "@prisma/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { exportProfit } from "#app/domain/payouts/profit/export-profit.server.ts";
import { getProfitPage, type ProfitQuery } from "#app/domain/payouts/profit/get-profit-page.server.ts";
import { profitOf } from "#app/domain/payouts/profit/profit.ts";
import { netOf, type ProfitRow } from "#app/domain/payouts/profit/profit-row.ts";
import {
  profitOrderIdsQuery,
  profitQuery,
  sumProfit,
  sumProfitOfAll,
  sumProfitOfOrders,
} from "#app/domain/payouts/profit/sum-profit.server.ts";
import { parsePageCursor } from "#app/platform/database/page-cursor.ts";
import { writeManyRows } from "#test/support/postgres.ts";
import {
  anyParcel,
  createChance,
  type MadeParcel,
  openPayoutsHarness,
  type PayoutsHarness,
} from "./payouts-harness.ts";

let harness: PayoutsHarness;

beforeAll(async () => {
  harness = await openPayoutsHarness();
});
afterAll(() => harness.close());

const period = { from: "2026-10-01", to: "2026-11-30" };
const asked: ProfitQuery = { by: "product", ...period, after: null };

describe("profit over many parcels", () => {
  it("is the sum of what the function says of each, for 250 parcels of any figures", async () => {
    const chance = createChance(27);
    const ctx = await harness.newShop(Array.from({ length: 250 }, () => anyParcel(chance)));
    await isWhatIsSaidOfEach(ctx);
  });

  it("stays so whatever becomes of them", async () => {
    const chance = createChance(31);
    const ctx = await harness.newShop(Array.from({ length: 120 }, () => anyParcel(chance)));
    const { id: shopId } = ctx.shop;
    const changed = await harness.db.parcel.findMany({ where: { shopId } });
    for (const { id } of changed) {
      const { paymentMode: _, mode: __, ...data } = anyParcel(chance);
      await harness.db.parcel.update({ where: { shopId_id: { shopId, id } }, data });
    }
    await isWhatIsSaidOfEach(ctx);
    await harness.db.parcel.updateMany({ where: { shopId }, data: { readAt: null } });
    await isWhatIsSaidOfEach(ctx);
    await harness.db.parcel.deleteMany({ where: { shopId } });
    expect(await sumProfitOfAll(ctx, period)).toBeNull();
  });

  async function isWhatIsSaidOfEach(ctx: ShopContext) {
    const parcels = await harness.db.parcel.findMany({
      where: { shopId: ctx.shop.id, mode: "live" },
      include: { handoff: true },
    });
    const rows = new Map(
      (
        await sumProfitOfOrders(
          ctx,
          parcels.map(({ handoff }) => handoff.orderId),
        )
      ).map((row) => [row.key, row]),
    );
    for (const parcel of parcels) {
      const profit = profitOf(parcel.handoff.paymentMode, parcel);
      const row = rows.get(parcel.handoff.orderId);
      const said = row && {
        ...{ earned: row.earnedPkr, to_come: row.toComePkr, lost: row.lostPkr, unknown: row.unknown },
      };
      const nothing = { earned: 0, to_come: 0, lost: 0, unknown: 0 };
      const expected = profit && {
        ...nothing,
        ...(profit.amountPkr === null ? { unknown: 1 } : { [profit.outcome]: profit.amountPkr }),
      };
      expect(said ?? null, parcel.supplierOrderId).toEqual(expected);
    }
  }
});

describe("the page of profit", () => {
  const lahore: MadeParcel = { city: "Lahore", marginStatus: "RELEASED" };
  const karachi: MadeParcel = { city: "Karachi" };
  const refused: MadeParcel = {
    ...{
      city: "Karachi",
      status: "RETURNED",
      returnType: "rto",
      rtoChargePkr: rupees(350),
      marginStatus: "NONE",
    },
  };

  it("tells earned, to come and lost by city, prepaid parcels among them", async () => {
    const ctx = await harness.newShop([
      lahore,
      lahore,
      { ...lahore, paymentMode: "PREPAID" },
      karachi,
      refused,
      { ...karachi, status: "SHIPPED" },
      { ...karachi, mode: "test" },
      { ...lahore, listedAt: new Date("2026-01-05T09:00:00Z") },
    ]);
    const page = await getProfitPage(ctx, { ...asked, by: "city" });
    const [first, second] = page.rows;
    expect(first).toMatchObject({ label: "Lahore", earnedPkr: 1620, toComePkr: 0, lostPkr: 0, delivered: 3 });
    expect(second).toMatchObject({
      label: "Karachi",
      toComePkr: 540,
      lostPkr: 350,
      delivered: 1,
      cameBack: 1,
    });
    expect(page.all).toMatchObject({ earnedPkr: 1620, toComePkr: 540, lostPkr: 350 });
  });

  it("goes by the day an order was made in the shop's own time zone", async () => {
    const ctx = await harness.newShop([
      { ...lahore, listedAt: new Date("2026-10-31T18:59:59Z") },
      { ...lahore, listedAt: new Date("2026-10-31T19:00:00Z") },
    ]);
    const { rows } = await getProfitPage(ctx, { ...asked, by: "month" });
    expect(rows.map(({ key, earnedPkr }) => [key, earnedPkr])).toEqual([
      ["2026-11", 540],
      ["2026-10", 540],
    ]);
  });

  it("counts an order of the hour that comes twice as a month begins", async () => {
    const ctx = await harness.newShop([{ ...lahore, listedAt: new Date("2026-11-01T04:30:00Z") }]);
    await harness.db.shop.update({ where: { id: ctx.shop.id }, data: { timezone: "America/Havana" } });
    const page = await getProfitPage(await harness.contextOf(ctx.shop.id), { ...asked, by: "month" });
    expect(page.rows.map(({ earnedPkr }) => earnedPkr)).toEqual([540]);
    expect(page.all).toMatchObject({ earnedPkr: 540 });
  });

  it("shares a parcel of several products by their prices, and names none where contents are not known", async () => {
    const gasket = { variant: "v1", title: "Gasket", resalePkr: rupees(400) };
    const cooker = { variant: "v2", title: "Cooker", resalePkr: rupees(1200) };
    const ctx = await harness.newShop([
      { ...lahore, items: [gasket] },
      { ...lahore, items: [gasket, cooker] },
      { ...lahore, items: [gasket, cooker], part: 1, of: 2 },
    ]);
    const { rows } = await getProfitPage(ctx, asked);
    expect(rows.map(({ label, earnedPkr, delivered }) => [label, earnedPkr, delivered])).toEqual([
      ["Gasket", 675, 2],
      [null, 540, 1],
      ["Cooker", 405, 1],
    ]);
  });

  it("shares a parcel anew once it is known what it held", async () => {
    const gasket = { variant: "v1", title: "Gasket", resalePkr: rupees(400) };
    const cooker = { variant: "v2", title: "Cooker", resalePkr: rupees(1200) };
    const ctx = await harness.newShop([{ ...lahore, items: [gasket, cooker], part: 1, of: 2 }]);
    const { id: shopId } = ctx.shop;
    const [item] = await harness.db.handoffItem.findMany({ where: { shopId, title: "Cooker" } });
    const contents = [{ handoffItemId: item?.id ?? "", quantity: 1 }];
    await harness.db.parcel.updateMany({ where: { shopId }, data: { contents } });
    const { rows } = await getProfitPage(ctx, asked);
    expect(rows.map(({ label, earnedPkr }) => [label, earnedPkr])).toEqual([["Cooker", 540]]);
  });

  it("adds up to the same, however it is told apart", async () => {
    const chance = createChance(3);
    const items = [
      { variant: "v1", title: "Gasket", resalePkr: rupees(400) },
      { variant: "v2", title: "Cooker", resalePkr: rupees(1200) },
    ];
    const ctx = await harness.newShop(
      Array.from({ length: 120 }, () => ({
        ...anyParcel(chance),
        city: chance.of(["Lahore", null, "Karachi"]),
        items,
      })),
    );
    const all = await sumProfitOfAll(ctx, period);
    const total = (rows: readonly ProfitRow[]) => rows.reduce((sum, row) => sum + netOf(row), 0);
    for (const by of ["city", "month"] as const)
      expect(total(await sumProfit(ctx, by, { period, limit: null }))).toBe(all && netOf(all));
    // Each of three rows is rounded three times.
    const byProduct = total(await sumProfit(ctx, "product", { period, limit: null }));
    expect(Math.abs(byProduct - (all ? netOf(all) : 0))).toBeLessThanOrEqual(5);
  });

  it("lists every order that its total counts, whatever state it is in", async () => {
    const chance = createChance(11);
    const ctx = await harness.newShop(Array.from({ length: 20 }, () => anyParcel(chance)));
    const states = [
      "held",
      "waiting",
      "to_place",
      "placed",
      "awaiting_funds",
      "cancelled",
      "finished_in_shopify",
    ] as const;
    const orders = await harness.db.order.findMany({ where: { shopId: ctx.shop.id } });
    for (const [at, { id }] of orders.entries())
      await harness.db.order.update({ where: { id }, data: { state: states[at % states.length] ?? "new" } });
    const { rows, all } = await getProfitPage(ctx, { ...asked, by: "order" });
    const count = (of: readonly (ProfitRow | null)[]) =>
      of.reduce((sum, row) => sum + (row ? row.delivered + row.cameBack + row.unknown : 0), 0);
    expect(count(rows)).toBe(count([all]));
    expect(rows.reduce((sum, row) => sum + netOf(row), 0)).toBe(all && netOf(all));
  });

  it("turns over orders, each once, and writes all of them to a file", async () => {
    const ctx = await harness.newShop(
      Array.from({ length: 60 }, (_, at) => ({
        ...lahore,
        listedAt: new Date(Date.UTC(2026, 10, 1, 0, at % 7)),
      })),
    );
    const seen: (string | null)[] = [];
    let after: string | null = "";
    while (after !== null) {
      const page = await getProfitPage(ctx, { ...asked, by: "order", after: parsePageCursor(after) });
      seen.push(...page.rows.map(({ key }) => key));
      after = page.next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
    let file = "";
    for await (const part of exportProfit(ctx, { query: { ...period, by: "order" }, by: "1" })) file += part;
    expect(file.trim().split("\r\n")).toHaveLength(61);
  });

  it.each([
    [
      "product",
      [
        "Product",
        "Gasket,810,810,0,0,2,0,0,0",
        "Cooker,270,270,0,0,1,0,0,0",
        "not known,-350,0,0,350,0,1,100,0",
      ],
    ],
    ["city", ["City", "Lahore,1080,1080,0,0,2,0,0,0", "Karachi,-350,0,0,350,0,1,100,0"]],
    ["month", ["Month", "2026-11,190,540,0,350,1,1,50,0", "2026-10,540,540,0,0,1,0,0,0"]],
  ] as const)("writes what each %s brought to a file", async (by, [subject, ...lines]) => {
    const gasket = { variant: "v1", title: "Gasket", resalePkr: rupees(800) };
    const cooker = { variant: "v2", title: "Cooker", resalePkr: rupees(800) };
    const ctx = await harness.newShop([
      { ...lahore, items: [gasket] },
      { ...lahore, items: [gasket, cooker], listedAt: new Date("2026-10-20T09:00:00Z") },
      refused,
    ]);
    let file = "";
    for await (const part of exportProfit(ctx, { query: { ...period, by }, by: "1" })) file += part;
    const figures = "Parcels bring (Rs),Earned (Rs),To come (Rs),Lost (Rs),Delivered,Came back,Came back (%)";
    expect(
      file
        .replaceAll(/[\uFEFF"]/g, "")
        .trim()
        .split("\r\n"),
    ).toEqual([`${subject},${figures},Parcels not known`, ...lines]);
    const { rows } = await getProfitPage(ctx, { ...asked, by });
    expect(rows).toHaveLength(lines.length);
  });
});

describe("the plans of profit", () => {
  let large: ShopContext;

  beforeAll(async () => {
    const shops = await Promise.all([harness.createShop(), harness.createShop()]);
    for (const { id } of shops) {
      await writeManyRows(harness, [
        Prisma.sql`
          insert into "order" (shop_id, order_gid, name, state, listed_at, updated_at)
          select ${id}::uuid, 'gid://large/' || n, '#' || n, case when n % 9 = 0 then 'refused' else 'delivered' end,
            timestamptz '2026-11-30' - n * interval '3 hours', now() from generate_series(1, 4000) n`,
        Prisma.sql`analyze "order"`,
        Prisma.sql`
          insert into handoff (shop_id, order_id, mode, sequence, external_order_id, payment_mode, collects_pkr, shipping_pkr,
            terms, customer_enc, updated_at)
          select shop_id, id, 'live', 1, 'x' || name, 'COD', 1, 1,
            jsonb_build_object('explanation', repeat('x', 1200)), '', now() from "order" where shop_id = ${id}::uuid`,
        Prisma.sql`
          insert into handoff_item (shop_id, handoff_id, position, line_gid, fulfillment_order_gid,
            fulfillment_order_line_gid, supplier_variant_id, title, quantity, resale_pkr, wholesale_pkr)
          select shop_id, id, 0, 'l', 'f', 'fl', 'v' || external_order_id, 'Gasket', 1, 1, 1 from handoff
          where shop_id = ${id}::uuid`,
        Prisma.sql`analyze handoff, handoff_item`,
        Prisma.sql`
          insert into parcel (shop_id, handoff_id, mode, supplier_order_id, status, margin_status, margin_pkr,
            platform_fee_pkr, updated_at)
          select shop_id, id, 'live', external_order_id, 'DELIVERED', 'RELEASED', 600, 60, now()
          from handoff where shop_id = ${id}::uuid`,
      ]);
    }
    await writeManyRows(harness, [
      Prisma.sql`vacuum analyze "order", handoff, parcel, handoff_item, profit_share`,
    ]);
    large = await harness.contextOf(shops[0].id);
  });

  const week = { from: "2026-06-01", to: "2026-06-07" };
  const always = { from: "2000-01-01", to: "2099-12-31" };
  const after = { key: new Date("2026-06-20T00:00:00Z"), id: "00000000-0000-4000-8000-000000000000" };
  it.each([
    ["a week's products", () => profitQuery(large, "product", { period: week, limit: 101 })],
    ["a week's cities", () => profitQuery(large, "city", { period: week, limit: 101 })],
    ["the months of all orders", () => profitQuery(large, "month", { period: always, limit: null })],
    ["the products of all orders", () => profitQuery(large, "product", { period: always, limit: null })],
    ["a page of orders", () => profitOrderIdsQuery(large, { period, after, limit: 26 })],
  ])("read no table whole for %s", async (_what, queryOf) => {
    const query = queryOf();
    const { rows } = await harness.pool.query<{ "QUERY PLAN": string }>(
      `explain ${query.text}`,
      query.values,
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).not.toMatch(/Seq Scan on "?(order|handoff|handoff_item|parcel|profit_share)"?\b/);
  });
});
