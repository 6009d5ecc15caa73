import "@shopify/ui-extensions/preact";
import type { Api } from "@shopify/ui-extensions/customer-account.order-status.block.render";
import { render } from "preact";
import { OrderTracking } from "./order-tracking.tsx";

declare const shopify: Api;

export default async () => {
  const { i18n, order, shop, shippingAddress, sessionToken } = shopify;
  const page = { order, shop, shippingAddress, sessionToken };
  render(<OrderTracking {...page} translate={i18n.translate} />, document.body);
};
