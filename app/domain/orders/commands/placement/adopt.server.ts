import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { resolvePlacementConflict } from "./resolve-placement-conflict.server.ts";

export const adoptCommand = serveCommand("adopt", {
  right: "everybody",
  run: ({ ctx, ...press }) => resolvePlacementConflict(ctx, { ...press, choice: "adopt" }),
});
