import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findShopDomain } from "#app/platform/ids.ts";
import { useReturnToAdmin } from "#app/ui/return-to-admin.ts";
import { notFound } from "./not-found.ts";

/**
 * The page Shopify's library sends a document to that has no session token: App Bridge, which is on every page, follows
 * `shopify-reload` with a new one, and the policy of the page names the shop, so both are looked at first. It is ours in
 * place of the library's, whose policy lets development hosts of Shopify's frame it. `return` goes back to a page of ours
 * with the shop App Bridge knows. The library's other pages under /auth are not ours, and its login page stands for a visit
 * from outside the admin.
 */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  const { SHOPIFY_APP_URL } = context.app.env;
  switch (params["*"]) {
    case "login":
      throw new Response("Open Karwan from your Shopify admin.", { status: 401 });
    case "return":
      return { returnTo: ownPath(request.url, SHOPIFY_APP_URL) };
    case "session-token":
      if (isOwnReload(request.url, SHOPIFY_APP_URL)) return { returnTo: null };
  }
  throw notFound();
}

export default function Auth() {
  const { returnTo } = useLoaderData<typeof loader>();
  return returnTo === null ? null : <Return path={returnTo} />;
}

function Return({ path }: { readonly path: string }) {
  return useReturnToAdmin(path) ? <p>Open Karwan from your Shopify admin.</p> : null;
}

/** The path it is to return to, with its query; the first page where it is none of ours. */
function ownPath(address: string, appUrl: string): string {
  const to = new URL(address).searchParams.get("to") ?? "";
  const url = URL.canParse(to, appUrl) ? new URL(to, appUrl) : null;
  return url !== null && url.origin === new URL(appUrl).origin ? `${url.pathname}${url.search}` : "/";
}

function isOwnReload(address: string, appUrl: string): boolean {
  const { searchParams } = new URL(address);
  const reload = searchParams.get("shopify-reload");
  const isOurs =
    reload === null || (URL.canParse(reload) && new URL(reload).origin === new URL(appUrl).origin);
  return isOurs && findShopDomain(searchParams.get("shop")) !== null;
}
