import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { OrderRuleId } from "#app/platform/ids.ts";
import { MOST_RULES } from "./change-order-rules.server.ts";
import { countRuleMatches, MOST_COUNTED, type RuleCount } from "./count-rule-matches.server.ts";
import { listVariants } from "./load-condition-deps.server.ts";
import { toOrderRule } from "./load-order-rules.server.ts";
import type { OrderRuleCondition } from "./order-rule.ts";
import type { OrderRuleEffect } from "./order-rule-kinds.ts";

export type RuleOnPage = {
  readonly id: OrderRuleId;
  readonly condition: OrderRuleCondition;
  readonly enabled: boolean;
  readonly count: RuleCount;
  /** It names a product of which nothing is stocked by us any more, so that it matches nothing. */
  readonly isProductGone: boolean;
  /** Who last changed it, or made it, and when. */
  readonly by: string;
  readonly at: Date;
};

type RulesPage = {
  readonly rules: readonly RuleOnPage[];
  /** No more rules can be added. */
  readonly isFull: boolean;
  /** The newest so many orders are counted, at most. */
  readonly mostCounted: number;
};

/** The rules of one effect, on and off, the oldest first, with how many orders each would have touched. */
export async function getRulesPage(ctx: ShopContext, effect: OrderRuleEffect): Promise<RulesPage> {
  const { db, shop } = ctx;
  const all = await db.orderRule.findMany({
    where: { shopId: shop.id },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const rows = all.filter((row) => row.effect === effect);
  const rules = rows.flatMap((row) => toOrderRule(row) ?? []);
  const productGids = rules.flatMap(({ condition }) =>
    condition.kind === "product" ? [condition.productGid] : [],
  );
  const [counts, stocked] = await Promise.all([
    countRuleMatches(ctx, rules),
    productGids.length > 0 ? listVariants(ctx, productGids) : [],
  ]);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const stockedGids = new Set(stocked.map(({ productGid }) => productGid));
  return {
    rules: rules.flatMap(({ id, condition }) => {
      const row = rowOf.get(id);
      if (!row) return [];
      const isProductGone = condition.kind === "product" && !stockedGids.has(condition.productGid);
      const count = counts.get(id) ?? { matched: 0, known: 0, since: null };
      const [by, at] = [row.changedBy ?? row.createdBy, row.changedAt ?? row.createdAt];
      return [{ id, condition, enabled: row.enabled, count, isProductGone, by, at }];
    }),
    isFull: all.length >= MOST_RULES,
    mostCounted: MOST_COUNTED,
  };
}
