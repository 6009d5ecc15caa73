import type { Env } from "#app/platform/process/env.server.ts";

/** Where App Bridge is: at Shopify, but for what stands in for the admin. */
export function appBridgeUrl({ APP_BRIDGE_URL }: Pick<Env, "APP_BRIDGE_URL">): string {
  return APP_BRIDGE_URL ?? "https://cdn.shopify.com/shopifycloud/app-bridge.js";
}
