import { serveCommand } from "./command.server.ts";
import { markPaidByHand } from "./decisions/mark-paid-by-hand.server.ts";

export const markAsPaidCommand = serveCommand("mark_as_paid", {
  right: { spends: "when_unplaced" },
  run: ({ ctx, ...press }, { outstandingPkr }) => markPaidByHand(ctx, { ...press, outstandingPkr }),
});
