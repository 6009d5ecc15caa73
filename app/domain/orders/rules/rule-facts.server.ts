import { Prisma } from "@prisma/client";
import { cityKey } from "#app/domain/orders/customer/pakistan-cities.ts";
import type { CustomerPlan } from "#app/domain/orders/customer/plan-customer.ts";
import type { Answers } from "#app/domain/orders/placement/load-answers.server.ts";
import { planCustomerOf } from "#app/domain/orders/placement/plan-handoff.server.ts";
import type { ReadOrder } from "#app/domain/orders/reconcile/order-run.ts";
import { listedAtOf, totalPkrOf } from "#app/domain/orders/reconcile/to-order-facts.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { ProductGid } from "#app/platform/ids.ts";
import { findEarlierOrders } from "./find-earlier-orders.server.ts";
import type { OrderRuleFacts } from "./match-rules.ts";
import type { OrderRuleKind } from "./order-rule-kinds.ts";
import { hasNote, isAddressDoubtful, unitsOf } from "./rule-columns.ts";

/** What the rules look at in an order that is about to go; what takes a query is read only where a rule asks for it. */
export async function loadRuleFacts(order: ReadOrder, answers: Answers): Promise<OrderRuleFacts> {
  const { shopify } = order;
  const { rules } = answers;
  const plan = planCustomerOf(order, answers);
  const isAsked = (...kinds: OrderRuleKind[]) =>
    rules.some(({ condition }) => kinds.includes(condition.kind));
  const [productGids, history] = await Promise.all([
    isAsked("product") ? loadProducts(order) : [],
    isAsked("new_customer", "refused_customer") ? loadHistory(order, plan) : null,
  ]);
  return {
    totalPkr: totalPkrOf(shopify),
    units: unitsOf(shopify),
    cityKey: plan.kind === "ready" ? cityKey(plan.customer.city) : null,
    productGids: new Set(productGids),
    isNewCustomer: history && history.orders === 0,
    hasRefused: history && history.refused > 0,
    tags: shopify.tags,
    hasNote: hasNote(shopify),
    isAddressDoubtful: isAddressDoubtful(plan),
  };
}

/** Of a customer who cannot be sent as they are nothing is looked up: the order asks for them first. */
async function loadHistory({ ctx, record, shopify }: ReadOrder, plan: CustomerPlan) {
  if (plan.kind !== "ready") return null;
  const { phone } = plan.customer;
  const { test } = shopify;
  return findEarlierOrders(ctx, { phone, orderId: record.id, listedAt: listedAtOf(shopify), test });
}

/** The products of an order's lines, by what is stocked of them in any mode. */
async function loadProducts({ ctx, shopify }: ReadOrder): Promise<readonly ProductGid[]> {
  const variantGids = shopify.lines.flatMap(({ variantId }) => variantId ?? []);
  const rows = await queryRows<{ productGid: ProductGid }>(
    ctx.db,
    Prisma.sql`
    select distinct coalesce(link.product_gid, listing.product_gid) as "productGid"
    from stocked_item as item
    left join listing on listing.shop_id = item.shop_id and listing.id = item.listing_id
    left join variant_link as link on link.shop_id = item.shop_id and link.id = item.id
    where item.shop_id = ${ctx.shop.id}::uuid and item.variant_gid = any(${variantGids}::text[])
      and coalesce(link.product_gid, listing.product_gid) is not null`,
  );
  return rows.map(({ productGid }) => productGid);
}
