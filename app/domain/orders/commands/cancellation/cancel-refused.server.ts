import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { requestCancelRefused } from "#app/domain/orders/returns/refused-order-commands.server.ts";

export const cancelRefusedCommand = serveCommand("cancel_refused", {
  right: "everybody",
  run: ({ ctx, ...press }, { shown }) =>
    requestCancelRefused(ctx, { ...press, ...(shown === undefined ? {} : { shown }) }),
});
