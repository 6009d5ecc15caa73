import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { requestHold } from "#app/domain/orders/commands/decisions/request-command.server.ts";

export const holdCommand = serveCommand("hold", {
  right: "everybody",
  run: ({ ctx, ...press }) => requestHold(ctx, press),
});
