import { countOf } from "#app/domain/messages/count-of.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { type HoldParams, text } from "./hold-sentences.ts";

type RuleWords = (params: HoldParams) => string;

/** What rules look for, a few words each, as they stand in a list or after "holds orders". */
const RULE_WORDS: Readonly<Record<string, RuleWords>> = {
  value: ({ overPkr }) => `over ${typeof overPkr === "number" ? formatRupees(overPkr) : "a sum"}`,
  quantity: ({ overUnits }) =>
    `of more than ${typeof overUnits === "number" ? countOf(overUnits, "piece", "pieces") : "some pieces"}`,
  city: (p) => `to ${text(p, "city", "a city")}`,
  product: (p) => `with “${text(p, "title", "a product")}”`,
  new_customer: () => "from a new customer",
  refused_customer: () => "from a customer who refused a parcel",
  tag: (p) => `tagged “${text(p, "tag", "a tag")}”`,
  note: () => "with a note",
  doubtful_address: () => "with a doubtful address",
};

/** "over Rs 20,000": what a rule looks for, from its kind and its limit. */
export function ruleInWords(rule: HoldParams): string {
  return RULE_WORDS[text(rule, "kind", "")]?.(rule) ?? "of a kind not known here";
}

/** "over Rs 20,000; to Karachi": the rules that a hold names; "" where it names none. */
export function rulesInWords({ rules }: HoldParams): string {
  if (!Array.isArray(rules)) return "";
  return rules.map((rule) => ruleInWords(Object(rule))).join("; ");
}
