import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** What has not left is cancelled, and the order placed anew as it stands now. */
export const replace = {
  schema: ({ z, shown }) => z.object({ intent: z.literal("replace"), shown }),
  label: "Cancel and place again",
  done: {
    did: "It is being cancelled",
    next: "It is being cancelled. Once that is confirmed, it is placed again",
  },
  timeline: { replace_pressed: () => "Cancel and place again was pressed" },
  resolutions: { cancel_and_place_again: "own_form" },
} as const satisfies OrderCommand;
