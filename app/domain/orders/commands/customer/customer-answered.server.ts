import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { answerCustomer } from "#app/domain/orders/commands/decisions/dismiss-hold.server.ts";

export const customerAnsweredCommand = serveCommand("customer_answered", {
  right: "everybody",
  run: ({ ctx, ...press }) => answerCustomer(ctx, press),
});
