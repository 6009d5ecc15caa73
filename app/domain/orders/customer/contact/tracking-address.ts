import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { makeSignedToken, readSignedToken } from "#app/platform/crypto/signed-token.ts";
import { type OrderId, toOrderId } from "#app/platform/ids.ts";
import { storefrontUrl } from "#app/shopify/storefront-url.ts";

/** Where `shopify.app.toml` puts the app on a shop's own domain. A merchant may move it; links of before then lead nowhere. */
const TRACKING_PATH = "/apps/karwan/track";

const PURPOSE = "storefront_link/track";

/** As long as Shopify itself shows an order. */
const LINK_DAYS = 60;
const DAY_MS = 24 * 60 * 60_000;

/** The address at which a customer sees one order without typing anything. It names no phone and no person. */
export function trackingAddress(
  { shop, env, crypto, clock }: Pick<ShopContext, "shop" | "env" | "crypto" | "clock">,
  orderId: OrderId,
): string {
  // Whole days, so that a text is the same each time it is shown.
  const until = new Date((Math.floor(clock.now().getTime() / DAY_MS) + LINK_DAYS) * DAY_MS);
  const token = makeTrackingToken({ crypto }, { orderId, until });
  return `${storefrontUrl(shop.domain, env.SHOPIFY_STANDIN_URL)}${TRACKING_PATH}?order=${token}`;
}

/** Where a customer types number and phone. */
export function trackingFormAddress({ shop, env }: Pick<ShopContext, "shop" | "env">): string {
  return `${storefrontUrl(shop.domain, env.SHOPIFY_STANDIN_URL)}${TRACKING_PATH}`;
}

/** The same in the texts Shopify sends: it fills in the shop's own domain. */
export const TRACKING_LINK_IN_LIQUID = `<a href="{{ shop.url }}${TRACKING_PATH}">Track your order</a>`;

export function makeTrackingToken(
  { crypto }: Pick<ShopContext, "crypto">,
  { orderId, until }: { readonly orderId: OrderId; readonly until: Date },
): string {
  return makeSignedToken(crypto, { purpose: PURPOSE, id: orderId, until });
}

/** The order a link is about; null where we did not sign it for this, or its time is over. */
export function readTrackingToken(
  { crypto, clock }: Pick<ShopContext, "crypto" | "clock">,
  token: string,
): OrderId | null {
  const id = readSignedToken(crypto, { purpose: PURPOSE, token, now: clock.now() });
  return id === null ? null : toOrderId(id);
}
