import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** Of an order that Shopify shows the app no more only a person knows how it ended. */
export const finishedInShopify = {
  schema: ({ z }) => z.object({ intent: z.literal("finished_in_shopify") }),
  label: "It is finished",
  done: "Noted; nothing more is asked about this order",
  timeline: { finished_pressed: () => "It was said to be finished in Shopify" },
  resolutions: {
    finished_in_shopify: { label: "It is finished", emphasis: "always", mayPlace: false, isOnHome: true },
  },
} as const satisfies OrderCommand;
