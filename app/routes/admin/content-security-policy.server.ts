import { findShopDomain } from "#app/platform/ids.ts";
import { RETURN_PATH } from "./return-to-shop.server.ts";

type Sources = {
  readonly ADMIN_FRAME_ORIGIN?: string | undefined;
  readonly APP_BRIDGE_URL?: string | undefined;
};

const SHOPIFY_ADMIN = "https://admin.shopify.com";
const SHOPIFY_CDN = "https://cdn.shopify.com";
/** Where App Bridge reports how fast pages are. */
const SHOPIFY_REPORTS = "https://*.shopifysvc.com";

/**
 * What a document may load and who may frame it: the admin of the shop its address names, nobody where it names none but
 * for the page that has yet to learn it and shows nothing of any shop.
 * Scripts are our own files, App Bridge, and what bears the nonce. Polaris and App Bridge set styles inline; pictures of
 * products are wherever the supplier keeps them. `env` adds what stands in for the admin in the demo.
 */
export function contentSecurityPolicy(address: string, nonce: string, env: Sources): string {
  const admins = listAdmins(new URL(address));
  const framing = [...(env.ADMIN_FRAME_ORIGIN ? [env.ADMIN_FRAME_ORIGIN] : []), ...admins];
  const bridge = env.APP_BRIDGE_URL ? [new URL(env.APP_BRIDGE_URL).origin] : [];
  const directives: Readonly<Record<string, readonly string[]>> = {
    "frame-ancestors": framing.length === 0 ? ["'none'"] : framing,
    "default-src": ["'self'"],
    "script-src": ["'self'", `'nonce-${nonce}'`, SHOPIFY_CDN, ...bridge],
    "style-src": ["'self'", "'unsafe-inline'", SHOPIFY_CDN, ...bridge],
    "font-src": ["'self'", SHOPIFY_CDN],
    "img-src": ["'self'", "data:", "blob:", "https:"],
    "connect-src": ["'self'", SHOPIFY_CDN, SHOPIFY_REPORTS, ...admins, ...bridge],
    "frame-src": ["'self'", ...admins, ...bridge],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

function listAdmins({ pathname, searchParams }: URL): readonly string[] {
  const shop = findShopDomain(searchParams.get("shop"));
  if (shop !== null) return [`https://${shop}`, SHOPIFY_ADMIN];
  return pathname === RETURN_PATH ? [SHOPIFY_ADMIN] : [];
}
