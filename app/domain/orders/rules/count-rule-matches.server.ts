import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { OrderId, OrderRuleId } from "#app/platform/ids.ts";
import { loadConditionDeps } from "./load-condition-deps.server.ts";
import type { OrderRule } from "./order-rule.ts";
import { conditionSql } from "./rule-condition-sql.ts";

/** How many orders a rule would have touched, of those of which it is known. */
export type RuleCount = {
  readonly matched: number;
  readonly known: number;
  /** Of orders from then on it is known; null where it is of none. */
  readonly since: Date | null;
};

const DAY_MS = 24 * 60 * 60_000;
const COUNTED_DAYS = 90;
/** Of a shop with more the newest are counted. */
export const MOST_COUNTED = 20_000;

type CountedRules = Pick<ShopContext, "shop" | "crypto" | "db" | "clock">;
type CountedRule = Pick<OrderRule, "id" | "condition">;

/** Counts by what each order's row kept of it when it was last read: one walk over the newest orders for all rules. */
export async function countRuleMatches(
  ctx: CountedRules,
  rules: readonly CountedRule[],
): Promise<ReadonlyMap<OrderRuleId, RuleCount>> {
  if (rules.length === 0) return new Map();
  const query = await ruleCountsQuery(ctx, rules);
  const rows = await queryRows<RuleCount & { readonly id: OrderRuleId }>(ctx.db, query);
  return new Map(rows.map(({ id, ...count }) => [id, count]));
}

/** A row for each rule; at least one rule. */
export async function ruleCountsQuery(ctx: CountedRules, rules: readonly CountedRule[]): Promise<Prisma.Sql> {
  const deps = await loadDeps(ctx, rules);
  const counts = rules.map(({ id, condition }) => {
    const { isMatched, isKnown } = conditionSql(deps, condition);
    return Prisma.sql`select ${id}::text as id, count(*) filter (where ${isMatched})::int as matched,
      count(*) filter (where ${isKnown})::int as known, min(listed_at) filter (where ${isKnown}) as since
      from counted`;
  });
  const from = new Date(ctx.clock.now().getTime() - COUNTED_DAYS * DAY_MS);
  return Prisma.sql`
    with counted as materialized (
      select total_pkr, units, city_key, lines, customer_is_new, customer_refused, tags_hash, has_note,
        doubtful_address, listed_at
      from "order"
      where shop_id = ${ctx.shop.id}::uuid and listed_at >= ${from}::timestamptz and state <> 'not_ours'
      order by listed_at desc, id desc limit ${MOST_COUNTED})
    ${Prisma.join(counts, " union all ")}`;
}

function loadDeps(ctx: CountedRules, rules: readonly CountedRule[]) {
  return loadConditionDeps(
    ctx,
    rules.map(({ condition }) => condition),
  );
}

/** How many of some orders each rule matches by what is known of them, and how many at least one of them does. */
type RuledOrders = {
  readonly orders: number;
  readonly rules: readonly (CountedRule & { readonly orders: number })[];
};

export async function countRuledOrders(
  ctx: CountedRules,
  rules: readonly CountedRule[],
  orderIds: readonly OrderId[],
): Promise<RuledOrders> {
  if (rules.length === 0 || orderIds.length === 0) return { orders: 0, rules: [] };
  const deps = await loadDeps(ctx, rules);
  const matches = rules.map(({ condition }) => conditionSql(deps, condition).isMatched);
  const [row] = await queryRows<{ readonly counts: number[]; readonly orders: number }>(
    ctx.db,
    Prisma.sql`
    select array[${Prisma.join(matches.map((is) => Prisma.sql`count(*) filter (where ${is})::int`))}] as counts,
      count(*) filter (where ${Prisma.join(
        matches.map((is) => Prisma.sql`coalesce(${is}, false)`),
        " or ",
      )})::int as orders
    from "order" where shop_id = ${ctx.shop.id}::uuid and id = any(${[...orderIds]}::uuid[])`,
  );
  const counted = rules.map((rule, index) => ({ ...rule, orders: row?.counts[index] ?? 0 }));
  return { orders: row?.orders ?? 0, rules: counted.filter(({ orders }) => orders > 0) };
}
