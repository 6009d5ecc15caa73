import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { editCustomer } from "#app/domain/orders/customer/edit-customer.server.ts";

export const editCustomerCommand = serveCommand("edit_customer", {
  right: { spends: "when_prepaid_and_unplaced" },
  run: ({ ctx, ...press }, { seenEditAt, ...fields }) => editCustomer(ctx, { ...press, fields, seenEditAt }),
});
