import type { Answers } from "#app/domain/orders/placement/load-answers.server.ts";
import type { Hold, ReadOrder } from "#app/domain/orders/reconcile/order-run.ts";
import type { ShopifyFulfillmentOrder } from "#app/shopify/order.ts";
import { goesByItself } from "./goes-by-itself.ts";
import { matchRules } from "./match-rules.ts";
import type { OrderRule } from "./order-rule.ts";
import { toPlacingTimes } from "./placing-times.ts";
import { planWait } from "./plan-wait.ts";
import { loadRuleFacts } from "./rule-facts.server.ts";

export type RuledUnits = {
  readonly answers: Answers;
  /** What is about to go in one request. */
  readonly fulfillmentOrders: readonly ShopifyFulfillmentOrder[];
};

/** What keeps an order back that is about to go by itself; with the time at which it ends by itself, if it does. */
export type PlacingStop = { readonly hold: Hold; readonly until: Date | null };

/**
 * What the merchant's rules and times keep of an order that is about to go by itself. A person's press and a request made
 * in Shopify are decisions about this order: nothing of it keeps them.
 */
export async function findPlacingStop(order: ReadOrder, units: RuledUnits): Promise<PlacingStop | null> {
  if (!goesByItself(order.record, units.fulfillmentOrders)) return null;
  const held = toRuleHold(await matchOrder(order, units.answers));
  return held ? { hold: held, until: null } : findWait(order);
}

/** The merchant's rules that match an order. */
export async function matchOrder(order: ReadOrder, answers: Answers): Promise<readonly OrderRule[]> {
  return answers.rules.length === 0 ? [] : matchRules(answers.rules, await loadRuleFacts(order, answers));
}

/** One hold for all the rules that hold an order, by their kinds and limits; null where none of them does. */
function toRuleHold(matched: readonly OrderRule[]): Hold | null {
  const holding = matched.filter(({ effect }) => effect === "hold");
  if (holding.length === 0) return null;
  const rules = holding.map(({ id, condition }) => ({ id, ...condition }));
  return { code: "held_by_rule", params: { rules } };
}

function findWait({ ctx, shopify }: ReadOrder): PlacingStop | null {
  const { shop, clock } = ctx;
  const orderedAt = new Date(shopify.createdAt);
  const times = toPlacingTimes(shop);
  const wait = planWait({ now: clock.now(), orderedAt, timezone: shop.timezone, times });
  if (wait === null) return null;
  const { code, until } = wait;
  return { hold: { code, params: { until: until.toISOString() } }, until };
}
