import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** A person who looked into the wallet ends a payment that nobody can find out about. */
export const answerPayment = {
  schema: ({ z, parcelId }) =>
    z.object({ intent: z.literal("answer_payment"), parcelId, wasPaid: z.stringbool() }),
  label: (wasPaid: boolean) => (wasPaid ? "The wallet paid" : "The wallet did not pay"),
  done: "Noted, with your name",
  timeline: {},
} as const satisfies OrderCommand;
