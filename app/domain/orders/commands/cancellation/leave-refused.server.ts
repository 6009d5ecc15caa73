import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { dismissRefused } from "#app/domain/orders/returns/refused-order-commands.server.ts";

export const leaveRefusedCommand = serveCommand("leave_refused", {
  right: "everybody",
  run: ({ ctx, ...press }, { shown }) =>
    dismissRefused(ctx, { ...press, ...(shown === undefined ? {} : { shown }) }),
});
