import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** An order that nobody confirmed in time waits once more for its customer. */
export const askAgain = {
  schema: ({ z }) => z.object({ intent: z.literal("ask_again") }),
  label: "Ask again",
  done: "Noted: it is among the calls again",
  timeline: { ask_again_pressed: () => "The customer is to be asked again" },
  resolutions: {
    ask_again: { label: "Ask again", emphasis: "never", mayPlace: false, isOnHome: false },
  },
} as const satisfies OrderCommand;
