import {
  changeOrderRule,
  createOrderRule,
  MOST_RULES,
  type OrderRuleResult,
  removeOrderRule,
} from "#app/domain/orders/rules/change-order-rules.server.ts";
import type { Visit } from "#app/routes/admin/require-shop.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import type { HoldsForm } from "./holds-form.ts";

/** One form, one use case. */
export async function doHolds({ ctx, by }: Visit, form: HoldsForm): Promise<ActionAnswer> {
  switch (form.intent) {
    case "add": {
      const draft = { kind: form.kind, limit: form.choice ?? form.limit };
      return toAnswer(await createOrderRule(ctx, { effect: form.effect, draft, by }), "Added");
    }
    case "change": {
      const draft = { kind: form.kind, limit: form.choice ?? form.limit };
      return toAnswer(await changeOrderRule(ctx, { id: form.id, draft, by }), "Saved");
    }
    case "switch": {
      const enabled = form.enabled === "true";
      const changed = await changeOrderRule(ctx, { id: form.id, enabled, by });
      return toAnswer(changed, enabled ? "Switched on" : "Switched off");
    }
    case "remove":
      return toAnswer(await removeOrderRule(ctx, { id: form.id, by }), "Removed");
  }
}

function toAnswer(result: OrderRuleResult, done: string): ActionAnswer {
  if (result.ok) return { ok: true, done };
  switch (result.reason) {
    case "limit_missing":
      return wrongLimit("Fill this in.");
    case "limit_not_whole":
      return wrongLimit("A whole number above 0.");
    case "limit_too_large":
      return wrongLimit("No order is that large.");
    case "tag_too_long":
      return wrongLimit("A tag in Shopify has at most 255 letters.");
    case "city_unknown":
      return {
        ...wrongLimit("This is not a city we know."),
        choices: result.suggestions.map((city) => ({ value: city, label: city })),
      };
    case "product_unknown":
      return wrongLimit("No product that is linked to the supplier is called so.");
    case "product_ambiguous":
      return {
        ...wrongLimit("Several products are called so. Choose one, or type more of its name."),
        choices: result.products.map(({ productGid, title }) => ({ value: productGid, label: title })),
      };
    case "already_there":
      return { ok: false, reason: "There is such a rule already." };
    case "too_many_rules":
      return {
        ok: false,
        reason: `There are ${MOST_RULES} rules already.`,
        detail: "Remove one first, or change one.",
      };
    case "gone":
      return { ok: false, reason: "This rule was removed meanwhile.", gone: true };
  }
}

function wrongLimit(error: string): Extract<ActionAnswer, { ok: false }> {
  return { ok: false, reason: "The rule is not saved.", errors: { limit: error } };
}
