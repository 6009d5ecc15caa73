import { ConfirmCommand } from "./command-button.tsx";
import type { ShownOrder } from "./shown-order.ts";

/** Ends in Shopify an order whose parcel came back; not while the page asks the merchant to do it there. */
export function CancelRefused({ order }: { order: ShownOrder }) {
  const isAsked = order.holds.some(({ code }) => code === "parcel_refused" || code === "parcel_returned");
  if (!order.actions.cancelRefused || isAsked) return null;
  return (
    <ConfirmCommand
      command="cancel_refused"
      title={`Cancel ${order.name} in Shopify?`}
      text="The parcel came back. Its shipment and then the order are cancelled in Shopify; nothing is restocked and nothing refunded."
      confirm="Yes, cancel it in Shopify"
    />
  );
}
