import type { I18nTranslate } from "@shopify/ui-extensions/admin";

/** Says a key of the extension's locale file in the merchant's language. */
export type Translate = I18nTranslate;
