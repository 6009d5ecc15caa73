import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** The order's own data counts again. */
export const undoEdit = {
  schema: ({ z }) => z.object({ intent: z.literal("undo_edit") }),
  label: "Undo the correction",
  done: "The order's own data counts again",
  timeline: { customer_edit_undone: () => "The correction of the customer was undone" },
} as const satisfies OrderCommand;
