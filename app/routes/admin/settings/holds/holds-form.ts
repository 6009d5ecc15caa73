import { z } from "zod";
import { orderRuleDraftSchema } from "#app/domain/orders/rules/order-rule-draft.ts";
import { orderRuleEffects } from "#app/domain/orders/rules/order-rule-kinds.ts";
import { toOrderRuleId } from "#app/platform/ids.ts";

/** What was pressed instead of what was typed: a suggested city, one of several products. */
const choice = z.string().max(300).optional();
const id = z.uuid().transform(toOrderRuleId);

/** Every form this page sends, told apart by `intent`. */
export const holdsForm = z.discriminatedUnion("intent", [
  z.object({
    ...{ intent: z.literal("add"), effect: z.enum(orderRuleEffects).default("hold") },
    ...{ ...orderRuleDraftSchema.shape, choice },
  }),
  z.object({ intent: z.literal("change"), id, ...orderRuleDraftSchema.shape, choice }),
  z.object({ intent: z.literal("switch"), id, enabled: z.enum(["true", "false"]) }),
  z.object({ intent: z.literal("remove"), id }),
]);

export type HoldsForm = z.output<typeof holdsForm>;
