import { forgetBlock } from "#app/domain/orders/refusals/forget-block.server.ts";
import { serveCommand } from "./command.server.ts";

export const forgetBlockCommand = serveCommand("forget_block", {
  right: { spends: "when_prepaid_and_unplaced" },
  run: ({ ctx, ...press }) => forgetBlock(ctx, press),
});
