import type { HoldGroup } from "#app/domain/orders/list/hold-groups.ts";
import type { OrdersSort } from "#app/domain/orders/list/orders-sort.ts";
import type { OrdersView } from "#app/domain/orders/list/orders-tab.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { orderWords } from "#app/ui/status-words.ts";

export const VIEW_LABELS: Readonly<Record<OrdersView, string>> = {
  needs_you: "Needs you",
  to_place: "To place",
  waiting: "Waiting",
  awaiting_funds: "Waiting for funds",
  preparing: "Preparing",
  on_the_way: "On the way",
  delivered: "Delivered",
  refused: "Refused & returned",
  cancelled: "Cancelled",
  all: "All",
  moving: "Moving",
  done: "Done",
};

export const HOLD_GROUPS: Readonly<Record<HoldGroup, string>> = {
  press: "Waits for your press",
  customer: "Customer, phone or address",
  payment: "How it is paid",
  amount: "Price or sum",
  product: "Product or stock",
  account: "Wallet or supplier account",
  answer: "The supplier's answer",
  parcel: "Its parcel",
  shopify: "Shopify or your settings",
};

export const SORTS: Readonly<Record<OrdersSort, string>> = {
  newest: "Newest first",
  oldest: "Oldest first",
  largest: "Largest amount first",
  smallest: "Smallest amount first",
};

/** The counts of orders stop above this. */
export const MOST_COUNTED = 999;

type EmptyWords = {
  readonly title: string;
  readonly text: string;
  readonly step?: { readonly label: string; readonly url: string };
};

const EMPTY: Readonly<Record<OrdersView, EmptyWords>> = {
  needs_you: { title: "Nothing needs you", text: "Orders that wait for an answer from you appear here." },
  to_place: {
    title: "Nothing to place",
    text: "Orders ready for the supplier that wait for your press appear here.",
  },
  waiting: {
    title: "Nothing waits",
    text: "Orders that go out by themselves, once stock, a payment or the supplier is ready, appear here.",
  },
  preparing: {
    title: "Nothing is being prepared",
    text: "Orders the supplier has and has not handed to a courier yet appear here.",
  },
  awaiting_funds: {
    title: "Nothing waits for funds",
    text: "Prepaid orders your wallet could not cover appear here, with the time left to pay.",
  },
  on_the_way: {
    title: "Nothing on the way",
    text: "Orders a courier has appear here until they arrive.",
  },
  delivered: { title: "Nothing delivered yet", text: "Orders whose parcels all arrived appear here." },
  refused: {
    title: "Nothing refused or returned",
    text: "Orders a customer refused at the door or sent back appear here.",
  },
  cancelled: { title: "Nothing cancelled", text: "Orders that were cancelled appear here." },
  moving: { title: "Nothing moves", text: "Orders that wait to be placed or are on their way appear here." },
  done: { title: "Nothing finished yet", text: "Delivered, refused and cancelled orders appear here." },
  all: { title: "No orders yet", text: "Orders with products of the supplier appear here by themselves." },
};

type EmptyListInput = {
  readonly view: OrdersView;
  readonly search: string;
  readonly isFiltered: boolean;
  /** Orders there are at all. */
  readonly total: number;
};

/** What an empty list says: why it is empty, and the first step out of it. */
export function emptyWords({ view, search, isFiltered, total }: EmptyListInput): EmptyWords {
  if (total === 0) return { ...EMPTY.all, step: { label: "Choose products", url: "/products" } };
  const everything = { label: "See all orders", url: "/orders?tab=all" };
  if (search !== "") {
    return {
      title: "No order found",
      text: `Nothing here fits “${search}”. Names, cities and products are found by whole words or their first letters, phones and numbers in full.`,
      step: everything,
    };
  }
  if (isFiltered) {
    return { title: "No order found", text: "No order here fits these filters.", step: everything };
  }
  return EMPTY[view];
}

type OrderDetailInput = {
  readonly state: OrderState;
  readonly reason: string | null;
  readonly parcels: string;
  readonly isTest: boolean;
};

/** What stands beside an order's badge: why it waits, else its parcels where they say more than the badge, and that it is a test. */
export function detailOf({ state, reason, parcels, isTest }: OrderDetailInput): string {
  const moved = orderWords(state).label.toLowerCase() === parcels ? "" : parcels;
  return reason ?? [moved, isTest ? "a test, no money moves" : ""].filter(Boolean).join(" · ");
}

const ROUTE_WORDS: Readonly<Record<PaymentMode, string>> = { COD: "Cash on delivery", PREPAID: "Prepaid" };

export function routeWords(route: PaymentMode | null): string {
  return route === null ? "" : ROUTE_WORDS[route];
}
