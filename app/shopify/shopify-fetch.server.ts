export type ShopifyFetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

const SHOP_HOST = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

/**
 * The one way out to Shopify. With a stand-in, whatever is meant for a shop's host goes there instead, the shop's
 * host kept in X-Forwarded-Host; everything else is refused, so that nothing leaves the machine by mistake.
 */
export function createShopifyFetch(options: { readonly standinUrl?: string | undefined }): ShopifyFetch {
  const { standinUrl } = options;
  if (standinUrl === undefined) return (url, init) => fetch(url, init);
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (!SHOP_HOST.test(url.host)) throw new Error(`The Shopify stand-in does not speak for ${url.host}`);
    const headers = new Headers(request.headers);
    headers.set("x-forwarded-host", url.host);
    const target = new URL(`${url.pathname}${url.search}`, standinUrl);
    // The signal as it was given: that of a request made of it is forgotten with the garbage, and then ends nothing.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : null);
    const body = request.method === "GET" || request.method === "HEAD" ? undefined : await request.text();
    return fetch(target, { method: request.method, headers, body, signal, redirect: "manual" });
  };
}
