import type { HoldParams } from "#app/domain/messages/holds/hold-sentences.ts";
import type { OrderCommand } from "#app/domain/orders/commands/command.ts";
import { customerMeansWords } from "#app/domain/orders/customer/contact/customer-means-words.ts";

/** A correction of the customer is kept beside what the order says. */
export const editCustomer = {
  schema: ({ z }) =>
    z.object({
      intent: z.literal("edit_customer"),
      name: z.string().max(200),
      phone: z.string().max(100),
      secondPhone: z.string().max(100),
      address: z.string().max(500),
      landmark: z.string().max(200),
      city: z.string().max(100),
      cityAsWritten: z.stringbool(),
      seenEditAt: z.string().max(30),
    }),
  label: "Correct the customer",
  done: { did: "Corrected", next: "Corrected; the order goes on" },
  timeline: { customer_edited: editedSentence },
  resolutions: { edit_customer: "own_form" },
} as const satisfies OrderCommand;

/** Of a correction, whoever made it. */
export function editedSentence(params: HoldParams): string {
  const means = customerMeansWords(params);
  return means === null
    ? "The customer was corrected"
    : `The customer corrected the address or phone ${means}`;
}
