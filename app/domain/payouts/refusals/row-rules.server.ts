import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { cityKey } from "#app/domain/orders/customer/pakistan-cities.ts";
import { createOrderRule } from "#app/domain/orders/rules/change-order-rules.server.ts";
import { toOrderRule } from "#app/domain/orders/rules/load-order-rules.server.ts";
import type { OrderRuleCondition } from "#app/domain/orders/rules/order-rule.ts";
import type { OrderRuleDraft } from "#app/domain/orders/rules/order-rule-draft.ts";
import type { RuleRefusal } from "#app/domain/orders/rules/read-draft.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { ProductGid } from "#app/platform/ids.ts";
import type { RefusalSubject } from "./refusal-row.ts";

export const ruledSubjects = ["city", "product"] as const satisfies readonly RefusalSubject[];

/** What rules can hold orders by. */
export type RuledSubject = (typeof ruledSubjects)[number];

/** A merchant's rule that holds orders like those of a row. */
export type RowRule = {
  /** What it names: the city, or each product of the shop that is this one of the supplier's. */
  readonly names: readonly string[];
  readonly state: "none" | "on" | "off";
};

/** The rules of rows, by a row's key; a row that no rule can be made of is missing. */
export async function findRowRules(
  ctx: ShopContext,
  by: RefusalSubject,
  keys: readonly (string | null)[],
): Promise<ReadonlyMap<string, RowRule>> {
  if (!isRuled(by)) return new Map();
  const [wanted, existing] = await Promise.all([
    listWanted(
      ctx,
      by,
      keys.flatMap((key) => key ?? []),
    ),
    loadExisting(ctx),
  ]);
  return new Map(
    [...wanted].map(([key, rules]) => {
      const names = rules.map(({ name }) => name);
      return [key, { names, state: stateOf(rules.map(({ ruleKey }) => existing.get(ruleKey))) }];
    }),
  );
}

function isRuled(by: RefusalSubject): by is RuledSubject {
  return ruledSubjects.some((subject) => subject === by);
}

function stateOf(enabled: readonly (boolean | undefined)[]): RowRule["state"] {
  if (enabled.includes(undefined)) return "none";
  return enabled.includes(false) ? "off" : "on";
}

type HoldOrdersLikeInput = { readonly subject: RuledSubject; readonly key: string; readonly by: string };

export type HoldOrdersLikeResult =
  | { readonly ok: true; readonly names: readonly string[] }
  | ({ readonly ok: false } & RuleRefusal);

/** Makes the rules that hold orders like those of a row; what is held by one already stays so. */
export async function holdOrdersLike(
  ctx: ShopContext,
  { subject, key, by }: HoldOrdersLikeInput,
): Promise<HoldOrdersLikeResult> {
  const rules = (await listWanted(ctx, subject, [key])).get(key) ?? [];
  if (rules.length === 0) return { ok: false, reason: "product_unknown" };
  for (const { draft } of rules) {
    const made = await createOrderRule(ctx, { effect: "hold", draft, by });
    if (!made.ok && made.reason !== "already_there") return made;
  }
  return { ok: true, names: rules.map(({ name }) => name) };
}

type WantedRule = { readonly draft: OrderRuleDraft; readonly name: string; readonly ruleKey: string };

async function listWanted(
  ctx: ShopContext,
  by: RuledSubject,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly WantedRule[]>> {
  if (by === "city") return new Map(keys.map((city) => [city, [toCityRule(city)]]));
  const products = await findProducts(ctx, keys);
  return Map.groupBy(
    products.map((product) => ({ ...product, ...toProductRule(product) })),
    ({ variantId }) => variantId,
  );
}

function toCityRule(city: string): WantedRule {
  return { draft: { kind: "city", limit: city }, name: city, ruleKey: `city ${cityKey(city)}` };
}

function toProductRule({ productGid, title }: LinkedProduct): WantedRule {
  return { draft: { kind: "product", limit: productGid }, name: title, ruleKey: `product ${productGid}` };
}

type LinkedProduct = { readonly variantId: string; readonly productGid: ProductGid; readonly title: string };

/** The shop's products that hold these variants of the supplier's now. */
async function findProducts(
  ctx: ShopContext,
  variantIds: readonly string[],
): Promise<readonly LinkedProduct[]> {
  const mode = ctx.connection?.mode ?? "live";
  return queryRows<LinkedProduct>(
    ctx.db,
    Prisma.sql`
    select distinct component.supplier_variant_id as "variantId",
      coalesce(link.product_gid, listing.product_gid) as "productGid", coalesce(mapping.title, listing.title) as title
    from stocked_component as component
      join stocked_item as item on item.shop_id = component.shop_id and item.id = component.item_id
      left join listing on listing.shop_id = item.shop_id and listing.id = item.listing_id
      left join variant_link as link on link.shop_id = item.shop_id and link.id = item.id
      left join product_mapping as mapping on mapping.shop_id = link.shop_id and mapping.product_gid = link.product_gid
        and mapping.mode = component.mode
    where component.shop_id = ${ctx.shop.id}::uuid and component.mode = ${mode}
      and component.supplier_variant_id = any(${[...variantIds]}::text[])
      and coalesce(mapping.title, listing.title) is not null
      and coalesce(link.product_gid, listing.product_gid) is not null`,
  );
}

/** Whether each rule that holds by city or product is on, by what it names. */
async function loadExisting({ db, shop }: ShopContext): Promise<ReadonlyMap<string, boolean>> {
  const rows = await db.orderRule.findMany({
    where: { shopId: shop.id, effect: "hold", kind: { in: [...ruledSubjects] } },
  });
  return new Map(
    rows.flatMap((row) => {
      const rule = toOrderRule(row);
      return rule ? [[keyOf(rule.condition), row.enabled] as const] : [];
    }),
  );
}

function keyOf(condition: OrderRuleCondition): string {
  if (condition.kind === "city") return `city ${condition.cityKey}`;
  return condition.kind === "product" ? `product ${condition.productGid}` : condition.kind;
}
