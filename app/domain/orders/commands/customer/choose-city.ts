import { answeredSentence } from "#app/domain/orders/commands/answered-sentence.ts";
import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** A spelling means that city, now and later. */
export const chooseCity = {
  schema: ({ z }) => z.object({ intent: z.literal("choose_city"), city: z.string().min(1).max(100) }),
  label: "Use this city",
  done: { did: "Remembered", next: "Remembered; the order goes on" },
  timeline: { answered: answeredSentence },
  resolutions: { choose_city: "own_form" },
  bulk: {
    label: "Choose a city",
    doing: (many) => `Choosing a city for ${many}`,
    pressed: "Choose a city",
    isOffered: ({ askedCity }) => askedCity !== null,
  },
} as const satisfies OrderCommand;
