import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { stateContents } from "#app/domain/orders/parcels/state-contents.server.ts";

export const sayContentsCommand = serveCommand("say_contents", {
  right: { spends: "when_prepaid_and_unplaced" },
  run: ({ ctx, ...press }, { handoffId, said }) =>
    stateContents(ctx, { ...press, handoffId, parcelOfLines: said }),
});
