import type { OrderRule as OrderRuleRow } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type OrderRule, orderRuleConditionSchema } from "./order-rule.ts";

/** The rules of a shop that are on, the oldest first. */
export async function loadOrderRules({
  db,
  shop,
}: Pick<ShopContext, "db" | "shop">): Promise<readonly OrderRule[]> {
  const rows = await db.orderRule.findMany({
    where: { shopId: shop.id, enabled: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.flatMap((row) => toOrderRule(row) ?? []);
}

type RuleColumns = Pick<OrderRuleRow, "id" | "effect" | "kind" | "params">;

/** Null for what a version to come has written and this one cannot read. */
export function toOrderRule({ id, effect, kind, params }: RuleColumns): OrderRule | null {
  const { data: condition } = orderRuleConditionSchema.safeParse({ ...Object(params), kind });
  return condition ? { id, effect, condition } : null;
}
