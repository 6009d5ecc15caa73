export type ShopAddresses = { readonly storefrontUrl?: string; readonly myshopifyDomain: string };

type PageOptions = { readonly lang: string; readonly order: string | null };

/** The tracking page on the shop's own domain, where `shopify.app.toml` puts the app: of one order, or asking for it. */
export function trackingAddress(shop: ShopAddresses, options: PageOptions): string {
  return addressOf(shop, "track", options).href;
}

/** The page on which a customer corrects an order. */
export function correctionAddress(shop: ShopAddresses, options: PageOptions): string {
  const address = addressOf(shop, "order", options);
  address.searchParams.set("do", "change");
  return address.href;
}

function addressOf(
  { storefrontUrl, myshopifyDomain }: ShopAddresses,
  page: string,
  { lang, order }: PageOptions,
): URL {
  const address = new URL(`/apps/karwan/${page}`, storefrontUrl ?? `https://${myshopifyDomain}`);
  address.searchParams.set("lang", lang);
  if (order !== null) address.searchParams.set("order", order);
  return address;
}
