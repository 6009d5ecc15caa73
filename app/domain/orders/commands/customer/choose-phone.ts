import type { OrderCommand } from "#app/domain/orders/commands/command.ts";
import { editedSentence } from "./edit-customer.ts";

/** The number that was meant, of those the order's own field may hold. */
export const choosePhone = {
  schema: ({ z }) => z.object({ intent: z.literal("choose_phone"), phone: z.string().max(100) }),
  label: (phone: string) => `Use ${phone}`,
  done: { did: "Corrected", next: "Corrected; the order goes on" },
  timeline: { customer_edited: editedSentence },
} as const satisfies OrderCommand;
