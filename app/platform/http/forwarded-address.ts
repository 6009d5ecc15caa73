/**
 * Whom a request of Shopify's app proxy is from, by its `X-Forwarded-For`. What stands at the left end a sender may have
 * written; behind Shopify's entry each proxy in front of us adds one, so it is counted from the right. Null where the
 * header says nothing.
 */
export function forwardedAddress(header: string | undefined, proxies: number): string | null {
  const entries = (header ?? "").split(",").map((entry) => entry.trim());
  return entries[Math.max(0, entries.length - 1 - proxies)]?.slice(0, 64) || null;
}
