import { createHmac, timingSafeEqual } from "node:crypto";
import { findShopDomain, type ShopDomain } from "#app/platform/ids.ts";

/** How old a signature may be, or how far ahead of our clock (shopify.dev, Authenticate app proxies; Shopify's library). */
const VALID_SECONDS = 90;

/** What a storefront's request says of itself; the rest of its address is the customer's own. */
export type ProxiedRequest = { readonly shop: ShopDomain; readonly params: URLSearchParams };

type SignedRequest = {
  /** What stands after the question mark, as it came. */
  readonly query: string;
  /** Client secrets that Shopify may sign with. */
  readonly secrets: readonly string[];
  readonly now: Date;
};

/**
 * A request that Shopify passed on from a shop's storefront through the app proxy: signed over all parameters in the order
 * of their names. Null where it is not, is older than 90 seconds, or names a parameter twice.
 * https://shopify.dev/docs/apps/build/online-store/app-proxies/authenticate-app-proxies
 */
export function readProxiedRequest({ query, secrets, now }: SignedRequest): ProxiedRequest | null {
  const params = new URLSearchParams(query);
  const names = [...params.keys()];
  if (new Set(names).size !== names.length) return null;
  const shop = findShopDomain(params.get("shop"));
  const signature = params.get("signature") ?? "";
  if (shop === null || !/^[0-9a-f]{64}$/.test(signature)) return null;
  if (!isRecent(params.get("timestamp") ?? "", now)) return null;
  const given = Buffer.from(signature, "hex");
  const signed = signedText(params);
  const isSigner = (secret: string) =>
    timingSafeEqual(given, createHmac("sha256", secret).update(signed).digest());
  return secrets.some(isSigner) ? { shop, params } : null;
}

function isRecent(timestamp: string, now: Date): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(now.getTime() / 1000 - Number(timestamp)) <= VALID_SECONDS;
}

function signedText(params: URLSearchParams): string {
  return [...params]
    .filter(([name]) => name !== "signature")
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join("");
}
