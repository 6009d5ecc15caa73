import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** The merchant says the money is there: the whole outstanding sum is recorded in Shopify. */
export const markAsPaid = {
  schema: ({ z, rupees }) => z.object({ intent: z.literal("mark_as_paid"), outstandingPkr: rupees }),
  label: (sum: string) => `Mark ${sum} as paid in Shopify`,
  done: "It is being marked as paid in Shopify",
  timeline: { mark_paid_pressed: () => "Mark as paid was pressed" },
  resolutions: { mark_as_paid: "own_form" },
} as const satisfies OrderCommand;
