import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** Nothing more is asked about the parcels that came back. */
export const leaveRefused = {
  schema: ({ z, shown }) => z.object({ intent: z.literal("leave_refused"), shown }),
  label: "Leave it",
  done: "Left as it is",
  timeline: { left_refused: () => "It was left as it is" },
  resolutions: {
    leave_refused: { label: "Leave it", emphasis: "never", mayPlace: false, isOnHome: false },
  },
} as const satisfies OrderCommand;
