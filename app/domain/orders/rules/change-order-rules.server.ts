import type { Prisma } from "@prisma/client";
import { commitWithWork } from "#app/domain/connection/commit-with-work.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { FactCode } from "#app/domain/messages/timeline/fact-codes.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { OrderRuleId } from "#app/platform/ids.ts";
import { toOrderRule } from "./load-order-rules.server.ts";
import type { OrderRuleCondition } from "./order-rule.ts";
import type { OrderRuleDraft } from "./order-rule-draft.ts";
import type { OrderRuleEffect } from "./order-rule-kinds.ts";
import { type RuleRefusal, readDraft } from "./read-draft.server.ts";
import { tagKey } from "./tag-key.ts";

/** So many rules are read with each order that goes by itself. */
export const MOST_RULES = 50;

export type OrderRuleResult =
  | { readonly ok: true; readonly id: OrderRuleId }
  /** Nothing was changed. */
  | ({ readonly ok: false } & RuleRefusal);

type CreateOrderRuleInput = {
  readonly effect: OrderRuleEffect;
  readonly draft: OrderRuleDraft;
  readonly by: string;
};

/** Adds a rule that is on from now on; orders that wait are looked at again. */
export async function createOrderRule(
  ctx: ShopContext,
  { effect, draft, by }: CreateOrderRuleInput,
): Promise<OrderRuleResult> {
  const read = await readDraft(ctx, draft);
  if (!read.ok) return read;
  const shopId = ctx.shop.id;
  return changeRules(ctx, async (tx) => {
    const rules = await tx.orderRule.findMany({ where: { shopId }, select: ruleKey });
    if (rules.length >= MOST_RULES) return { ok: false, reason: "too_many_rules" };
    if (rules.some((rule) => isSame(rule, effect, read.condition))) return ALREADY_THERE;
    const createdAt = ctx.clock.now();
    const { id } = await tx.orderRule.create({
      data: { shopId, effect, ...toColumns(read.condition), createdBy: by, createdAt },
      select: { id: true },
    });
    await recordRuleFact(ctx, tx, { code: "rule_added", by, params: { effect, ...read.condition } });
    return { ok: true, id };
  });
}

type ChangeOrderRuleInput = {
  readonly id: OrderRuleId;
  readonly by: string;
  /** What is left out stays as it is. */
  readonly draft?: OrderRuleDraft;
  readonly enabled?: boolean;
};

/** Changes what a rule looks for, or switches it on or off. Orders it holds, and others that wait, are looked at again. */
export async function changeOrderRule(
  ctx: ShopContext,
  { id, by, draft, enabled }: ChangeOrderRuleInput,
): Promise<OrderRuleResult> {
  const read = draft && (await readDraft(ctx, draft));
  if (read && !read.ok) return read;
  const where = { shopId_id: { shopId: ctx.shop.id, id } };
  return changeRules(ctx, async (tx) => {
    const rules = await tx.orderRule.findMany({ where: { shopId: ctx.shop.id }, select: ruleKey });
    const rule = rules.find((each) => each.id === id);
    if (!rule) return GONE;
    const others = rules.filter((each) => each.id !== id);
    if (read && others.some((other) => isSame(other, rule.effect, read.condition))) return ALREADY_THERE;
    const changed = { ...(read && toColumns(read.condition)), ...(enabled !== undefined && { enabled }) };
    const changedAt = ctx.clock.now();
    await tx.orderRule.update({ where, data: { ...changed, changedBy: by, changedAt } });
    const state = enabled === undefined ? {} : { enabled };
    const fact = { ...toFactParams(rule), ...read?.condition, ...state };
    await recordRuleFact(ctx, tx, { code: "rule_changed", by, params: fact });
    return { ok: true, id };
  });
}

/** Takes a rule away; the orders it held go on by themselves, unless something else holds them. */
export async function removeOrderRule(
  ctx: ShopContext,
  { id, by }: { readonly id: OrderRuleId; readonly by: string },
): Promise<OrderRuleResult> {
  return changeRules(ctx, async (tx) => {
    const rules = await tx.orderRule.findMany({ where: { shopId: ctx.shop.id, id }, select: ruleKey });
    const [rule] = rules;
    if (!rule) return GONE;
    await tx.orderRule.delete({ where: { shopId_id: { shopId: ctx.shop.id, id } } });
    await recordRuleFact(ctx, tx, { code: "rule_removed", by, params: toFactParams(rule) });
    return { ok: true, id };
  });
}

const ALREADY_THERE = { ok: false, reason: "already_there" } as const;
const GONE = { ok: false, reason: "gone" } as const;

const ruleKey = {
  id: true,
  effect: true,
  kind: true,
  params: true,
} as const satisfies Prisma.OrderRuleSelect;
type RuleRow = Prisma.OrderRuleGetPayload<{ select: typeof ruleKey }>;

/** One change at a time in a shop, so that two at once make neither a rule too many nor one twice. */
async function changeRules(
  ctx: ShopContext,
  change: (tx: Prisma.TransactionClient) => Promise<OrderRuleResult>,
): Promise<OrderRuleResult> {
  return commitWithWork(ctx, [{ kind: "orders.reconcileWaiting", subject: "shop" }], async (tx) => {
    await tx.$queryRaw`select 1 from shop where id = ${ctx.shop.id}::uuid for no key update`;
    return change(tx);
  });
}

function toColumns({ kind, ...params }: OrderRuleCondition) {
  return { kind, params };
}

function toFactParams(rule: RuleRow): Prisma.InputJsonObject {
  return { effect: rule.effect, kind: rule.kind, ...toOrderRule(rule)?.condition };
}

function isSame(rule: RuleRow, effect: OrderRuleEffect, condition: OrderRuleCondition): boolean {
  const known = toOrderRule(rule);
  return known !== null && rule.effect === effect && keyOf(known.condition) === keyOf(condition);
}

/** What two conditions share that are the same; names of cities and products may have changed since. */
function keyOf(condition: OrderRuleCondition): string {
  switch (condition.kind) {
    case "value":
      return `value ${condition.overPkr}`;
    case "quantity":
      return `quantity ${condition.overUnits}`;
    case "city":
      return `city ${condition.cityKey}`;
    case "product":
      return `product ${condition.productGid}`;
    case "tag":
      return `tag ${tagKey(condition.tag)}`;
    case "new_customer":
    case "refused_customer":
    case "note":
    case "doubtful_address":
      return condition.kind;
  }
}

type RuleFact = {
  readonly code: Extract<FactCode, "rule_added" | "rule_changed" | "rule_removed">;
  readonly by: string;
  readonly params: Prisma.InputJsonObject;
};

async function recordRuleFact(ctx: ShopContext, tx: Prisma.TransactionClient, fact: RuleFact): Promise<void> {
  const { shop, clock } = ctx;
  await recordFact(tx, ctx, { thing: "shop", thingId: shop.id, actor: "person", ...fact, at: clock.now() });
}
