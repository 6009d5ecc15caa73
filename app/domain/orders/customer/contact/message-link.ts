import { createHmac, timingSafeEqual } from "node:crypto";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type OrderGid, toOrderGid } from "#app/platform/ids.ts";
import { LINK_DAYS, TRACKING_PATH } from "./tracking-address.ts";

type LinkSigner = Pick<ShopContext, "crypto"> & { readonly shop: Pick<ShopContext["shop"], "id"> };

const DAY_SECONDS = 24 * 60 * 60;

/**
 * A line for the messages that Shopify sends of an order: its Liquid signs a link to that order with a key of the shop, so that
 * no call and no metafield is needed. Where Liquid lacks the filter the link leads to the form for number and phone.
 */
export function messageLinkInLiquid(ctx: LinkSigner): string {
  const ends = `{% assign karwan_until = 'now' | date: '%s' | plus: ${LINK_DAYS * DAY_SECONDS} %}`;
  const link = "{% assign karwan_link = id | append: '.' | append: karwan_until %}";
  const sign = `{% assign karwan_sign = karwan_link | prepend: 'track.' | hmac_sha256: '${keyOf(ctx)}' %}`;
  const address = `{{ shop.url }}${TRACKING_PATH}?order={{ karwan_link }}.{{ karwan_sign }}`;
  return `${ends}${link}${sign}<a href="${address}">Track your order</a>`;
}

/** Shopify's number of the order, when the link ends in seconds since 1970, and the shop's signature of both. */
const MESSAGE_LINK = /^(\d{1,20})\.(\d{10})\.([0-9a-f]{64})$/;

type MessageLink = { readonly orderGid: OrderGid; readonly until: Date };

/** The order that a link of Shopify's messages is about; null where the shop's key did not sign it, or its time is over. */
export function readMessageLink(
  ctx: LinkSigner & Pick<ShopContext, "clock">,
  token: string,
): MessageLink | null {
  const [, number, seconds, signature] = MESSAGE_LINK.exec(token) ?? [];
  if (number === undefined || seconds === undefined || signature === undefined) return null;
  const expected = createHmac("sha256", keyOf(ctx)).update(`track.${number}.${seconds}`).digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, "hex"))) return null;
  const until = new Date(Number(seconds) * 1000);
  if (until <= ctx.clock.now()) return null;
  return { orderGid: toOrderGid(`gid://shopify/Order/${number}`), until };
}

/** It stands in the merchant's own templates: what it signs opens tracking of this shop's orders, and nothing that changes one. */
function keyOf({ crypto, shop }: LinkSigner): string {
  return crypto.hash(shop.id, "storefront_link/message");
}
