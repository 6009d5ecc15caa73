import type { Api } from "@shopify/ui-extensions/customer-account.order-status.block.render";

/** Says a key of the extension's locale file in the customer's language. */
export type Translate = Api["i18n"]["translate"];
