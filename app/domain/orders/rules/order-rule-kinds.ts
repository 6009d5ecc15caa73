/** What a rule does with an order that it matches: a person places it, or its customer confirms it first. */
export const orderRuleEffects = ["hold", "confirm"] as const;
export type OrderRuleEffect = (typeof orderRuleEffects)[number];

/** What of an order a rule looks at. */
export const orderRuleKinds = [
  "value",
  "quantity",
  "city",
  "product",
  "new_customer",
  "refused_customer",
  "tag",
  "note",
  "doubtful_address",
] as const;
export type OrderRuleKind = (typeof orderRuleKinds)[number];
