import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** What a customer told us of the rider has been answered. */
export const customerAnswered = {
  schema: ({ z }) => z.object({ intent: z.literal("customer_answered") }),
  label: "Answered",
  done: "Noted: it is answered",
  timeline: { customer_answered: () => "The customer was answered about the sum the rider asked for" },
  resolutions: {
    customer_answered: { label: "Answered", emphasis: "never", mayPlace: false, isOnHome: true },
  },
} as const satisfies OrderCommand;
