import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { markPaidByHand } from "#app/domain/orders/commands/decisions/mark-paid-by-hand.server.ts";

export const markAsPaidCommand = serveCommand("mark_as_paid", {
  right: { spends: "when_unplaced" },
  run: ({ ctx, ...press }, { outstandingPkr }) => markPaidByHand(ctx, { ...press, outstandingPkr }),
});
