import { amount } from "#app/domain/messages/holds/hold-sentences.ts";
import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** Consent to the very sums that were shown: the delivery charge is lowered, the items take the difference. */
export const lowerDelivery = {
  schema: ({ z, rupees }) =>
    z.object({ intent: z.literal("lower_delivery"), collects: rupees, shippingTo: rupees }),
  label: "Lower the delivery charge to fit",
  done: { did: "Delivery lowered for this order", next: "Delivery lowered for this order; it goes on" },
  timeline: {
    delivery_lowered: (params) =>
      `The delivery charge was lowered to ${amount(params, "shippingTo")}, to fit`,
  },
  resolutions: { lower_delivery_charge: "own_form" },
} as const satisfies OrderCommand;
