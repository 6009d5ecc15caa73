import { Prisma } from "@prisma/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { endedQuery, enoughQuery, findCharts } from "#app/domain/home/charts/find-charts.server.ts";
import { findCustomerFigures } from "#app/domain/home/find-customer-figures.server.ts";
import { findMoney } from "#app/domain/home/find-money.server.ts";
import { endedCountQuery, findLimits, placedQuery } from "#app/domain/home/limits/find-limits.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { findComing } from "#app/domain/payouts/get-payouts-page.server.ts";
import type { AccountId } from "#app/platform/ids.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import { asId } from "#test/support/as-id.ts";
import { writeManyRows } from "#test/support/postgres.ts";
import { type MadeParcel, openPayoutsHarness, type PayoutsHarness } from "../payouts/payouts-harness.ts";

let harness: PayoutsHarness;

beforeAll(async () => {
  harness = await openPayoutsHarness();
});
afterAll(() => harness?.close());

/** The harness's clock stands at 17:00 of 21 November in Karachi. */
const at = (day: string, time = "12:00") => new Date(`${day}T${time}:00+05:00`);

const delivered = (day: string, more: MadeParcel = {}): MadeParcel => ({ deliveredAt: at(day), ...more });
const refused = (day: string, more: MadeParcel = {}): MadeParcel => ({
  ...{ status: "RETURNED", returnType: "rto", deliveredAt: null, returnedAt: at(day), marginStatus: "NONE" },
  ...more,
});
const times = (count: number, parcel: MadeParcel) => Array.from({ length: count }, () => parcel);

const chartsOf = async (ctx: ShopContext) => findCharts(ctx, await findComing(ctx));

describe("the charts of Home", () => {
  it("wait for twenty parcels that were delivered or refused", async () => {
    const nineteen = [...times(15, delivered("2026-11-10")), ...times(4, refused("2026-11-11"))];
    const others: readonly MadeParcel[] = [
      { status: "SHIPPED", deliveredAt: null },
      { status: "CANCELLED", deliveredAt: null },
      delivered("2026-11-10", { mode: "test" }),
    ];
    expect(await chartsOf(await harness.newShop([...nineteen, ...others]))).toBeNull();
    expect(await chartsOf(await harness.newShop([...nineteen, delivered("2026-11-10")]))).not.toBeNull();
  });

  it("count each parcel on the shop's day it ended, once", async () => {
    const ctx = await harness.newShop([
      ...times(20, delivered("2026-10-22")),
      delivered("2026-10-23"),
      // The evening before in UTC.
      delivered("2026-11-20", { deliveredAt: at("2026-11-20", "00:30") }),
      ...times(2, refused("2026-11-20")),
      // Sent back after its delivery: it was delivered.
      refused("2026-11-21", { returnType: "return", deliveredAt: at("2026-11-20") }),
      refused("2026-11-21", { returnType: null }),
      delivered("2026-11-21"),
    ]);
    const charts = await chartsOf(ctx);
    expect(charts?.ended).toHaveLength(30);
    expect(charts?.ended.at(0)).toEqual({ day: "2026-10-23", delivered: 1, refused: 0 });
    expect(charts?.ended.slice(-2)).toEqual([
      { day: "2026-11-20", delivered: 2, refused: 2 },
      { day: "2026-11-21", delivered: 1, refused: 1 },
    ]);
    expect(charts?.ended.reduce((sum, day) => sum + day.delivered + day.refused, 0)).toBe(7);
  });

  it("show what is pending by its release date, as Payouts does", async () => {
    const releases = (day: string): MadeParcel => delivered("2026-11-10", { marginReleaseAt: at(day) });
    const ctx = await harness.newShop([...times(19, releases("2026-11-25")), releases("2026-11-30")]);
    const { coming } = (await chartsOf(ctx)) ?? { coming: [] };
    expect(coming.at(0)?.day).toBe("2026-11-21");
    const sums = coming.filter(({ margin }) => margin.parcels > 0);
    expect(sums.map(({ day, margin }) => [day, margin.amountPkr])).toEqual([
      ["2026-11-25", 19 * 540],
      ["2026-11-30", 540],
    ]);
  });
});

async function connected(
  ctx: ShopContext,
  more: Partial<Prisma.SupplierConnectionUncheckedCreateInput> = {},
) {
  const accountId = asId<AccountId>(`acc-${ctx.shop.id}`);
  const sealed = ctx.crypto.seal("x", { table: "none", row: "none", column: "none" });
  const connection = await harness.db.supplierConnection.create({
    data: {
      ...{ shopId: ctx.shop.id, mode: "live", active: true, keyId: "lk", keySecretEnc: sealed, accountId },
      ...{ webhookTokenHash: ctx.shop.id, webhookTokenEnc: sealed, webhookSecretEnc: sealed },
      ...more,
    },
  });
  return { ctx: { ...ctx, connection }, key: accountKeyOf(accountId) };
}

describe("the rupees of Home", () => {
  it("are what the wallet held when it was last read, and of when", async () => {
    const { ctx, key } = await connected(await harness.newShop([]));
    expect(await findMoney(ctx, await findComing(ctx))).toMatchObject({ available: null });
    const readAt = at("2026-11-21", "10:42");
    const reading = { askedAt: readAt, readAt, availablePkr: rupees(12_500) };
    await harness.db.walletReading.create({ data: { accountKey: key, mode: "live", ...reading } });
    const money = await findMoney(ctx, await findComing(ctx));
    expect(money.available).toEqual({ amountPkr: 12_500, readAt });
  });

  it("show nothing of a wallet that was read after this shop's key was refused", async () => {
    const pausedAt = at("2026-11-21", "09:00");
    const { ctx, key } = await connected(await harness.newShop([]), { health: "invalid_key", pausedAt });
    const readAt = at("2026-11-21", "10:42");
    const reading = { askedAt: readAt, readAt, availablePkr: rupees(12_500) };
    await harness.db.walletReading.create({ data: { accountKey: key, mode: "live", ...reading } });
    expect((await findMoney(ctx, await findComing(ctx))).available).toBeNull();
  });
});

describe("the limits on Home", () => {
  it("are none while nothing is connected", async () => {
    expect(await findLimits(await harness.newShop([]))).toBeNull();
  });

  it("are unknown before the service has told its quota, and once the day it told is over", async () => {
    const { ctx, key } = await connected(await harness.newShop([]));
    expect(await findLimits(ctx)).toMatchObject({ calls: null, orders: { estimate: null } });
    const over = { dayLimit: 5000, remaining: 4200, resetAt: at("2026-11-21", "05:00") };
    await harness.db.supplierAccount.create({ data: { key, ...over } });
    expect((await findLimits(ctx))?.calls).toBeNull();
    const resetsAt = at("2026-11-22", "05:00");
    await harness.db.supplierAccount.update({ where: { key }, data: { resetAt: resetsAt } });
    expect((await findLimits(ctx))?.calls).toEqual({ limit: 5000, used: 800, perMinute: 120, resetsAt });
  });

  it("estimate the tier from this shop's parcels of the mode in use, and from what was placed today", async () => {
    const parcels = [
      ...times(50, delivered("2026-11-10")),
      refused("2026-11-12"),
      refused("2026-11-12", { mode: "test" }),
    ];
    const made = await harness.newShop(parcels);
    const { ctx } = await connected(made);
    await harness.db.handoff.updateMany({
      where: { shopId: ctx.shop.id },
      data: { placedAt: at("2026-11-21", "04:59") },
    });
    const first = await harness.db.handoff.findFirstOrThrow({ where: { shopId: ctx.shop.id, mode: "live" } });
    await harness.db.handoff.update({
      where: { shopId_id: { shopId: ctx.shop.id, id: first.id } },
      data: { placedAt: at("2026-11-21", "05:00") },
    });
    expect((await findLimits(ctx))?.orders).toEqual({
      ...{ placedToday: 1, delivered: 50, refused: 1, isCapReached: false },
      estimate: { tier: 2, dailyCap: 50 },
    });
    const { ctx: closed } = await connected(await harness.newShop([]), {
      capUntil: at("2026-11-21", "18:00"),
    });
    expect((await findLimits(closed))?.orders.isCapReached).toBe(true);
  });
});

describe("what Home reads", () => {
  let large: ShopContext;
  beforeAll(async () => {
    large = await harness.newShop([
      ...times(300, delivered("2026-11-10")),
      ...times(60, refused("2026-11-11")),
    ]);
    for (let shops = 0; shops < 6; shops += 1) await harness.newShop(times(300, delivered("2026-11-10")));
    await writeManyRows(harness, [
      Prisma.sql`update handoff set placed_at = created_at - interval '30 days'`,
      Prisma.sql`vacuum analyze parcel, handoff`,
    ]);
  });

  it.each([
    ["whether there are enough parcels", () => enoughQuery(large)],
    ["what ended by day", () => endedQuery(large, "2026-10-23")],
    ["what was delivered and refused", () => endedCountQuery(large.shop.id, "live")],
    ["what was placed today", () => placedQuery(large.shop.id, "live", large.clock.now())],
  ])("reads no table whole for %s", async (_what, queryOf) => {
    const { text, values } = queryOf();
    const { rows } = await harness.pool.query<{ "QUERY PLAN": string }>(`explain ${text}`, values);
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).not.toMatch(/Seq Scan on (parcel|handoff)/);
  });
});

describe("what Home says of customers", () => {
  it("is nothing where nobody has looked at an order and nobody was asked", async () => {
    expect(await findCustomerFigures(await harness.newShop([delivered("2026-11-10")]))).toBeNull();
  });

  it("counts looks and confirmations of thirty days, and refusals by whether the order was confirmed", async () => {
    const ctx = await harness.newShop([
      delivered("2026-11-10"),
      refused("2026-11-11"),
      delivered("2026-09-01"),
    ]);
    const shopId = ctx.shop.id;
    const day = (text: string) => new Date(`${text}T00:00:00Z`);
    await ctx.db.storefrontDay.createMany({
      data: [
        { shopId, day: day("2026-11-21"), pages: 3 },
        { shopId, day: day("2026-10-23"), pages: 4 },
        // Of the thirty-first day back.
        { shopId, day: day("2026-10-22"), pages: 50 },
      ],
    });
    const orders = await ctx.db.order.findMany({ where: { shopId }, take: 3 });
    const states = ["confirmed", "cancelled", "awaiting"] as const;
    await ctx.db.orderConfirmation.createMany({
      data: orders.map(({ id: orderId }, row) => ({
        ...{ shopId, orderId, state: states[row] ?? "awaiting", collectsPkr: rupees(1800) },
        ...{ askedAt: at("2026-11-20"), remindAt: at("2026-11-20"), dueAt: at("2026-11-21") },
      })),
    });
    expect(await findCustomerFigures(ctx)).toMatchObject({
      ...{ pages: 7, asked: 3, given: 1, refused: 1 },
      confirmed: { ended: 0 },
    });
  });
});
