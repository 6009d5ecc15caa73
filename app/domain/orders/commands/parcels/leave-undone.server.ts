import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { dismissCancelledFulfillments } from "#app/domain/orders/fulfillment/cancelled-fulfillment-commands.server.ts";

export const leaveUndoneCommand = serveCommand("leave_undone", {
  right: "everybody",
  run: ({ ctx, ...press }, { shown }) =>
    dismissCancelledFulfillments(ctx, { ...press, ...(shown === undefined ? {} : { shown }) }),
});
