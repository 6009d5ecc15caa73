import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** All that was sent came back: the order itself is cancelled in Shopify. */
export const cancelRefused = {
  schema: ({ z, shown }) => z.object({ intent: z.literal("cancel_refused"), shown }),
  label: "Cancel the order",
  done: "It is being cancelled in Shopify",
  timeline: { cancel_refused_pressed: () => "Cancel the refused order was pressed" },
} as const satisfies OrderCommand;
