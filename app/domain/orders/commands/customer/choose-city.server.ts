import {
  applicable,
  type BulkOrder,
  type BulkVerdict,
  refused,
} from "#app/domain/orders/commands/bulk-verdict.ts";
import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { answerHold } from "#app/domain/orders/holds/answer-hold.server.ts";

export const chooseCityCommand = serveCommand("choose_city", {
  right: { spends: "when_prepaid_and_unplaced" },
  run: ({ ctx, ...press }, { city }) => answerHold(ctx, { ...press, answer: { kind: "city_chosen", city } }),
  // The answer is remembered when the run begins: each order only has to be looked at again.
  bulk: { plan: planChooseCity, writes: "retry", mayPlace: true },
});

function planChooseCity({ holds }: BulkOrder): BulkVerdict {
  return holds.some(({ action }) => action === "choose_city")
    ? applicable
    : refused("Its city is not asked any more.");
}
