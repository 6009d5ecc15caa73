import { askAgain } from "#app/domain/orders/confirmation/ask-again.server.ts";
import { serveCommand } from "./command.server.ts";

export const askAgainCommand = serveCommand("ask_again", {
  right: "everybody",
  run: ({ ctx, ...press }) => askAgain(ctx, press),
});
