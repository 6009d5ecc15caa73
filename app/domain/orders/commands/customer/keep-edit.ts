import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** After Shopify's own address changed: the correction stays. */
export const keepEdit = {
  schema: ({ z }) => z.object({ intent: z.literal("keep_edit") }),
  label: "Keep the correction",
  done: { did: "Your correction counts", next: "Your correction counts; the order goes on" },
  timeline: { customer_edit_kept: () => "The correction of the customer was kept" },
} as const satisfies OrderCommand;
