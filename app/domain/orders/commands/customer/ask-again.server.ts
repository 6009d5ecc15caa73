import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { askAgain } from "#app/domain/orders/confirmation/ask-again.server.ts";

export const askAgainCommand = serveCommand("ask_again", {
  right: "everybody",
  run: ({ ctx, ...press }) => askAgain(ctx, press),
});
