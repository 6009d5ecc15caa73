import type { HoldAction } from "#app/domain/messages/holds/hold-rule.ts";
import {
  actionsOf,
  applicable,
  type BulkOrder,
  type BulkVerdict,
  overWords,
  refused,
} from "#app/domain/orders/commands/bulk-verdict.ts";
import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { requestPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { isPutOff } from "#app/domain/orders/holds/is-put-off.ts";
import { waitingSentence } from "#app/domain/orders/holds/waiting-sentence.ts";
import { isUnplaced } from "#app/domain/orders/page/order-actions.ts";

export const placeCommand = serveCommand("place", {
  right: { spends: "when_prepaid" },
  run: ({ ctx, ...press }) => requestPlacement(ctx, press),
  answers: "place",
  bulk: { plan: planPlace, writes: "place", mayPlace: true },
});

/** These a press on *Place* answers; *Place anyway* is a decision about one order, never about many. */
const PLACEABLE: ReadonlySet<HoldAction> = new Set(["place", "end_test_connection"]);

/** A rule binds what goes by itself: many orders at once go on a person's word as one does, and the preview names it. */
function isPlaceable({ code, action }: BulkOrder["holds"][number]): boolean {
  return PLACEABLE.has(action) || code === "held_by_rule";
}

function planPlace(order: BulkOrder): BulkVerdict {
  // Also where its state does not show it yet. Sending a cancelled order again is a decision about that one.
  if (order.cancelRequestedAt !== null && isUnplaced(order.state)) return refused("It was cancelled.");
  const inTheWay = order.holds.find((need) => !isPlaceable(need));
  if (inTheWay) return refused(inTheWay.sentence);
  if (isPutOff(order) || (order.state !== "cancelled" && actionsOf(order).place)) return applicable;
  const waits = waitingSentence(order.state, order.holdCode);
  return refused(overWords(order) ?? waits ?? "It cannot be placed now.");
}
