import { confirmCustomerEdit } from "#app/domain/orders/customer/edit-customer.server.ts";
import { serveCommand } from "./command.server.ts";

export const keepEditCommand = serveCommand("keep_edit", {
  right: { spends: "when_prepaid_and_unplaced" },
  run: ({ ctx, ...press }) => confirmCustomerEdit(ctx, press),
});
