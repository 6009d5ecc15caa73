import { redirect } from "@remix-run/node";
import { findShopDomain } from "#app/platform/ids.ts";

/** The page that has App Bridge say which shop it is framed for, and returns with that. */
export const RETURN_PATH = "/auth/return";

/** What Shopify's library asks of the address of a document besides a session token, which it then fetches itself. */
const CARRIED = ["shop", "host", "locale"] as const;

/**
 * Shopify names the shop and its host in the address of the first document only. A link that is followed before the page's
 * code runs, or a reload after that code changed the address, asks for a document without them; the library takes it for a
 * visit from outside the admin. The page before it, which the browser names, has them still.
 * @throws Response a redirect to the same page with both; where only App Bridge knows them, to the page that asks it
 */
export function returnToShop(request: Request, appUrl: string): void {
  const address = new URL(request.url);
  if (!isDocument(request, address) || namesShop(address)) return;
  const referer = request.headers.get("referer") ?? "";
  const before = URL.canParse(referer) ? new URL(referer) : null;
  const app = new URL(appUrl);
  const isFromApp = before?.origin === app.origin;
  if (isFromApp && namesShop(before)) {
    // Whole, with our origin: a path that begins with two slashes would name another site.
    app.pathname = address.pathname;
    app.search = String(carryOver(before, address.searchParams));
    throw redirect(app.href);
  }
  // With a shop that is none it was asked already.
  if (address.searchParams.has("shop")) return;
  const isInFrame = request.headers.get("sec-fetch-dest") === "iframe";
  if (!isFromApp && !isInFrame) return;
  const to = `${address.pathname}${address.search}`;
  throw redirect(`${RETURN_PATH}?${new URLSearchParams({ to })}`);
}

function isDocument(request: Request, { searchParams }: URL): boolean {
  return request.method === "GET" && !request.headers.has("authorization") && !searchParams.has("_data");
}

function namesShop({ searchParams }: URL): boolean {
  return findShopDomain(searchParams.get("shop")) !== null && searchParams.has("host");
}

function carryOver(before: URL, search: URLSearchParams): URLSearchParams {
  const carried = new URLSearchParams(search);
  for (const name of CARRIED) {
    const value = before.searchParams.get(name);
    if (value !== null) carried.set(name, value);
  }
  carried.set("embedded", "1");
  return carried;
}
