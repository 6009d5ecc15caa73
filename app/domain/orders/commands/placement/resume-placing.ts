import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** The pause of the shop ends. */
export const resumePlacing = {
  schema: ({ z }) => z.object({ intent: z.literal("resume_placing") }),
  label: "Resume placing",
  done: "Placing goes on",
  timeline: {},
  resolutions: {
    resume_placing: { label: "Resume placing", emphasis: "always", mayPlace: false, isOnHome: true },
  },
} as const satisfies OrderCommand;
