import { z } from "zod";
import { optionalText, requiredText } from "./parse.ts";

/** `POST /orders` as the API document bounds it. */
export const orderRequest = z.object({
  externalOrderId: requiredText.refine((text) => text.length <= 100, "At most 100 characters"),
  externalOrderName: optionalText,
  paymentMode: z.enum(["COD", "PREPAID"]),
  customer: z.object({
    name: requiredText,
    phone: requiredText,
    address: requiredText,
    city: requiredText,
    province: optionalText,
    postalCode: optionalText,
  }),
  items: z
    .array(
      z.object({
        quantity: z.int().min(1).max(100),
        resalePrice: z.int().min(0),
        variantId: optionalText,
        externalVariantId: optionalText,
        externalLineId: optionalText,
        sku: optionalText,
      }),
    )
    .min(1)
    .max(50),
  shippingCharged: z.int().min(0).default(0),
  senderName: optionalText,
  notes: z.string().max(500).optional(),
});

export type OrderRequest = z.infer<typeof orderRequest>;
