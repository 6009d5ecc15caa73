import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { forgetBlock } from "#app/domain/orders/refusals/forget-block.server.ts";

export const forgetBlockCommand = serveCommand("forget_block", {
  right: { spends: "when_prepaid_and_unplaced" },
  run: ({ ctx, ...press }) => forgetBlock(ctx, press),
});
