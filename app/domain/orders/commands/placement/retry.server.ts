import {
  actionsOf,
  applicable,
  type BulkOrder,
  type BulkVerdict,
  overWords,
  refused,
} from "#app/domain/orders/commands/bulk-verdict.ts";
import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { retryPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";

export const retryCommand = serveCommand("retry", {
  right: { spends: "when_prepaid" },
  run: ({ ctx, ...press }) => retryPlacement(ctx, press),
  bulk: { plan: planRetry, writes: "retry", mayPlace: true },
});

function planRetry(order: BulkOrder): BulkVerdict {
  if (actionsOf(order).retry) return applicable;
  return refused(overWords(order) ?? "There is nothing to try again.");
}
