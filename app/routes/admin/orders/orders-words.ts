import type { OrdersTab } from "#app/domain/orders/orders-tab.ts";
import { orderWords } from "#app/ui/status-words.ts";

export const TAB_LABELS: Readonly<Record<OrdersTab, string>> = {
  needs_you: "Needs you",
  to_place: "To place",
  on_the_way: "On the way",
  done: "Done",
  all: "All",
};

type EmptyWords = {
  readonly title: string;
  readonly text: string;
  readonly step?: { readonly label: string; readonly url: string };
};

const EMPTY: Readonly<Record<OrdersTab, EmptyWords>> = {
  needs_you: { title: "Nothing needs you", text: "Orders that wait for an answer from you appear here." },
  to_place: {
    title: "Nothing to place",
    text: "Orders ready for the supplier that wait for your press appear here.",
  },
  on_the_way: {
    title: "Nothing on the way",
    text: "Orders placed with the supplier appear here until they arrive.",
  },
  done: { title: "Nothing finished yet", text: "Delivered, refused and cancelled orders appear here." },
  all: { title: "No orders yet", text: "Orders with products of the supplier appear here by themselves." },
};

/** What an empty list says: why it is empty, and the first step while the shop has no order at all. */
export function emptyWords(tab: OrdersTab, search: string, total: number): EmptyWords {
  if (search !== "") return { title: "No order found", text: `No order here has “${search}” in its number.` };
  if (total > 0) return EMPTY[tab];
  return { ...EMPTY.all, step: { label: "Choose products", url: "/products" } };
}

type Told = { readonly state: string; readonly need: string | null; readonly parcels: string };

/** What stands beside an order's badge: why it waits, else its parcels where they say more than the badge. */
export function detailOf({ state, need, parcels }: Told): string {
  return need ?? (orderWords(state).label.toLowerCase() === parcels ? "" : parcels);
}

const ROUTE_WORDS: Readonly<Record<string, string>> = { COD: "Cash on delivery", PREPAID: "Prepaid" };

export function routeWords(route: string | null): string {
  return route === null ? "" : (ROUTE_WORDS[route] ?? route);
}
