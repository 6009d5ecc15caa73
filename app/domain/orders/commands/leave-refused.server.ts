import { dismissRefused } from "#app/domain/orders/returns/refused-order-commands.server.ts";
import { serveCommand } from "./command.server.ts";

export const leaveRefusedCommand = serveCommand("leave_refused", {
  right: "everybody",
  run: ({ ctx, ...press }, { shown }) =>
    dismissRefused(ctx, { ...press, ...(shown === undefined ? {} : { shown }) }),
});
