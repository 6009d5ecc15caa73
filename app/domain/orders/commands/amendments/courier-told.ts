import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** The merchant has told the courier what to collect. */
export const courierTold = {
  schema: ({ z, shown }) => z.object({ intent: z.literal("courier_told"), shown }),
  label: "I have told the courier",
  done: "Noted",
  timeline: { courier_told: () => "The courier was told what to collect" },
} as const satisfies OrderCommand;
