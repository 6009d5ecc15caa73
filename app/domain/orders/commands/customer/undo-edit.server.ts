import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { undoCustomerEdit } from "#app/domain/orders/customer/edit-customer.server.ts";

export const undoEditCommand = serveCommand("undo_edit", {
  right: { spends: "when_prepaid_and_unplaced" },
  run: ({ ctx, ...press }) => undoCustomerEdit(ctx, press),
});
