import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { choosePhone } from "#app/domain/orders/customer/edit-customer.server.ts";

export const choosePhoneCommand = serveCommand("choose_phone", {
  right: { spends: "when_prepaid_and_unplaced" },
  run: ({ ctx, ...press }, { phone }) => choosePhone(ctx, { ...press, phone }),
});
