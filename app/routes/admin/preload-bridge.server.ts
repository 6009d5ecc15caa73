/** Shopify's library preloads App Bridge from Shopify; where another address replaces it, that one is meant. */
export function preloadBridge(headers: Headers, appBridgeUrl: string | undefined): void {
  if (appBridgeUrl === undefined || !headers.has("Link")) return;
  headers.set("Link", `<${appBridgeUrl}>; rel="preload"; as="script";`);
}
