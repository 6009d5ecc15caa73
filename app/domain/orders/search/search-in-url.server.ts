import type { ShopContext } from "#app/domain/context/shop-context.server.ts";

/** What of a URL reveals a search: an order's number in the open, anything else sealed. */
export type SearchInUrl = { readonly search: string; readonly q: string };

type Sealing = Pick<ShopContext, "shop" | "crypto">;

/** Numbers so short are an order's; names, phones and the rest must not appear in addresses and histories. */
const ORDER_NUMBER = /^#?\d{1,6}$/;

function placeOf({ shop }: Sealing) {
  return { table: "url", row: shop.id, column: "q" };
}

export function toSearchInUrl(ctx: Sealing, text: string): SearchInUrl {
  if (text === "" || ORDER_NUMBER.test(text)) return { search: text, q: "" };
  return { search: "", q: Buffer.from(ctx.crypto.seal(text, placeOf(ctx))).toString("base64url") };
}

/** What is searched for; nothing where a sealed text is not this shop's or was bent. */
export function readSearchInUrl(ctx: Sealing, { search, q }: SearchInUrl): string {
  if (q === "") return search;
  try {
    return ctx.crypto.openText(Buffer.from(q, "base64url"), placeOf(ctx));
  } catch {
    return "";
  }
}
