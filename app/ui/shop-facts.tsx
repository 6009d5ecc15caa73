import { createContext, type ReactNode, useContext } from "react";
import type { ConnectionView } from "#app/domain/connection/list-connections.server.ts";
import { otherThan, RECIPIENT } from "#app/domain/timeline/fact-vocabulary.ts";

/** What every page of one shop knows: its time zone for dates, its domain for links into the admin, its mode; and who looks. */
export type ShopFacts = {
  readonly timezone: string;
  readonly shopDomain: string;
  readonly mode: ConnectionView["mode"] | null;
  /** Shopify's id of the person looking. */
  readonly person: string;
};

const Facts = createContext<ShopFacts>({ timezone: "UTC", shopDomain: "", mode: null, person: "" });

export function ShopFactsProvider({ facts, children }: { facts: ShopFacts; children: ReactNode }) {
  return <Facts.Provider value={facts}>{children}</Facts.Provider>;
}

export function useShopFacts(): ShopFacts {
  return useContext(Facts);
}

/** A page of Shopify's own admin, opened around us by App Bridge. */
export function adminUrl(path: string): string {
  return `shopify://admin/${path}`;
}

/** Who did something, as the person looking would say it. Shopify tells us ids of staff, not names. */
export function useWho(): (by: string) => string {
  const { person } = useShopFacts();
  return (by) => {
    if (by === person) return "you";
    if (by === RECIPIENT) return "a recipient";
    return by === "karwan" || by === "" ? "Karwan" : otherThan(by);
  };
}
