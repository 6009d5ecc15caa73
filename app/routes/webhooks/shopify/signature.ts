import { createHmac, timingSafeEqual } from "node:crypto";

const format = /^[A-Za-z0-9+/]{43}=$/;

/** Whether this can be a signature of Shopify's at all. */
export function hasShopifySignatureFormat(header: unknown): header is string {
  return typeof header === "string" && format.test(header);
}

/** Whether one of the app's secrets signed exactly these bytes; each is compared over 32 bytes in constant time. */
export function isSignedByShopify(rawBody: Uint8Array, header: unknown, secrets: readonly string[]): boolean {
  if (!hasShopifySignatureFormat(header)) return false;
  const claimed = Buffer.from(header, "base64");
  const matches = secrets.map((secret) =>
    timingSafeEqual(createHmac("sha256", secret).update(rawBody).digest(), claimed),
  );
  return matches.includes(true);
}
