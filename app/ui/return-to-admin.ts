import { useEffect, useState } from "react";

/** What App Bridge knows of where it runs: https://shopify.dev/docs/api/app-home/apis/config */
type BridgeConfig = { readonly shop?: string; readonly host?: string };

/** The address of a page as Shopify opens it: with shop and host, and without the session token of its time. */
export function addressInAdmin(address: string, { shop, host }: BridgeConfig): string {
  const url = new URL(address);
  url.searchParams.delete("id_token");
  url.hash = "";
  if (shop && host) {
    url.searchParams.set("shop", shop);
    url.searchParams.set("host", host);
    url.searchParams.set("embedded", "1");
  }
  return url.href;
}

/** Loads the page's document anew. Its address may have lost what the document needs, which App Bridge knows. */
export function reloadInAdmin(): void {
  window.location.replace(addressInAdmin(window.location.href, bridgeConfig()));
}

/** Goes to a page of ours as Shopify would open it. True where App Bridge does not know the shop, and nothing comes. */
export function useReturnToAdmin(path: string): boolean {
  const [isLost, setIsLost] = useState(false);
  useEffect(() => {
    const config = bridgeConfig();
    if (!config.shop || !config.host) return setIsLost(true);
    window.location.replace(addressInAdmin(new URL(path, window.location.origin).href, config));
  }, [path]);
  return isLost;
}

/** Nothing of it is sure to be there: an error page is shown also where App Bridge did not load. */
function bridgeConfig(): BridgeConfig {
  return (window as { shopify?: { config?: BridgeConfig } }).shopify?.config ?? {};
}
