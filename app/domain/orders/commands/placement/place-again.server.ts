import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { resolvePlacementConflict } from "./resolve-placement-conflict.server.ts";

export const placeAgainCommand = serveCommand("place_again", {
  right: { spends: "when_prepaid" },
  run: ({ ctx, ...press }) => resolvePlacementConflict(ctx, { ...press, choice: "place_again" }),
  answers: "place",
});
