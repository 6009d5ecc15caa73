import { answeredSentence } from "#app/domain/orders/commands/answered-sentence.ts";
import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

const LABELS = {
  cod: "Cash on delivery",
  bank_transfer: "Bank transfer",
  wait: "Wait for payment",
} as const;

/** How orders of this sales app and gateway, or the open rest of one, are paid. */
export const howPaid = {
  schema: ({ z }) =>
    z.object({ intent: z.literal("how_paid"), answer: z.enum(["cod", "bank_transfer", "wait"]) }),
  label: (answer: keyof typeof LABELS) => LABELS[answer],
  done: { did: "Noted", next: "Noted; the order goes on" },
  timeline: {
    answered: answeredSentence,
    said_paid: () => "The money of this order has come: it goes out prepaid",
  },
  resolutions: {
    answer_how_paid: "own_form",
    collect_rest: {
      label: "Collect the rest on delivery",
      fields: { answer: "cod" },
      emphasis: "when_first",
      mayPlace: false,
      isOnHome: true,
    },
  },
} as const satisfies OrderCommand;
