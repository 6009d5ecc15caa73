import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { lowerDelivery } from "#app/domain/orders/commands/decisions/lower-delivery.server.ts";

export const lowerDeliveryCommand = serveCommand("lower_delivery", {
  right: { spends: "when_prepaid_and_unplaced" },
  run: ({ ctx, ...press }, { collects, shippingTo }) =>
    lowerDelivery(ctx, { ...press, collects, shippingTo }),
});
