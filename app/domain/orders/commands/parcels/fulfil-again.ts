import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** Parcels whose fulfillment was cancelled in Shopify get one anew. */
export const fulfilAgain = {
  schema: ({ z, shown }) => z.object({ intent: z.literal("fulfil_again"), shown }),
  label: "Fulfil again",
  done: "The shipment is put back in Shopify",
  timeline: { fulfil_again_pressed: () => "Fulfil again was pressed" },
  resolutions: { fulfil_again: "own_form" },
} as const satisfies OrderCommand;
