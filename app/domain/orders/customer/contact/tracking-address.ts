import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { makeSignedToken, readSignedToken } from "#app/platform/crypto/signed-token.ts";
import { type OrderId, toOrderId } from "#app/platform/ids.ts";
import { storefrontUrl } from "#app/shopify/storefront-url.ts";

/** Where `shopify.app.toml` puts the app on a shop's own domain. A merchant may move it; links of before then lead nowhere. */
export const TRACKING_PATH = "/apps/karwan/track";
const CHOICE_PATH = "/apps/karwan/order";

/** A link signed for one of these is none for the other, nor for another shop: what one shop signed is as forged elsewhere. */
const TRACKING_PURPOSE = "storefront_link/track";
const CHOICE_PURPOSE = "storefront_link/choice";

/** As long as Shopify itself shows an order. */
export const LINK_DAYS = 60;
/** Longer than any order waits to be packed. */
const CHOICE_DAYS = 14;
const DAY_MS = 24 * 60 * 60_000;

type LinkContext = Pick<ShopContext, "shop" | "env" | "crypto" | "clock">;
type LinkSigner = Pick<LinkContext, "crypto"> & { readonly shop: Pick<ShopContext["shop"], "id"> };
type LinkReader = LinkSigner & Pick<LinkContext, "clock">;
type LinkTarget = { readonly orderId: OrderId; readonly until: Date };

/** The address at which a customer sees one order without typing anything. It names no phone and no person. */
export function trackingAddress(ctx: LinkContext, orderId: OrderId): string {
  const token = makeTrackingToken(ctx, { orderId, until: inDays(ctx, LINK_DAYS) });
  return `${storefrontUrl(ctx.shop.domain, ctx.env.SHOPIFY_STANDIN_URL)}${TRACKING_PATH}?order=${token}`;
}

/** The address at which a customer says whether they mean one order, corrects it or cancels it. It names nobody either. */
export function choiceAddress(ctx: LinkContext, orderId: OrderId): string {
  const token = makeChoiceToken(ctx, { orderId, until: inDays(ctx, CHOICE_DAYS) });
  return `${storefrontUrl(ctx.shop.domain, ctx.env.SHOPIFY_STANDIN_URL)}${CHOICE_PATH}?order=${token}`;
}

/** Whole days, so that a text is the same each time it is shown. */
function inDays({ clock }: Pick<LinkContext, "clock">, days: number): Date {
  return new Date((Math.floor(clock.now().getTime() / DAY_MS) + days) * DAY_MS);
}

/** Where a customer types number and phone. */
export function trackingFormAddress({ shop, env }: Pick<ShopContext, "shop" | "env">): string {
  return `${storefrontUrl(shop.domain, env.SHOPIFY_STANDIN_URL)}${TRACKING_PATH}`;
}

export function makeTrackingToken(ctx: LinkSigner, { orderId, until }: LinkTarget): string {
  return makeSignedToken(ctx.crypto, { purpose: inShop(ctx, TRACKING_PURPOSE), id: orderId, until });
}

export function makeChoiceToken(ctx: LinkSigner, { orderId, until }: LinkTarget): string {
  return makeSignedToken(ctx.crypto, { purpose: inShop(ctx, CHOICE_PURPOSE), id: orderId, until });
}

/** The order a link is about, and the link's end; null where we did not sign it for this in the shop, or its time is over. */
export function readTrackingToken(ctx: LinkReader, token: string): LinkTarget | null {
  return readLink(ctx, TRACKING_PURPOSE, token);
}

export function readChoiceToken(ctx: LinkReader, token: string): LinkTarget | null {
  return readLink(ctx, CHOICE_PURPOSE, token);
}

/** For so long a page of an order can be opened again by what stands on it. */
const PAGE_MS = 60 * 60_000;

/** Until when what stands on a page opens it again: never for longer than the link by which it was opened. */
export function pageEnd({ clock }: Pick<LinkContext, "clock">, link: Pick<LinkTarget, "until"> | null): Date {
  return earliest(new Date(clock.now().getTime() + PAGE_MS), link?.until);
}

/** Until when an order that came to us then has a way from the pages of its links to its choices. */
export function choiceEnd(listedAt: Date): Date {
  return new Date(listedAt.getTime() + CHOICE_DAYS * DAY_MS);
}

export function earliest(end: Date, other: Date | undefined): Date {
  return other !== undefined && other < end ? other : end;
}

function readLink(ctx: LinkReader, purpose: string, token: string): LinkTarget | null {
  const link = readSignedToken(ctx.crypto, { purpose: inShop(ctx, purpose), token, now: ctx.clock.now() });
  return link?.until ? { orderId: toOrderId(link.id), until: link.until } : null;
}

function inShop({ shop }: Pick<LinkSigner, "shop">, purpose: string): string {
  return `${purpose}/${shop.id}`;
}
