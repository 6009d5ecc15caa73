import { dismissChange } from "#app/domain/orders/amendments/change-commands.server.ts";
import { serveCommand } from "#app/domain/orders/commands/command.server.ts";

export const leaveChangedCommand = serveCommand("leave_changed", {
  right: "everybody",
  run: ({ ctx, ...press }, { shown }) =>
    dismissChange(ctx, { ...press, ...(shown === undefined ? {} : { shown }) }),
});
