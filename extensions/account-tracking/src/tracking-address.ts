type ShopAddresses = { readonly storefrontUrl?: string; readonly myshopifyDomain: string };

/** The tracking page on the shop's own domain, where `shopify.app.toml` puts the app: of one order, or asking for it. */
export function trackingAddress(
  { storefrontUrl, myshopifyDomain }: ShopAddresses,
  { lang, order }: { readonly lang: string; readonly order: string | null },
): string {
  const address = new URL("/apps/karwan/track", storefrontUrl ?? `https://${myshopifyDomain}`);
  address.searchParams.set("lang", lang);
  if (order !== null) address.searchParams.set("order", order);
  return address.href;
}
