import {
  actionsOf,
  applicable,
  type BulkOrder,
  type BulkVerdict,
  overWords,
  refused,
} from "#app/domain/orders/commands/bulk-verdict.ts";
import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { requestOrderCancel } from "#app/domain/orders/commands/decisions/request-command.server.ts";

export const cancelCommand = serveCommand("cancel", {
  right: "everybody",
  run: ({ ctx, ...press }) => requestOrderCancel(ctx, press),
  bulk: { plan: planCancel, writes: "cancel", mayPlace: false },
});

/** Whether an order can still be cancelled as it stands now. */
export function planCancel(order: BulkOrder): BulkVerdict {
  if (order.cancelRequestedAt !== null) return refused("It was cancelled before.");
  if (actionsOf(order).cancel) return applicable;
  return refused(
    order.state === "placed" || order.state === "on_the_way"
      ? "It is packed or on its way. The customer can refuse it at the door."
      : (overWords(order) ?? "It cannot be cancelled now."),
  );
}
