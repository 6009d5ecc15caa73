import "@shopify/ui-extensions/preact";
import type { Api } from "@shopify/ui-extensions/admin.order-details.block.render";
import { render } from "preact";
import { OrderOnPage } from "./order-on-page.tsx";
import { orderPath } from "./order-path.ts";

declare const shopify: Api;

export default async () => {
  const { translate } = shopify.i18n;
  render(<OrderOnPage {...{ path: orderPath(shopify.data), translate }} />, document.body);
};
