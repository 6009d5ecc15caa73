import { z } from "zod";
import { mixedCartChoices } from "#app/domain/delivery-charge/mixed-cart-choice.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { WITHOUT_NUL } from "../without-nul.ts";

/** The forms of *Delivery charge*. A page sends what it edits; the rest stays as it is. */
export const deliveryForms = [
  z.object({
    intent: z.literal("save_delivery"),
    serviceName: z.string().trim().min(1).max(60).regex(WITHOUT_NUL).optional(),
    fallbackPkr: z.coerce.number().int().min(0).max(10_000).transform(rupees).optional(),
    whenMixed: z.enum(mixedCartChoices).optional(),
  }),
  z.object({ intent: z.literal("start_checkout_rates") }),
  z.object({ intent: z.literal("stop_checkout_rates") }),
  z.object({ intent: z.literal("preview_weight_rates") }),
  z.object({ intent: z.literal("apply_weight_rates") }),
  z.object({ intent: z.literal("undo_weight_rates") }),
] as const;

export type DeliveryForm = z.output<(typeof deliveryForms)[number]>;
