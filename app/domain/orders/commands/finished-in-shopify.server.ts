import { serveCommand } from "./command.server.ts";
import { finishInShopify } from "./decisions/finish-in-shopify.server.ts";

export const finishedInShopifyCommand = serveCommand("finished_in_shopify", {
  right: "everybody",
  run: ({ ctx, ...press }) => finishInShopify(ctx, press),
});
