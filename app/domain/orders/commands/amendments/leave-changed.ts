import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** Settles just the difference that was shown. */
export const leaveChanged = {
  schema: ({ z, shown }) => z.object({ intent: z.literal("leave_changed"), shown }),
  label: "Leave as it is",
  done: "Left as it is",
  timeline: { change_left: () => "The change was left as it is" },
} as const satisfies OrderCommand;
