import { Prisma } from "@prisma/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { exportRefusals } from "#app/domain/payouts/refusals/export-refusals.server.ts";
import {
  getRefusalsPage,
  type RefusalsQuery,
} from "#app/domain/payouts/refusals/get-refusals-page.server.ts";
import type { RefusalSubject } from "#app/domain/payouts/refusals/refusal-row.ts";
import { refusalsQuery } from "#app/domain/payouts/refusals/sum-refusals.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { parsePageCursor } from "#app/platform/database/page-cursor.ts";
import { asId } from "#test/support/as-id.ts";
import { writeManyRows } from "#test/support/postgres.ts";
import { addParcels, type MadeParcel, openPayoutsHarness, type PayoutsHarness } from "./payouts-harness.ts";

let harness: PayoutsHarness;

beforeAll(async () => {
  harness = await openPayoutsHarness();
});
afterAll(() => harness.close());

const period = { from: "2026-10-01", to: "2026-11-30" };
const query = (by: RefusalSubject): RefusalsQuery => ({ by, ...period, after: null });

const taken: MadeParcel = { city: "Lahore" };
const refused: MadeParcel = { city: "Lahore", status: "RETURNED", returnType: "rto", deliveredAt: null };
const returned: MadeParcel = { city: "Lahore", status: "RETURNED", returnType: "return" };

const gasket = { variant: "v1", title: "Gasket", resalePkr: rupees(400) };
const cooker = { variant: "v2", title: "Cooker", resalePkr: rupees(1200) };

const many = (count: number, parcel: MadeParcel) => Array.from({ length: count }, () => parcel);

const figures = async (ctx: ShopContext, by: RefusalSubject) => {
  const { rows } = await getRefusalsPage(ctx, query(by));
  return rows.map(({ key, refused: came, ended }) => [key, came, ended]);
};

describe("refusals", () => {
  it("are counted by city; what came back after its delivery was taken, and what was cancelled is not counted", async () => {
    const ctx = await harness.newShop([
      ...many(3, taken),
      ...many(2, refused),
      returned,
      // Nothing is said of how it came back: it had not been delivered.
      { ...refused, returnType: null },
      { ...returned, returnType: null },
      { ...taken, status: "CANCELLED", receivedAt: null },
      { ...taken, status: "SHIPPED" },
      // Once, though it held two products.
      { ...refused, city: "Karachi", items: [gasket, cooker] },
      { ...taken, city: null },
      { ...refused, mode: "test" },
      { ...refused, listedAt: new Date("2026-01-05T09:00:00Z") },
    ]);
    expect(await figures(ctx, "city")).toEqual([
      ["Karachi", 1, 1],
      ["Lahore", 3, 8],
      [null, 0, 1],
    ]);
    expect((await getRefusalsPage(ctx, query("city"))).all).toMatchObject({ refused: 4, ended: 10 });
  });

  it("are counted by way of paying", async () => {
    const ctx = await harness.newShop([
      ...many(4, taken),
      ...many(3, refused),
      ...many(2, { ...taken, paymentMode: "PREPAID" as const }),
      { ...refused, paymentMode: "PREPAID" },
    ]);
    expect(new Set((await figures(ctx, "route")).map(String))).toEqual(new Set(["COD,3,7", "PREPAID,1,3"]));
  });

  it("are counted by product, a parcel of several counting for each", async () => {
    const ctx = await harness.newShop([
      { ...refused, items: [gasket] },
      { ...refused, items: [gasket, cooker] },
      { ...taken, items: [cooker] },
      taken,
    ]);
    const { rows } = await getRefusalsPage(ctx, query("product"));
    expect(rows.map(({ label, refused: came, ended }) => [label, came, ended])).toEqual([
      ["Gasket", 2, 2],
      ["Cooker", 1, 2],
      [null, 0, 1],
    ]);
  });

  it("are counted by who had confirmed the order when it left", async () => {
    const ctx = await harness.newShop([]);
    const shippedAt = new Date("2026-11-05T09:00:00Z");
    const under = (parcel: MadeParcel = {}): MadeParcel => ({
      ...{ status: "SHIPPED", deliveredAt: null, shippedAt },
      ...parcel,
    });
    const made = await addParcels(harness, ctx.shop.id, [
      ...many(7, under()),
      under({ confirmation: "CONFIRMED" }),
      under({ confirmation: "FAILED" }),
      under({ confirmation: "NOT_REQUIRED" }),
    ]);
    const contact = (index: number, result: string, day: number) =>
      recordFact(harness.db, ctx, {
        ...{ thing: "order", thingId: made[index]?.orderId ?? "", actor: "person", by: "Ali" },
        ...{ code: "customer_contacted", params: { how: "call", result } },
        at: new Date(Date.UTC(2026, 10, day)),
      });
    await contact(0, "confirmed", 2);
    await contact(1, "no_answer", 2);
    await contact(1, "confirmed", 3);
    await contact(2, "no_answer", 2);
    // Of the delivery, not of the order.
    await contact(3, "confirmed", 7);
    await contact(4, "cancel", 2);
    // The supplier reached them as well.
    await contact(7, "confirmed", 2);
    await harness.db.parcel.updateMany({
      where: { shopId: ctx.shop.id },
      data: { status: "RETURNED", returnType: "rto" },
    });
    expect(new Set((await figures(ctx, "confirmation")).map(String))).toEqual(
      new Set(["person,3,3", "no_answer,2,2", "nobody,5,5"]),
    );
    await harness.db.parcel.update({
      where: { id: asId(made[5]?.parcelId ?? "") },
      data: { confirmation: "CONFIRMED" },
    });
    expect((await figures(ctx, "confirmation")).map(String)).toContain("supplier,1,1");
  });

  it("say what to expect by Wilson's interval", async () => {
    const ctx = await harness.newShop([
      ...many(90, { ...taken, city: "Lahore" }),
      ...many(10, { ...refused, city: "Lahore" }),
      ...many(20, { ...taken, city: "Multan" }),
      ...many(2, { ...refused, city: "Kasur" }),
    ]);
    const { rows } = await getRefusalsPage(ctx, query("city"));
    // 10 of 100: 5.5 to 17.4; 0 of 20: 0 to 16.1; 2 of 2, too few to stand above them: 34.2 to 100.
    expect(rows.map(({ label, lowPercent, highPercent }) => [label, lowPercent, highPercent])).toEqual([
      ["Lahore", 6, 17],
      ["Multan", 0, 16],
      ["Kasur", 34, 100],
    ]);
  });

  it("are turned over page by page, each once, and are all in the file", async () => {
    const ctx = await harness.newShop(
      Array.from({ length: 60 }, (_, at) => ({ ...(at % 3 === 0 ? refused : taken), city: `City ${at}` })),
    );
    const seen: (string | null)[] = [];
    let after: string | null = "";
    while (after !== null) {
      const page = await getRefusalsPage(ctx, { ...query("city"), after: parsePageCursor(after) });
      seen.push(...page.rows.map(({ key }) => key));
      after = page.next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
    let file = "";
    for await (const part of exportRefusals(ctx, { query: query("city"), by: "1" })) file += part;
    const [head, first, ...rest] = file
      .replaceAll(/[\uFEFF"]/g, "")
      .trim()
      .split("\r\n");
    expect(head).toBe("City,Ended,Refused,Refused (%),From (%),To (%),Enough to go by");
    expect(first).toMatch(/^City \d+,1,1,100,21,100,no$/);
    expect(rest).toHaveLength(59);
    const taking = { shopId: ctx.shop.id, code: "payouts_exported", by: "1" } as const;
    expect(await harness.db.timelineEntry.count({ where: taking })).toBe(1);
  });

  it("of another shop are not counted", async () => {
    await harness.newShop(many(3, refused));
    const ctx = await harness.newShop([taken]);
    expect((await getRefusalsPage(ctx, query("city"))).all).toMatchObject({ refused: 0, ended: 1 });
  });

  it("are none where nothing has ended", async () => {
    const ctx = await harness.newShop([{ ...taken, status: "SHIPPED" }]);
    expect(await getRefusalsPage(ctx, query("city"))).toMatchObject({ rows: [], all: null, next: null });
  });
});

describe("the plans of refusals", () => {
  it.each([
    ["a week's cities", "city", { from: "2026-06-01", to: "2026-06-07" }],
    ["the products of all orders", "product", { from: "2000-01-01", to: "2099-12-31" }],
    ["who confirmed all orders", "confirmation", { from: "2000-01-01", to: "2099-12-31" }],
  ] as const)("read no table whole for %s", async (_what, by, days) => {
    const large = await largeShop();
    const { text, values } = refusalsQuery(large, by, { period: days, after: null, limit: 26 });
    const { rows } = await harness.pool.query<{ "QUERY PLAN": string }>(`explain ${text}`, values);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).not.toMatch(/Seq Scan on "?(order|handoff|handoff_item|parcel|profit_share)"?\b/);
  });

  let made: Promise<ShopContext> | null = null;

  function largeShop(): Promise<ShopContext> {
    made ??= makeLargeShop();
    return made;
  }

  async function makeLargeShop(): Promise<ShopContext> {
    const shops = [await harness.createShop(), await harness.createShop()];
    for (const { id } of shops) {
      await writeManyRows(harness, [
        Prisma.sql`
          insert into "order" (shop_id, order_gid, name, state, listed_at, updated_at)
          select ${id}::uuid, 'gid://large/' || n, '#' || n, 'delivered', timestamptz '2026-11-30' - n * interval '3 hours',
            now() from generate_series(1, 4000) n`,
        Prisma.sql`
          insert into handoff (shop_id, order_id, mode, sequence, external_order_id, payment_mode, collects_pkr, shipping_pkr,
            terms, customer_enc, updated_at)
          select shop_id, id, 'live', 1, 'x' || name, 'COD', 1, 1, '{}', '', now() from "order"
          where shop_id = ${id}::uuid`,
        Prisma.sql`
          insert into handoff_item (shop_id, handoff_id, position, line_gid, fulfillment_order_gid,
            fulfillment_order_line_gid, supplier_variant_id, title, quantity, resale_pkr, wholesale_pkr)
          select shop_id, id, 0, 'l', 'f', 'fl', 'v' || external_order_id, 'Gasket', 1, 1, 1 from handoff
          where shop_id = ${id}::uuid`,
        Prisma.sql`analyze "order", handoff, handoff_item`,
        Prisma.sql`
          insert into parcel (shop_id, handoff_id, mode, supplier_order_id, status, updated_at)
          select shop_id, id, 'live', external_order_id, 'DELIVERED', now() from handoff where shop_id = ${id}::uuid`,
      ]);
    }
    await writeManyRows(harness, [
      Prisma.sql`vacuum analyze "order", handoff, parcel, handoff_item, profit_share`,
    ]);
    return harness.contextOf(shops[0]?.id ?? asId(""));
  }
});
