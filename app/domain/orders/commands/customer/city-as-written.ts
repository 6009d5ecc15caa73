import { answeredSentence } from "#app/domain/orders/commands/answered-sentence.ts";
import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** A spelling goes to the courier as it is, now and later. */
export const cityAsWritten = {
  schema: ({ z }) => z.object({ intent: z.literal("city_as_written") }),
  label: "Send as written",
  done: { did: "Remembered", next: "Remembered; the order goes on" },
  timeline: { answered: answeredSentence },
} as const satisfies OrderCommand;
