import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { dismissHold } from "#app/domain/orders/commands/decisions/dismiss-hold.server.ts";

export const leaveItCommand = serveCommand("leave_it", {
  right: "everybody",
  run: ({ ctx, ...press }) => dismissHold(ctx, press),
});
