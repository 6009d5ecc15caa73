import "@shopify/ui-extensions/preact";
import type { Api } from "@shopify/ui-extensions/customer-account.order-status.block.render";
import { render } from "preact";
import { OrderTracking } from "./order-tracking.tsx";

declare const shopify: Api;

const ONCE: readonly number[] = [];
const getToken = () => shopify.sessionToken.get();

export default async () => {
  render(<OrderOfAccount />, document.body);
};

/** Drawn anew when the page comes to know more. */
function OrderOfAccount() {
  const { i18n, order, shop, shippingAddress } = shopify;
  const named = { number: order.value?.name, id: undefined, phone: shippingAddress?.value?.phone };
  return <OrderTracking {...{ ...named, shop, getToken, waitsMs: ONCE }} translate={i18n.translate} />;
}
