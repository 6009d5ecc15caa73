import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { recordContact } from "#app/domain/orders/customer/contact/record-contact.server.ts";

export const customerConfirmedCommand = serveCommand("customer_confirmed", {
  right: "everybody",
  run: ({ ctx, ...press }) => recordContact(ctx, { ...press, how: "call", result: "confirmed" }),
});
