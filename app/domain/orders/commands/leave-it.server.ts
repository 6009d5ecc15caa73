import { serveCommand } from "./command.server.ts";
import { dismissHold } from "./decisions/dismiss-hold.server.ts";

export const leaveItCommand = serveCommand("leave_it", {
  right: "everybody",
  run: ({ ctx, ...press }) => dismissHold(ctx, press),
});
