import "@shopify/ui-extensions/preact";
import type { Api } from "@shopify/ui-extensions/admin.product-details.block.render";
import { render } from "preact";
import { numberOf } from "../../shared/number-of.ts";
import { ProductOnPage } from "./product-on-page.tsx";

declare const shopify: Api;

export default async () => {
  const { translate } = shopify.i18n;
  const number = numberOf(shopify.data.selected[0]?.id);
  const path = number === null ? null : `/extensions/products/${number}`;
  render(<ProductOnPage {...{ path, translate }} />, document.body);
};
