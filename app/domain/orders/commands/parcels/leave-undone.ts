import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** Shopify keeps showing the items as not shipped. */
export const leaveUndone = {
  schema: ({ z, shown }) => z.object({ intent: z.literal("leave_undone"), shown }),
  label: "Leave it",
  done: "Left as it is",
  timeline: { left_undone: () => "The cancelled shipment was left as it is" },
} as const satisfies OrderCommand;
