import { createContext, type ReactNode, useContext } from "react";

/** What every page of one shop knows: its time zone for dates, its domain for links into the admin, its mode. */
export type ShopFacts = {
  readonly timezone: string;
  readonly shopDomain: string;
  readonly mode: string | null;
};

const Facts = createContext<ShopFacts>({ timezone: "UTC", shopDomain: "", mode: null });

export function ShopFactsProvider({ facts, children }: { facts: ShopFacts; children: ReactNode }) {
  return <Facts.Provider value={facts}>{children}</Facts.Provider>;
}

export function useShopFacts(): ShopFacts {
  return useContext(Facts);
}

/** A page of Shopify's own admin; the `shopify:` scheme keeps the merchant inside the admin's frame. */
export function adminUrl(path: string): string {
  return `shopify:admin/${path}`;
}
