import "@shopify/ui-extensions/preact";
import type { Api } from "@shopify/ui-extensions/admin.order-details.block.render";
import { render } from "preact";
import { numberOf } from "../../shared/number-of.ts";
import { OrderOnPage } from "./order-on-page.tsx";

declare const shopify: Api;

export default async () => {
  const { translate } = shopify.i18n;
  const number = numberOf(shopify.data.selected[0]?.id);
  render(
    <OrderOnPage path={number === null ? null : `/extensions/orders/${number}`} translate={translate} />,
    document.body,
  );
};
