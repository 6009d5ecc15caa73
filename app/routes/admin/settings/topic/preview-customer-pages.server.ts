import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { messageLinkInLiquid } from "#app/domain/orders/customer/contact/message-link.ts";
import { trackingFormAddress } from "#app/domain/orders/customer/contact/tracking-address.ts";
import { CUSTOMER_WORDS } from "#app/domain/shops/customer-words.ts";
import type { TextLanguage } from "#app/domain/shops/setting-choices.ts";
import { previewPage } from "#app/routes/storefront/preview-page.ts";
import { type ThemeBlock, themeEditorPath } from "#app/shopify/theme-editor-path.ts";

export type CustomerPages = {
  /** Where customers type number and phone. */
  readonly address: string;
  /** What leads to an order from a message that Shopify sends of it. */
  readonly liquid: string;
  /** Where Shopify's theme editor opens with a block of ours. */
  readonly editor: Readonly<Record<ThemeBlock, string>>;
  /** The page of an example, as documents. */
  readonly previews: Readonly<Record<TextLanguage, string>>;
};

/** The pages of this shop's customers, as they are saved. */
export function previewCustomerPages(ctx: ShopContext): CustomerPages {
  const { shop, clock, env } = ctx;
  const apiKey = env.SHOPIFY_API_KEY;
  const { timezone } = shop;
  const sender = shop.senderName || shop.name;
  const preview = (language: TextLanguage) =>
    previewPage({ language, timezone, sender, ownWords: shop[CUSTOMER_WORDS[language]], now: clock.now() });
  return {
    address: trackingFormAddress(ctx),
    liquid: messageLinkInLiquid(ctx),
    editor: {
      "order-tracking": themeEditorPath(apiKey, "order-tracking"),
      "cash-on-delivery": themeEditorPath(apiKey, "cash-on-delivery"),
    },
    previews: { en: preview("en"), roman_urdu: preview("roman_urdu"), ur: preview("ur") },
  };
}
