import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** Of a placement conflict: what the service holds is linked to the order. */
export const adopt = {
  schema: ({ z }) => z.object({ intent: z.literal("adopt") }),
  label: "Take over the supplier's order",
  done: "The supplier's order is being taken over",
  timeline: { adopt_pressed: () => "Take over the supplier's order was chosen" },
} as const satisfies OrderCommand;
