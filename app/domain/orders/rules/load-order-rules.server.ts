import { type OrderRule as OrderRuleRow, Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { type OrderRule, orderRuleConditionSchema } from "./order-rule.ts";

export type OrderRuleColumns = Pick<OrderRuleRow, "id" | "effect" | "kind" | "params">;

/** The rules of a shop that are on, the oldest first. */
export async function loadOrderRules({
  db,
  shop,
}: Pick<ShopContext, "db" | "shop">): Promise<readonly OrderRule[]> {
  return toOrderRules(await queryRows<OrderRuleColumns>(db, orderRulesQuery(shop.id)));
}

export function orderRulesQuery(shopId: ShopId): Prisma.Sql {
  return Prisma.sql`
    select id, effect, kind, params from order_rule
    where shop_id = ${shopId}::uuid and enabled order by created_at, id`;
}

export function toOrderRules(rows: readonly OrderRuleColumns[]): readonly OrderRule[] {
  return rows.flatMap((row) => toOrderRule(row) ?? []);
}

/** Null for what a version to come has written and this one cannot read. */
export function toOrderRule({ id, effect, kind, params }: OrderRuleColumns): OrderRule | null {
  const { data: condition } = orderRuleConditionSchema.safeParse({ ...Object(params), kind });
  return condition ? { id, effect, condition } : null;
}
