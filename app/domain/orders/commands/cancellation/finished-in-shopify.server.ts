import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { finishInShopify } from "#app/domain/orders/commands/decisions/finish-in-shopify.server.ts";

export const finishedInShopifyCommand = serveCommand("finished_in_shopify", {
  right: "everybody",
  run: ({ ctx, ...press }) => finishInShopify(ctx, press),
});
