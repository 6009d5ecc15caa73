import type { Rupees } from "#app/domain/money/rupees.ts";
import type { ProductGid } from "#app/platform/ids.ts";
import type { OrderRule, OrderRuleCondition } from "./order-rule.ts";
import { tagKey } from "./tag-key.ts";

/** What rules look at in one order; null where it is not known. */
export type OrderRuleFacts = {
  /** The whole order. */
  readonly totalPkr: Rupees | null;
  /** Pieces to be shipped. */
  readonly units: number | null;
  /** The known city it goes to, by its key. */
  readonly cityKey: string | null;
  /** Products of it that are linked to the supplier's. */
  readonly productGids: ReadonlySet<ProductGid>;
  /** No earlier order of ours whose customer is kept has this phone. */
  readonly isNewCustomer: boolean | null;
  /** A parcel of such an order was refused. */
  readonly hasRefused: boolean | null;
  readonly tags: readonly string[];
  /** The customer or the merchant wrote a note. */
  readonly hasNote: boolean | null;
  readonly isAddressDoubtful: boolean | null;
};

/** The rules that match an order, in their order. What is not known matches nothing. */
export function matchRules(rules: readonly OrderRule[], facts: OrderRuleFacts): readonly OrderRule[] {
  return rules.filter(({ condition }) => isMatched(condition, facts));
}

function isMatched(condition: OrderRuleCondition, facts: OrderRuleFacts): boolean {
  switch (condition.kind) {
    case "value":
      return facts.totalPkr !== null && facts.totalPkr > condition.overPkr;
    case "quantity":
      return facts.units !== null && facts.units > condition.overUnits;
    case "city":
      return facts.cityKey === condition.cityKey;
    case "product":
      return facts.productGids.has(condition.productGid);
    case "new_customer":
      return facts.isNewCustomer === true;
    case "refused_customer":
      return facts.hasRefused === true;
    case "tag":
      return facts.tags.some((tag) => tagKey(tag) === tagKey(condition.tag));
    case "note":
      return facts.hasNote === true;
    case "doubtful_address":
      return facts.isAddressDoubtful === true;
  }
}
