import "@shopify/ui-extensions/preact";
import type { Api } from "@shopify/ui-extensions/admin.order-details.action.render";
import { render } from "preact";
import { OrderInModal } from "./order-in-modal.tsx";
import { orderPath } from "./order-path.ts";

declare const shopify: Api;

export default async () => {
  const { translate } = shopify.i18n;
  const onClose = () => shopify.close();
  render(<OrderInModal {...{ path: orderPath(shopify.data), translate, onClose }} />, document.body);
};
