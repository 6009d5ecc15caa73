import { z } from "zod";
import { orderRuleKinds } from "./order-rule-kinds.ts";

/** A rule as a form sends it, before anything in it is looked up: texts as they were typed. */
export const orderRuleDraftSchema = z.object({
  kind: z.enum(orderRuleKinds),
  /** The sum, the number, the city, the tag, or a product's id; "" where the kind asks for nothing. */
  limit: z.string().max(300).default(""),
});

export type OrderRuleDraft = z.output<typeof orderRuleDraftSchema>;
