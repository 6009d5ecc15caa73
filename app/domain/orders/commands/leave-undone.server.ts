import { dismissCancelledFulfillments } from "#app/domain/orders/fulfillment/cancelled-fulfillment-commands.server.ts";
import { serveCommand } from "./command.server.ts";

export const leaveUndoneCommand = serveCommand("leave_undone", {
  right: "everybody",
  run: ({ ctx, ...press }, { shown }) =>
    dismissCancelledFulfillments(ctx, { ...press, ...(shown === undefined ? {} : { shown }) }),
});
