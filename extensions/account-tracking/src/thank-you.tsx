import "@shopify/ui-extensions/preact";
import type { Api } from "@shopify/ui-extensions/purchase.thank-you.block.render";
import { render } from "preact";
import { OrderTracking } from "./order-tracking.tsx";

declare const shopify: Api;

/** An order is known to the app some seconds after it was made. */
const WAITS_MS = [3000, 6000, 12_000];
const getToken = () => shopify.sessionToken.get();

export default async () => {
  render(<OrderOfThanks />, document.body);
};

/** This page tells an order's id, and not the number it has later. */
function OrderOfThanks() {
  const { i18n, orderConfirmation, shop, shippingAddress } = shopify;
  const { id } = orderConfirmation.value.order;
  const named = { number: undefined, id, phone: shippingAddress?.value?.phone };
  return <OrderTracking {...{ ...named, shop, getToken, waitsMs: WAITS_MS }} translate={i18n.translate} />;
}
