/** Where Shopify asks again for the permissions the app wants: a page of its admin. */
export function grantPage({ SHOPIFY_API_KEY }: { readonly SHOPIFY_API_KEY: string }): string {
  return `oauth/install?client_id=${SHOPIFY_API_KEY}`;
}
