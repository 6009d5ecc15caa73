import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** What only had to be known was read. */
export const leaveIt = {
  schema: ({ z }) => z.object({ intent: z.literal("leave_it") }),
  label: "Leave it",
  done: "Left as it is",
  timeline: { left_it: () => "It was left as it is" },
  resolutions: {
    leave_it: { label: "Leave it", emphasis: "never", mayPlace: false, isOnHome: false },
  },
} as const satisfies OrderCommand;
