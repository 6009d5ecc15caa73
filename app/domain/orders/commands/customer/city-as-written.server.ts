import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { answerHold } from "#app/domain/orders/holds/answer-hold.server.ts";

export const cityAsWrittenCommand = serveCommand("city_as_written", {
  right: { spends: "when_prepaid_and_unplaced" },
  run: ({ ctx, ...press }) => answerHold(ctx, { ...press, answer: { kind: "city_as_written" } }),
});
