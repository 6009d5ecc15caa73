/** The blocks of `extensions/storefront-blocks`, each with the page of the theme it is offered for. */
const placeOf = {
  "order-tracking": { template: "index", target: "newAppsSection" },
  "cash-on-delivery": { template: "product", target: "mainSection" },
} as const;

export type ThemeBlock = keyof typeof placeOf;

/**
 * Where Shopify's admin opens the theme editor with a block of ours put into the page, to be saved there or not; after
 * `/admin/` of a shop.
 * https://shopify.dev/docs/apps/build/online-store/theme-app-extensions/configuration#deep-linking
 */
export function themeEditorPath(apiKey: string, block: ThemeBlock): string {
  const { template, target } = placeOf[block];
  const query = new URLSearchParams({ template, addAppBlockId: `${apiKey}/${block}`, target });
  return `themes/current/editor?${query}`;
}
