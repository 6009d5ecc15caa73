import { randomBytes } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { findShopDomain } from "#app/platform/ids.ts";
import type { Env } from "#app/platform/process/env.server.ts";
import { appBridgeUrl } from "./app-bridge-url.server.ts";
import { contentSecurityPolicy } from "./content-security-policy.server.ts";
import { notFound } from "./not-found.ts";

/**
 * The pages a document goes by that comes without a session token or without its shop. They hold App Bridge and nothing of
 * any shop. `session-token` is where Shopify's library sends it for a token, which App Bridge then follows `shopify-reload`
 * with; it is ours in place of the library's, whose policy lets development hosts of Shopify frame it. `return` goes back to
 * a page of ours with the shop App Bridge knows. The library's other pages under /auth are not ours, and its login page
 * stands for a visit from outside the admin.
 */
export function loader({ request, params, context }: LoaderFunctionArgs): Response {
  const { env } = context.app;
  switch (params["*"]) {
    case "login":
      throw new Response("Open Karwan from your Shopify admin.", { status: 401 });
    case "return":
      return bridgePage(request, env, returnScript(ownAddress(request.url, env.SHOPIFY_APP_URL)));
    case "session-token":
      if (isOwnReload(request.url, env.SHOPIFY_APP_URL)) return bridgePage(request, env, "");
  }
  throw notFound();
}

type BridgeEnv = Pick<Env, "SHOPIFY_API_KEY" | "APP_BRIDGE_URL" | "ADMIN_FRAME_ORIGIN">;

function bridgePage(request: Request, env: BridgeEnv, script: string): Response {
  const nonce = randomBytes(16).toString("base64");
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Karwan</title>
<meta name="shopify-api-key" content="${env.SHOPIFY_API_KEY}">
<script src="${appBridgeUrl(env)}"></script>
</head>
<body>
<p id="lost" hidden>Open Karwan from your Shopify admin.</p>
<script nonce="${nonce}">${script}</script>
</body>
</html>`;
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": contentSecurityPolicy(request.url, nonce, env),
    },
  });
}

/** Opens the page as Shopify would: what App Bridge knows is at https://shopify.dev/docs/api/app-home/apis/config */
function returnScript(address: string): string {
  return `
const { shop, host } = window.shopify?.config ?? {};
const url = new URL(${JSON.stringify(address).replaceAll("<", "\\u003c")});
url.searchParams.delete("id_token");
for (const [name, value] of Object.entries({ shop, host, embedded: "1" })) url.searchParams.set(name, value);
if (shop && host) location.replace(url);
else document.getElementById("lost").hidden = false;
`;
}

/** Where it is to return to, whole: a path alone could name another site. The first page where that is none of ours. */
function ownAddress(address: string, appUrl: string): string {
  const first = new URL("/", appUrl);
  const to = new URL(address).searchParams.get("to") ?? "";
  const url = URL.canParse(to, first) ? new URL(to, first) : first;
  return url.origin === first.origin ? url.href : first.href;
}

function isOwnReload(address: string, appUrl: string): boolean {
  const { searchParams } = new URL(address);
  const reload = searchParams.get("shopify-reload");
  const isOurs =
    reload === null || (URL.canParse(reload) && new URL(reload).origin === new URL(appUrl).origin);
  return isOurs && findShopDomain(searchParams.get("shop")) !== null;
}
