import { cancel } from "#app/domain/orders/commands/cancellation/cancel.ts";
import type { ShownOrder } from "./shown-order.ts";

const OVER: ReadonlySet<string> = new Set(["CANCELLED", "DELIVERED", "RETURNED"]);

/** What a cancel will do: an order that was never sent has nothing to cancel at the supplier. */
export function cancelWords({ name, parcels, route }: Pick<ShownOrder, "name" | "parcels" | "route">) {
  const isUnderWay = parcels.some(({ status }) => !OVER.has(status));
  if (!isUnderWay)
    return {
      label: cancel.label(false),
      title: `Do not send ${name} to the supplier?`,
      text:
        parcels.length === 0
          ? "Nothing was sent yet, so it costs nothing. The order itself stays in Shopify until you cancel it or fulfil it there."
          : "Nothing is sent again. The order itself stays in Shopify until you cancel it or fulfil it there.",
      confirm: "Yes, do not send it",
      dismiss: "Leave it",
    };
  return {
    label: cancel.label(true),
    title: `Cancel ${name} at the supplier?`,
    text: `Parcels that are not packed yet are cancelled${route === "PREPAID" ? "; what comes back to your wallet of what was paid for them, the supplier decides" : " and cost nothing"}. The order itself stays in Shopify until you cancel it there.`,
    confirm: "Yes, cancel",
    dismiss: "Keep it",
  };
}
