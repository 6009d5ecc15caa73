import { serveCommand } from "./command.server.ts";
import { simulateParcel } from "./order-commands.server.ts";

export const simulateCommand = serveCommand("simulate", {
  right: "everybody",
  run: ({ ctx, by }, { parcelId, status }) => simulateParcel(ctx, { parcelId, status, by }),
});
