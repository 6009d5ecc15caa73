import { requestReplacement } from "#app/domain/orders/amendments/change-commands.server.ts";
import { serveCommand } from "#app/domain/orders/commands/command.server.ts";

export const replaceCommand = serveCommand("replace", {
  right: { spends: "when_prepaid" },
  run: ({ ctx, ...press }, { shown }) =>
    requestReplacement(ctx, { ...press, ...(shown === undefined ? {} : { shown }) }),
  answers: "place",
});
