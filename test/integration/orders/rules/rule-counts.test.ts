import { randomUUID } from "node:crypto";
import { Prisma } from "@prisma/client";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { hashCity } from "#app/domain/orders/customer/city-hash.ts";
import {
  countRuledOrders,
  countRuleMatches,
  MOST_COUNTED,
  ruleCountsQuery,
} from "#app/domain/orders/rules/count-rule-matches.server.ts";
import { getRulesPage } from "#app/domain/orders/rules/get-rules-page.server.ts";
import type { OrderRule, OrderRuleCondition } from "#app/domain/orders/rules/order-rule.ts";
import { hashTags } from "#app/domain/orders/rules/tag-key.ts";
import type { OrderId, ProductGid, VariantGid } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { createListedVariant } from "#test/support/create-listed-variant.ts";
import { createTestDatabase, type TestDatabase, writeManyRows } from "#test/support/postgres.ts";
import { createShopHarness, type ShopHarness } from "#test/support/shop-harness.ts";

const DAY_MS = 24 * 60 * 60_000;

let database: TestDatabase;
let harness: ShopHarness;
let ctx: ShopContext;
let other: ShopContext;
let large: ShopContext;

beforeAll(async () => {
  database = await createTestDatabase();
  harness = createShopHarness({ db: database.prisma, serviceBaseUrl: "http://localhost:1" });
  [ctx, other, large] = (await Promise.all(
    [1, 2, 3].map(async () => harness.contextOf((await harness.createShop()).id)),
  )) as [ShopContext, ShopContext, ShopContext];
});
afterEach(() => harness.db.order.deleteMany({ where: { shopId: { in: [ctx.shop.id, other.shop.id] } } }));
afterAll(() => database.drop());

let number = 0;

type Kept = Partial<Prisma.OrderUncheckedCreateInput> & { readonly daysAgo?: number };

/** An order as it was kept when it was read, of today unless said otherwise. */
async function order({ daysAgo = 0, ...kept }: Kept, within = ctx): Promise<OrderId> {
  number += 1;
  const { id } = await harness.db.order.create({
    data: {
      ...{ shopId: within.shop.id, orderGid: asId(`gid://shopify/Order/${number}`), state: "placed" },
      ...{ listedAt: new Date(within.clock.now().getTime() - daysAgo * DAY_MS), ...kept },
    },
  });
  return id;
}

const rule = (condition: OrderRuleCondition): OrderRule => ({
  ...{ id: asId(randomUUID()), effect: "hold", condition },
});

async function countOf(condition: OrderRuleCondition) {
  const one = rule(condition);
  const counts = await countRuleMatches(ctx, [one]);
  return counts.get(one.id);
}

const over = (overPkr: number) => ({ kind: "value", overPkr: rupees(overPkr) }) as const;

describe("how many orders a rule would have touched", () => {
  it("counts those of which it is known, and since when", async () => {
    await order({ totalPkr: rupees(900), daysAgo: 80 });
    await order({ totalPkr: rupees(1001), daysAgo: 3 });
    await order({ totalPkr: null });
    const since = new Date(ctx.clock.now().getTime() - 80 * DAY_MS);
    expect(await countOf(over(1000))).toEqual({ matched: 1, known: 2, since });
  });

  it("leaves out what is older than 90 days, another shop's, or none of ours", async () => {
    await order({ totalPkr: rupees(5000), daysAgo: 91 });
    await order({ totalPkr: rupees(5000) }, other);
    await order({ totalPkr: rupees(5000), state: "not_ours" });
    expect(await countOf(over(1000))).toEqual({ matched: 0, known: 0, since: null });
  });

  it.each<readonly [OrderRuleCondition, Kept, Kept]>([
    [{ kind: "quantity", overUnits: 3 }, { units: 4 }, { units: 3 }],
    [{ kind: "new_customer" }, { customerIsNew: true }, { customerIsNew: false }],
    [{ kind: "refused_customer" }, { customerRefused: true }, { customerRefused: false }],
    [{ kind: "note" }, { hasNote: true }, { hasNote: false }],
    [{ kind: "doubtful_address" }, { doubtfulAddress: true }, { doubtfulAddress: false }],
    [{ kind: "city", city: "Karachi", cityKey: "karachi" }, { cityKey: "karachi" }, { cityKey: "lahore" }],
  ])(
    "$kind: knows one that matches from one that does not, and from one nobody knows",
    async (condition, ...kept) => {
      for (const each of [...kept, {}]) await order(each);
      expect(await countOf(condition)).toMatchObject({ matched: 1, known: 2 });
    },
  );

  it("finds a tag by its hash, however it is written, and only whole", async () => {
    await order({ tagsHash: hashTags(ctx, ["vip", "Check First"]) });
    await order({ tagsHash: hashTags(ctx, ["check"]) });
    await order({ tagsHash: "" });
    expect(await countOf({ kind: "tag", tag: "CHECK first" })).toMatchObject({ matched: 1, known: 3 });
  });

  it("finds a city under the spellings a person said to mean it", async () => {
    const subject = hashCity(ctx, "karachikorangi");
    await harness.db.rememberedAnswer.create({
      data: { shopId: ctx.shop.id, question: "city_chosen", subject, answer: "Karachi", by: "Ali" },
    });
    await order({ cityKey: subject });
    const karachi = { kind: "city", city: "Karachi", cityKey: "karachi" } as const;
    expect(await countOf(karachi)).toMatchObject({ matched: 1, known: 1 });
  });

  it("finds a product by the variants that are stocked of it, and says when there are none", async () => {
    const productGid = asId<ProductGid>("gid://shopify/Product/77");
    const listing = await harness.db.listing.create({
      data: {
        ...{ shopId: ctx.shop.id, mode: "live", supplierProductId: asId("prd"), title: "Pot", productGid },
      },
    });
    const variantGid = asId<VariantGid>("gid://shopify/ProductVariant/771");
    await createListedVariant(harness.db, listing, { supplierVariantId: asId("var"), variantGid });
    await order({ lines: [{ variantGid, title: "Pot" }] });
    await order({ lines: [{ variantGid: "gid://shopify/ProductVariant/1", title: "Pan" }] });
    const condition = { kind: "product", productGid, title: "Pot" } as const;
    expect(await countOf(condition)).toMatchObject({ matched: 1, known: 2 });
    const created = { shopId: ctx.shop.id, effect: "hold", kind: "product", createdBy: "Ali" } as const;
    // The page lists them by the time they were created, and two may be created within a millisecond.
    for (const [at, gid] of [productGid, "gid://shopify/Product/78"].entries())
      await harness.db.orderRule.create({
        data: { ...created, createdAt: new Date(at), params: { productGid: gid, title: "Pot" } },
      });
    const { rules } = await getRulesPage(ctx, "hold");
    expect(rules.map(({ isProductGone, count }) => [isProductGone, count.matched])).toEqual([
      [false, 1],
      [true, 0],
    ]);
  });

  it("counts of chosen orders those that a rule would hold, once each", async () => {
    const [large, noted, both, small] = [
      await order({ totalPkr: rupees(5000), hasNote: false }),
      await order({ totalPkr: rupees(500), hasNote: true }),
      await order({ totalPkr: rupees(5000), hasNote: true }),
      await order({ totalPkr: null }),
    ];
    const foreign = await order({ totalPkr: rupees(5000) }, other);
    const rules = [rule(over(1000)), rule({ kind: "note" }), rule({ kind: "new_customer" })];
    const counted = await countRuledOrders(ctx, rules, [large, noted, both, small, foreign]);
    expect(counted.orders).toBe(3);
    expect(counted.rules.map(({ condition, orders }) => [condition.kind, orders])).toEqual([
      ["value", 2],
      ["note", 2],
    ]);
  });
});

describe("with 100,000 orders in the shop", () => {
  it("reads no table whole, and at most the newest", { timeout: 120_000 }, async () => {
    await writeManyRows(database, [
      Prisma.sql`
        insert into "order" (shop_id, order_gid, name, state, total_pkr, units, has_note, lines, listed_at, updated_at)
        select ${large.shop.id}::uuid, 'gid://shopify/Order/many' || n, '#' || n, 'delivered', n % 40000, n % 9,
          n % 10 = 0, '[]'::jsonb, ${ctx.clock.now()}::timestamptz - n * interval '1 minute', now()
        from generate_series(1, 100000) as n`,
      Prisma.sql`vacuum analyze "order"`,
    ]);
    const rules = [rule(over(20_000)), rule({ kind: "note" }), rule({ kind: "tag", tag: "vip" })];
    const query = await ruleCountsQuery(large, rules);
    const { rows } = await database.pool.query<{ "QUERY PLAN": string }>(
      `explain ${query.text}`,
      query.values,
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).not.toMatch(/Seq Scan on "?order\b/);
    const counts = [...(await countRuleMatches(large, rules)).values()];
    expect(counts.map(({ known }) => known)).toEqual([MOST_COUNTED, MOST_COUNTED, 0]);
  });
});
