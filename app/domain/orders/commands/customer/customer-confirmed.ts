import { type HoldParams, text } from "#app/domain/messages/holds/hold-sentences.ts";
import type { OrderCommand } from "#app/domain/orders/commands/command.ts";
import { customerMeansWords } from "#app/domain/orders/customer/contact/customer-means-words.ts";

/** A person has asked the customer: what waits for that goes on, and what the supplier could not confirm is confirmed. */
export const customerConfirmed = {
  schema: ({ z }) => z.object({ intent: z.literal("customer_confirmed") }),
  label: "The customer confirmed",
  done: "Noted: the customer confirmed",
  timeline: {
    customer_contacted: (params) => contactedSentence(params),
    contact_undone: (params) => `Taken back: ${RESULTS[text(params, "result", "")] ?? "what was noted"}`,
  },
  resolutions: {
    customer_confirmed: {
      label: "The customer confirmed",
      emphasis: "when_first",
      mayPlace: false,
      isOnHome: true,
    },
  },
} as const satisfies OrderCommand;

const CONTACTS: Readonly<Record<string, string>> = {
  call: "Called the customer",
  whatsapp: "Wrote on WhatsApp",
};
const RESULTS: Readonly<Record<string, string>> = {
  confirmed: "confirmed",
  no_answer: "no answer",
  cancel: "the customer cancels",
};

const ANSWERS: Readonly<Record<string, string>> = {
  confirmed: "The customer confirmed",
  cancel: "The customer cancelled",
};

/** Of every talk with the customer, also one that was kept from the card beside the order, and of what they answered alone. */
function contactedSentence(params: HoldParams): string {
  const means = customerMeansWords(params);
  const result = text(params, "result", "");
  if (means !== null) return `${ANSWERS[result] ?? "The customer answered"} ${means}`;
  const how = CONTACTS[text(params, "how", "")] ?? "Asked the customer";
  return `${how}: ${RESULTS[result] ?? "done"}`;
}
