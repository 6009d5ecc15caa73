import { Prisma } from "@prisma/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { rupees, sumRupees } from "#app/domain/money/rupees.ts";
import { projectParcel } from "#app/domain/orders/money/parcel-margin.ts";
import { exportPayouts } from "#app/domain/payouts/export-payouts.server.ts";
import { findComing, getPayoutsPage } from "#app/domain/payouts/get-payouts-page.server.ts";
import { listPayoutsOfDay, payoutIdsQuery } from "#app/domain/payouts/list-payouts.server.ts";
import { payoutOf } from "#app/domain/payouts/payout.ts";
import { allPayouts } from "#app/domain/payouts/payouts-filter.ts";
import {
  monthQuery,
  type PayoutSum,
  pendingQuery,
  sumMonth,
  sumPending,
  sumUndated,
} from "#app/domain/payouts/sum-payouts.server.ts";
import { parsePageCursor } from "#app/platform/database/page-cursor.ts";
import { calendarDay } from "#app/platform/time/calendar-day.ts";
import { writeManyRows } from "#test/support/postgres.ts";
import { anyParcel, createChance, openPayoutsHarness, type PayoutsHarness } from "./payouts-harness.ts";

let harness: PayoutsHarness;

beforeAll(async () => {
  harness = await openPayoutsHarness();
});
afterAll(() => harness.close());

/** The same sums, from the function that says it of one parcel. */
async function expectedSums(ctx: ShopContext): Promise<readonly PayoutSum[]> {
  const parcels = await harness.db.parcel.findMany({
    where: { shopId: ctx.shop.id, mode: "live" },
    include: { handoff: true },
  });
  const each = parcels.flatMap((parcel) => {
    const payout = payoutOf(parcel.handoff.paymentMode, parcel);
    if (payout === null) return [];
    const kind = parcel.handoff.paymentMode === "PREPAID" ? "fee" : "margin";
    const day = payout.releaseAt && calendarDay(payout.releaseAt, ctx.shop.timezone);
    return [{ ...payout, kind, day } as const];
  });
  const groups = Map.groupBy(each, ({ day, state, kind }) => `${day}/${state}/${kind}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const known = group.filter(({ amountPkr }) => amountPkr !== null);
    return {
      ...{ day: first.day, state: first.state, kind: first.kind, parcels: group.length },
      unknown: group.length - known.length,
      amountPkr: sumRupees(known.map(({ amountPkr }) => amountPkr ?? rupees(0))),
    };
  });
}

const sorted = (sums: readonly PayoutSum[]) =>
  sums.toSorted((a, b) =>
    JSON.stringify([a.day, a.state, a.kind]).localeCompare(JSON.stringify([b.day, b.state, b.kind])),
  );

describe("sums over many parcels", () => {
  it("say the same as the function says of each parcel, for 250 parcels of any figures", async () => {
    const chance = createChance(15);
    const ctx = await harness.newShop(Array.from({ length: 250 }, () => anyParcel(chance)));
    const all = await expectedSums(ctx);
    const [november, december] = [
      await sumMonth(ctx, { month: "2026-11", filter: allPayouts }),
      await sumMonth(ctx, { month: "2026-12", filter: allPayouts }),
    ];
    const undated = await sumUndated(ctx);
    expect(sorted([...november, ...december, ...undated])).toEqual(sorted(all));
    expect(sorted(await sumPending(ctx))).toEqual(sorted(all.filter(({ state }) => state === "pending")));
    const fees = await sumMonth(ctx, { month: "2026-11", filter: { state: "released", kind: "fee" } });
    expect(sorted(fees)).toEqual(
      sorted(
        all.filter(
          ({ day, state, kind }) => day?.startsWith("2026-11") && state === "released" && kind === "fee",
        ),
      ),
    );
  });

  it("agree with what the order's page says comes of a delivered parcel", async () => {
    const chance = createChance(4);
    const ctx = await harness.newShop(
      Array.from({ length: 200 }, () => ({ ...anyParcel(chance), status: "DELIVERED" })),
    );
    const parcels = await harness.db.parcel.findMany({
      where: { shopId: ctx.shop.id, mode: "live" },
      include: { handoff: true },
    });
    for (const parcel of parcels) {
      const { wallet, unknown } = projectParcel(parcel.handoff.paymentMode, parcel);
      const payout = payoutOf(parcel.handoff.paymentMode, parcel);
      if (unknown !== null || payout === null) continue;
      const recorded = wallet.marginPkr + wallet.marginComesPkr - wallet.feePkr - wallet.feeComesPkr;
      expect(payout.amountPkr).toBe(recorded);
    }
  });
});

describe("the page of payouts", () => {
  const on = (day: string) => new Date(`${day}T09:00:00Z`);

  it("shows what comes in 7 and 30 days as Home does, and a month by day", async () => {
    const ctx = await harness.newShop([
      { marginReleaseAt: on("2026-11-22") },
      { marginReleaseAt: on("2026-11-22"), paymentMode: "PREPAID" },
      { marginReleaseAt: on("2026-12-05") },
      { marginReleaseAt: on("2026-11-10"), marginStatus: "RELEASED" },
      { marginReleaseAt: on("2026-11-10"), marginStatus: "REVERSED" },
      { marginReleaseAt: null },
      { status: "SHIPPED", marginStatus: "NONE" },
      { marginReleaseAt: on("2026-11-22"), mode: "test" },
    ]);
    const page = await getPayoutsPage(ctx, { month: null, filter: allPayouts });
    expect(page.coming.next7).toMatchObject({ margin: { amountPkr: 540 }, fee: { amountPkr: -60 } });
    expect(page.coming.next30.margin.amountPkr).toBe(1080);
    expect(page.coming.undated.margin).toMatchObject({ amountPkr: 540, parcels: 1 });
    expect(await findComing(ctx)).toEqual(page.coming);
    expect(page).toMatchObject({
      month: "2026-11",
      openParcels: 1,
      months: { earlier: null, later: "2026-12" },
    });
    expect(page.days).toMatchObject([
      { day: "2026-11-10", parcels: 2, net: { amountPkr: 540 } },
      { day: "2026-11-22", parcels: 2, net: { amountPkr: 480 }, fees: { amountPkr: -60 } },
    ]);
    const december = await getPayoutsPage(ctx, { month: "2026-12", filter: allPayouts });
    expect(december).toMatchObject({
      days: [{ day: "2026-12-05" }],
      months: { earlier: "2026-11", later: null },
    });
  });

  it("pages through the parcels of a day, each once, and of another shop none", async () => {
    const day = "2026-11-22";
    const ctx = await harness.newShop(Array.from({ length: 60 }, () => ({ marginReleaseAt: on(day) })));
    await harness.newShop([{ marginReleaseAt: on(day) }]);
    const seen: string[] = [];
    let after: string | null = "";
    while (after !== null) {
      const page = await listPayoutsOfDay(ctx, { day, filter: allPayouts, after: parsePageCursor(after) });
      seen.push(...page.rows.map(({ id }) => id));
      after = page.next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
  });

  it("writes every payout to a file, dated ones first, with nothing where a figure is unknown", async () => {
    const ctx = await harness.newShop([
      { marginReleaseAt: null, platformFeePkr: null, marginPkr: null, expectedMarginPkr: null },
      {
        marginReleaseAt: on("2026-12-05"),
        terms: { quote: { platformFeePercent: 10, platformFeeBasis: "margin" } },
      },
      { marginReleaseAt: on("2026-11-22"), paymentMode: "PREPAID", marginStatus: "RELEASED" },
      { status: "RETURNED", returnType: "rto" },
    ]);
    let file = "";
    for await (const part of exportPayouts(ctx, { filter: allPayouts, by: "1" })) file += part;
    const lines = file
      .trim()
      .split("\r\n")
      .map((line) => line.replaceAll('"', "").split(","));
    expect(lines.map((line) => line.slice(3, 5))).toEqual([
      ["Payment", "State"],
      ["PREPAID", "released"],
      ["COD", "pending"],
      ["COD", "pending"],
    ]);
    expect(lines[2]?.slice(-7)).toEqual(["1800", "-1000", "-200", "600", "-60", "10% of the margin", "540"]);
    expect(lines[3]?.slice(-4)).toEqual(["", "", "", ""]);
    const recorded = await harness.db.timelineEntry.count({
      where: { shopId: ctx.shop.id, code: "payouts_exported" },
    });
    expect(recorded).toBe(1);
  });
});

describe("the plans of payouts", () => {
  let large: ShopContext;

  beforeAll(async () => {
    const shops = await Promise.all([harness.createShop(), harness.createShop()]);
    for (const { id } of shops) {
      await writeManyRows(harness, [
        Prisma.sql`
          insert into "order" (shop_id, order_gid, name, state, listed_at, updated_at)
          select ${id}::uuid, 'gid://large/' || n, '#' || n, 'delivered', now(), now() from generate_series(1, 4000) n`,
        Prisma.sql`analyze "order"`,
        Prisma.sql`
          insert into handoff (shop_id, order_id, mode, sequence, external_order_id, payment_mode, collects_pkr, shipping_pkr,
            terms, customer_enc, updated_at)
          select shop_id, id, 'live', 1, 'x' || name, 'COD', 1, 1, '{}', '', now() from "order" where shop_id = ${id}::uuid`,
        Prisma.sql`analyze handoff`,
        Prisma.sql`
          insert into parcel (shop_id, handoff_id, mode, supplier_order_id, status, margin_status, margin_pkr, platform_fee_pkr,
            margin_release_at, updated_at)
          select shop_id, id, 'live', external_order_id, 'DELIVERED',
            case when row_number() over () % 20 = 0 then 'PENDING' else 'RELEASED' end, 600, 60,
            timestamptz '2026-12-10' - row_number() over () * interval '4 hours', now()
          from handoff where shop_id = ${id}::uuid`,
      ]);
    }
    await writeManyRows(harness, [Prisma.sql`vacuum analyze "order", handoff, parcel`]);
    large = await harness.contextOf(shops[0].id);
  });

  const after = { key: new Date("2026-06-01T00:00:00Z"), id: "00000000-0000-4000-8000-000000000000" };
  it.each([
    ["what is pending", () => pendingQuery(large)],
    ["a month", () => monthQuery(large, { month: "2026-06", filter: allPayouts })],
    [
      "a day",
      () =>
        payoutIdsQuery(large, { span: { day: "2026-06-02" }, filter: allPayouts, after: null, limit: 26 }),
    ],
    [
      "the next of a file",
      () => payoutIdsQuery(large, { span: "dated", filter: allPayouts, after, limit: 500 }),
    ],
    [
      "what has no date",
      () => payoutIdsQuery(large, { span: "undated", filter: allPayouts, after: null, limit: 26 }),
    ],
  ])("read no parcels whole for %s", async (_what, queryOf) => {
    const query = queryOf();
    const { rows } = await harness.pool.query<{ "QUERY PLAN": string }>(
      `explain ${query.text}`,
      query.values,
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).not.toMatch(/Seq Scan on parcel/);
    expect(plan).toMatch(/parcel_(pending_)?payout_idx/);
  });
});
