import { serveCommand } from "./command.server.ts";
import { requestHold } from "./order-commands.server.ts";

export const holdCommand = serveCommand("hold", {
  right: "everybody",
  run: ({ ctx, ...press }) => requestHold(ctx, press),
});
