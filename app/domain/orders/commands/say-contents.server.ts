import { stateContents } from "#app/domain/orders/parcels/state-contents.server.ts";
import { serveCommand } from "./command.server.ts";

export const sayContentsCommand = serveCommand("say_contents", {
  right: { spends: "when_prepaid_and_unplaced" },
  run: ({ ctx, ...press }, { handoffId, said }) =>
    stateContents(ctx, { ...press, handoffId, parcelOfLines: said }),
});
