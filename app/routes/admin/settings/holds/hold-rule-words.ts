import { countOf } from "#app/domain/messages/count-of.ts";
import { ruleInWords } from "#app/domain/messages/holds/rule-words.ts";
import type { OrderRuleCondition } from "#app/domain/orders/rules/order-rule.ts";
import type { OrderRuleEffect, OrderRuleKind } from "#app/domain/orders/rules/order-rule-kinds.ts";
import { formatDate } from "#app/platform/time/format-time.ts";

type KindWords = {
  readonly label: string;
  /** What such a rule looks at, where its label leaves that open. */
  readonly help?: string;
  /** What is asked for; left out where nothing is. */
  readonly limit?: {
    readonly label: string;
    readonly help?: string;
    readonly prefix?: string;
    readonly suffix?: string;
    readonly isNumber?: true;
  };
};

/** What the form of a rule says of each kind. */
export const KIND_WORDS: Readonly<Record<OrderRuleKind, KindWords>> = {
  value: {
    label: "Value of the order",
    limit: { label: "Over", prefix: "Rs", isNumber: true, help: "The whole order, with delivery." },
  },
  quantity: {
    label: "Number of pieces",
    limit: { label: "More than", suffix: "pieces", isNumber: true },
  },
  city: { label: "City", limit: { label: "City it goes to" } },
  product: {
    label: "Product",
    limit: { label: "Product", help: "Its name in your store, or a part of it." },
  },
  new_customer: {
    label: "New customer",
    help: "No earlier order with the supplier's goods that Karwan still keeps has this phone number.",
  },
  refused_customer: {
    label: "Customer who refused a parcel",
    help: "A parcel of an earlier order that Karwan still keeps, to this phone number, was refused at the door.",
  },
  tag: { label: "Tag", limit: { label: "Tag of the order in Shopify" } },
  note: { label: "Note", help: "The customer, or somebody in Shopify, wrote a note on the order." },
  doubtful_address: {
    label: "Doubtful address",
    help: "The address is shorter than 15 letters, or the phone is a landline.",
  },
};

/** What chooses the kind of a rule. */
export const RULE_LABELS: Readonly<Record<OrderRuleEffect, string>> = {
  hold: "Hold orders by",
  confirm: "Have orders confirmed by",
};

/** "Orders over Rs 20,000". */
export function ruleTitle(condition: OrderRuleCondition): string {
  return `Orders ${ruleInWords(condition)}`;
}

const WAITS: Readonly<Record<OrderRuleEffect, string>> = {
  hold: "waits until you place or cancel it",
  confirm: "waits until its customer has confirmed it, where cash is collected for it",
};

/** What a rule will do next. */
export function ruleEffect(
  condition: OrderRuleCondition,
  { enabled, effect }: { readonly enabled: boolean; readonly effect: OrderRuleEffect },
): string {
  const words = ruleInWords(condition);
  return enabled ? `The next order ${words} ${WAITS[effect]}.` : `Off: orders ${words} go by themselves.`;
}

/** The limit as a form shows it. */
export function limitOf(condition: OrderRuleCondition): string {
  switch (condition.kind) {
    case "value":
      return String(condition.overPkr);
    case "quantity":
      return String(condition.overUnits);
    case "city":
      return condition.city;
    case "product":
      return condition.title;
    case "tag":
      return condition.tag;
    default:
      return "";
  }
}

type ShownCount = { readonly matched: number; readonly known: number; readonly since: string | null };

const TOUCHED: Readonly<Record<OrderRuleEffect, string>> = { hold: "held", confirm: "asked about" };

type CountInput = {
  readonly effect: OrderRuleEffect;
  readonly timezone: string;
  readonly mostCounted: number;
};

/** How many orders a rule would have touched, and since when that is known. */
export function countWords(
  { matched, known, since }: ShownCount,
  { effect, timezone, mostCounted }: CountInput,
): string {
  if (known === 0 || since === null)
    return "Of earlier orders this is not known. Orders are counted from now on.";
  const orders = countOf(known, "order", "orders");
  const newest = known >= mostCounted ? "the newest " : "";
  return `Would have ${TOUCHED[effect]} ${matched.toLocaleString("en-US")} of ${newest}${orders} known since ${formatDate(since, timezone)}.`;
}
