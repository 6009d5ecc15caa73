import { editCustomer } from "#app/domain/orders/customer/edit-customer.server.ts";
import { serveCommand } from "./command.server.ts";

export const editCustomerCommand = serveCommand("edit_customer", {
  right: { spends: "when_prepaid_and_unplaced" },
  run: ({ ctx, ...press }, { seenEditAt, ...fields }) => editCustomer(ctx, { ...press, fields, seenEditAt }),
});
