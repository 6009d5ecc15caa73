import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** Nothing of the order is placed by itself until a person presses *Place*; a request made in Shopify still counts. */
export const hold = {
  schema: ({ z }) => z.object({ intent: z.literal("hold") }),
  label: "Hold",
  done: "It waits until somebody places it",
  timeline: { hold_pressed: () => "Hold was pressed" },
} as const satisfies OrderCommand;
