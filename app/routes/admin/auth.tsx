import type { LoaderFunctionArgs } from "@remix-run/node";
import { findShopDomain } from "#app/platform/ids.ts";
import { notFound } from "./not-found.ts";

/**
 * The page that fetches a fresh session token, which Shopify's library answers; it writes the shop into a header and
 * App Bridge follows `shopify-reload` with the new token, so both are looked at first. The library's other pages
 * under /auth are not ours, and its login page stands for a visit from outside the admin.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { app } = context;
  if (params["*"] === "login") throw new Response("Open Karwan from your Shopify admin.", { status: 401 });
  if (params["*"] !== "session-token" || !isOwnReload(request.url, app.env.SHOPIFY_APP_URL)) throw notFound();
  await app.shopify.authenticateAdmin(request);
  return null;
}

function isOwnReload(address: string, appUrl: string): boolean {
  const { searchParams } = new URL(address);
  const reload = searchParams.get("shopify-reload");
  const isOurs =
    reload === null || (URL.canParse(reload) && new URL(reload).origin === new URL(appUrl).origin);
  return isOurs && findShopDomain(searchParams.get("shop")) !== null;
}
