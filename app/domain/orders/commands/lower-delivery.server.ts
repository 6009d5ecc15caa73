import { serveCommand } from "./command.server.ts";
import { lowerDelivery } from "./decisions/lower-delivery.server.ts";

export const lowerDeliveryCommand = serveCommand("lower_delivery", {
  right: { spends: "when_prepaid_and_unplaced" },
  run: ({ ctx, ...press }, { collects, shippingTo }) =>
    lowerDelivery(ctx, { ...press, collects, shippingTo }),
});
