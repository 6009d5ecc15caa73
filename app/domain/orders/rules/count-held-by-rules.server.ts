import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { ruleInWords } from "#app/domain/messages/holds/rule-words.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { countRuledOrders } from "./count-rule-matches.server.ts";
import { loadOrderRules } from "./load-order-rules.server.ts";

export type HeldByRules = {
  readonly orders: number;
  /** "over Rs 20,000; to Karachi": the rules that match at least one of them. */
  readonly words: string;
};

/** Of some orders: those that a rule would hold if they went by themselves, by what is known of them; null for none. */
export async function countHeldByRules(
  ctx: ShopContext,
  orderIds: readonly OrderId[],
): Promise<HeldByRules | null> {
  const rules = (await loadOrderRules(ctx)).filter(({ effect }) => effect === "hold");
  const counted = await countRuledOrders(ctx, rules, orderIds);
  if (counted.orders === 0) return null;
  const words = counted.rules.map(({ condition }) => ruleInWords(condition)).join("; ");
  return { orders: counted.orders, words };
}
