import { createHmac } from "node:crypto";
import type { ShopState, World } from "../world.ts";
import { renderLiquid, renderTheme } from "./theme.ts";

export type StorefrontRequest = {
  readonly method: string;
  readonly url: URL;
  readonly contentType: string | null;
  readonly body: string;
  readonly address: string;
  /** What the sender wrote of itself, which nobody has checked. */
  readonly forwardedFor: string | null;
  /** The shopper's own cookies, which no app is sent. */
  readonly cookie: string;
};

export type StorefrontAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** How long a customer waits for an app. */
const TIME_LIMIT_MS = 10_000;

/** Headers of the app that reach the browser; cookies do not, in either direction (shopify.dev, About app proxies). */
const PASSED_ON = ["content-type", "cache-control", "retry-after", "x-robots-tag", "referrer-policy"];

/**
 * Passes a request on to the app, as its configuration says, signed over the sorted parameters; what comes back as Liquid is
 * put in the theme. Null where the path is not the app's, or the shop has no such app.
 */
export async function forwardToApp(
  world: World,
  shop: ShopState,
  request: StorefrontRequest,
): Promise<StorefrontAnswer | null> {
  const { appProxy, appUrl } = world.options;
  if (!appProxy || !shop.installed || !shop.scopes.includes("write_app_proxy")) return null;
  const prefix = `/${appProxy.prefix}/${appProxy.subpath}`;
  const { pathname } = request.url;
  if (pathname !== prefix && !pathname.startsWith(`${prefix}/`)) return null;
  const query = signProxiedQuery(request.url.searchParams, {
    shop: shop.domain,
    pathPrefix: prefix,
    secret: world.secrets.signing,
  });
  const target = new URL(`${appProxy.url}${pathname.slice(prefix.length)}?${query}`, appUrl);
  try {
    const answer = await fetch(target, {
      method: request.method,
      headers: {
        "x-forwarded-for": forwardedFor(request),
        "x-forwarded-host": shop.domain,
        ...(request.contentType === null ? {} : { "content-type": request.contentType }),
      },
      ...(request.method === "POST" ? { body: request.body } : {}),
      redirect: "manual",
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    return await passBack(shop, answer);
  } catch {
    return page(shop, 502, "The app did not answer in time.");
  }
}

/** Where Shopify's proxy is seen from, as the one in front of an app would add it. */
const OUR_ADDRESS = "198.51.100.7";

/** That what a sender wrote is taken out is not documented: it is left there. */
function forwardedFor({ address, forwardedFor: written }: StorefrontRequest): string {
  return [written, address, OUR_ADDRESS].filter((entry) => entry !== null).join(", ");
}

async function passBack(shop: ShopState, answer: Response): Promise<StorefrontAnswer> {
  const passed = PASSED_ON.map((name) => [name, answer.headers.get(name)] as const);
  const headers = Object.fromEntries(
    passed.filter((header): header is readonly [string, string] => header[1] !== null),
  );
  const body = await answer.text();
  if (!headers["content-type"]?.startsWith("application/liquid"))
    return { status: answer.status, headers, body };
  return {
    status: answer.status,
    headers: { ...headers, "content-type": "text/html; charset=utf-8" },
    body: renderTheme(shop, { title: "Page", main: renderLiquid(body) }),
  };
}

function page(shop: ShopState, status: number, text: string): StorefrontAnswer {
  const body = renderTheme(shop, { title: "Error", main: `<p>${text}</p>` });
  return { status, headers: { "content-type": "text/html; charset=utf-8" }, body };
}

export type ProxySigning = {
  readonly shop: string;
  readonly pathPrefix: string;
  readonly secret: string;
  /** Seconds; now, unless a test says otherwise. */
  readonly timestamp?: number;
};

/** The customer's parameters with Shopify's own and the signature over all of them (shopify.dev, Authenticate app proxies). */
export function signProxiedQuery(
  params: URLSearchParams,
  { shop, pathPrefix, secret, timestamp = Math.floor(Date.now() / 1000) }: ProxySigning,
): string {
  const all = new URLSearchParams(params);
  all.append("shop", shop);
  all.append("logged_in_customer_id", "");
  all.append("path_prefix", pathPrefix);
  all.append("timestamp", String(timestamp));
  const names = [...new Set(all.keys())];
  const signed = names
    .map((name) => `${name}=${all.getAll(name).join(",")}`)
    .sort()
    .join("");
  all.append("signature", createHmac("sha256", secret).update(signed).digest("hex"));
  return String(all);
}
