import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { confirmCustomerEdit } from "#app/domain/orders/customer/edit-customer.server.ts";

export const keepEditCommand = serveCommand("keep_edit", {
  right: { spends: "when_prepaid_and_unplaced" },
  run: ({ ctx, ...press }) => confirmCustomerEdit(ctx, press),
});
