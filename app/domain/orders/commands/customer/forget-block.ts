import { answeredSentence } from "#app/domain/orders/commands/answered-sentence.ts";
import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** That the service refused the customer's phone counts no more. */
export const forgetBlock = {
  schema: ({ z }) => z.object({ intent: z.literal("forget_block") }),
  label: "Forget the refusal",
  done: "Forgotten: orders of this phone go to the supplier again",
  timeline: { answered: answeredSentence },
  resolutions: {
    forget_block: { label: "Forget the refusal", emphasis: "never", mayPlace: false, isOnHome: false },
  },
} as const satisfies OrderCommand;
