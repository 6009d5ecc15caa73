import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { fulfilAgain } from "#app/domain/orders/fulfillment/cancelled-fulfillment-commands.server.ts";

export const fulfilAgainCommand = serveCommand("fulfil_again", {
  right: "everybody",
  run: ({ ctx, ...press }, { shown }) =>
    fulfilAgain(ctx, { ...press, ...(shown === undefined ? {} : { shown }) }),
});
