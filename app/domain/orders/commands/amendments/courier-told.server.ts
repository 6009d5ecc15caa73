import { confirmCourierInformed } from "#app/domain/orders/amendments/change-commands.server.ts";
import { serveCommand } from "#app/domain/orders/commands/command.server.ts";

export const courierToldCommand = serveCommand("courier_told", {
  right: "everybody",
  run: ({ ctx, ...press }, { shown }) =>
    confirmCourierInformed(ctx, { ...press, ...(shown === undefined ? {} : { shown }) }),
});
