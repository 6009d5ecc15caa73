import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { answerHold } from "#app/domain/orders/holds/answer-hold.server.ts";

export const howPaidCommand = serveCommand("how_paid", {
  right: { spends: "when_prepaid_and_unplaced" },
  run: ({ ctx, ...press }, { answer }) => answerHold(ctx, { ...press, answer: { kind: "how_paid", answer } }),
  answers: ({ answer }) => (answer === "cod" ? "how_paid_cod" : "how_paid_otherwise"),
});
