import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ruleInWords } from "#app/domain/messages/holds/rule-words.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { matchRules, type OrderRuleFacts } from "#app/domain/orders/rules/match-rules.ts";
import {
  type OrderRule,
  type OrderRuleCondition,
  orderRuleConditionSchema,
} from "#app/domain/orders/rules/order-rule.ts";
import { orderRuleKinds } from "#app/domain/orders/rules/order-rule-kinds.ts";
import type { ProductGid } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";

const products = ["gid://shopify/Product/1", "gid://shopify/Product/2"].map((gid) => asId<ProductGid>(gid));
const cities = ["lahore", "karachi"];
const tags = ["vip", "check"];
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const someFacts: fc.Arbitrary<OrderRuleFacts> = fc.record({
  totalPkr: maybe(fc.integer({ min: 0, max: 100 }).map(rupees)),
  units: maybe(fc.integer({ min: 0, max: 20 })),
  cityKey: maybe(fc.constantFrom(...cities)),
  productGids: fc.uniqueArray(fc.constantFrom(...products)).map((gids) => new Set(gids)),
  isNewCustomer: maybe(fc.boolean()),
  hasRefused: maybe(fc.boolean()),
  tags: fc.uniqueArray(fc.constantFrom(...tags, "VIP ", "Check")),
  hasNote: maybe(fc.boolean()),
  isAddressDoubtful: maybe(fc.boolean()),
});

const someCondition: fc.Arbitrary<OrderRuleCondition> = fc.oneof(
  fc.integer({ min: 1, max: 100 }).map((over) => ({ kind: "value" as const, overPkr: rupees(over) })),
  fc.integer({ min: 1, max: 20 }).map((overUnits) => ({ kind: "quantity" as const, overUnits })),
  fc.constantFrom(...cities).map((key) => ({ kind: "city" as const, city: key, cityKey: key })),
  fc.constantFrom(...products).map((productGid) => ({ kind: "product" as const, productGid, title: "Pot" })),
  fc.constantFrom(...tags).map((tag) => ({ kind: "tag" as const, tag })),
  fc
    .constantFrom("new_customer", "refused_customer", "note", "doubtful_address")
    .map((kind) => ({ kind }) as OrderRuleCondition),
);

const someRules: fc.Arbitrary<readonly OrderRule[]> = fc.array(
  fc.record({
    id: fc.uuid().map((id) => asId<OrderRule["id"]>(id)),
    effect: fc.constantFrom("hold" as const, "confirm" as const),
    condition: someCondition,
  }),
);

const nothingKnown: OrderRuleFacts = {
  ...{ totalPkr: null, units: null, cityKey: null, isNewCustomer: null, hasRefused: null },
  ...{ hasNote: null, isAddressDoubtful: null, productGids: new Set(), tags: [] },
};

describe("matching rules", () => {
  it("decides each rule by itself, and keeps their order", () => {
    fc.assert(
      fc.property(someRules, someFacts, (rules, facts) => {
        const alone = rules.filter((rule) => matchRules([rule], facts).length === 1);
        expect(matchRules(rules, facts)).toEqual(alone);
      }),
    );
  });

  it("matches nothing by what is not known", () => {
    fc.assert(
      fc.property(someRules, (rules) => {
        expect(matchRules(rules, nothingKnown)).toEqual([]);
      }),
    );
  });

  it("matches more the lower a limit is", () => {
    fc.assert(
      fc.property(someRules, someFacts, fc.nat({ max: 20 }), (rules, facts, by) => {
        const lowered = rules.map((rule) => ({ ...rule, condition: lower(rule.condition, by) }));
        const ids = (matched: readonly OrderRule[]) => matched.map(({ id }) => id);
        expect(ids(matchRules(lowered, facts))).toEqual(
          expect.arrayContaining(ids(matchRules(rules, facts))),
        );
      }),
    );
  });

  it("takes a sum or a number that is just the limit as below it", () => {
    const rules = [
      rule({ kind: "value", overPkr: rupees(20_000) }),
      rule({ kind: "quantity", overUnits: 3 }),
    ];
    const at = { ...nothingKnown, totalPkr: rupees(20_000), units: 3 };
    expect(matchRules(rules, at)).toEqual([]);
    expect(matchRules(rules, { ...at, totalPkr: rupees(20_001), units: 4 })).toEqual(rules);
  });

  it("reads back what it stores, and says it in words", () => {
    fc.assert(
      fc.property(someCondition, (condition) => {
        const stored: unknown = JSON.parse(JSON.stringify(condition));
        expect(orderRuleConditionSchema.parse(stored)).toEqual(condition);
        expect(ruleInWords(condition)).not.toMatch(/not known|undefined|NaN/);
      }),
    );
  });

  it.each(orderRuleKinds)("%s reads even when its limit is missing", (kind) => {
    expect(ruleInWords({ kind })).toMatch(/^[a-z].*[^.]$/);
    expect(ruleInWords({ kind })).not.toMatch(/undefined|null|NaN|not known/);
  });
});

function rule(condition: OrderRuleCondition): OrderRule {
  return { id: asId("0"), effect: "hold", condition };
}

function lower(condition: OrderRuleCondition, by: number): OrderRuleCondition {
  if (condition.kind === "value")
    return { ...condition, overPkr: rupees(Math.max(1, condition.overPkr - by)) };
  if (condition.kind === "quantity")
    return { ...condition, overUnits: Math.max(1, condition.overUnits - by) };
  return condition;
}
