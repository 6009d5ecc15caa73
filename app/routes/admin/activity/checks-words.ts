import type { SweepKind } from "#app/domain/sweeps/sweep-kinds.ts";

type Words = { readonly title: string; readonly text: string };

/** What each check is called, and what it looks for. */
export const checkWords: Readonly<Record<SweepKind, Words>> = {
  shopify_orders: {
    title: "Orders in Shopify",
    text: "Finds orders that changed while Shopify's news did not arrive.",
  },
  shopify_orders_week: {
    title: "Orders of the last 7 days",
    text: "The same, once a day, for the whole last week.",
  },
  requests: {
    title: "Requests in Shopify",
    text: "Finds fulfillments and cancellations that wait for an answer.",
  },
  unsettled: {
    title: "Orders the supplier has not confirmed",
    text: "Asks again about orders without an answer for 5 minutes.",
  },
  parcels: {
    title: "Parcels under way",
    text: "Compares each parcel with the supplier's list, and finds those that stand still.",
  },
  parcels_delivered: {
    title: "Delivered parcels",
    text: "Finds returns and credited margins whose news did not arrive.",
  },
  imports: {
    title: "Products the supplier syncs",
    text: "Compares what the supplier keeps for this store with your listings.",
  },
  failed_deliveries: {
    title: "News that did not arrive",
    text: "Asks the supplier for what it could not deliver to Karwan.",
  },
  shop_life: {
    title: "Your store's set-up",
    text: "Checks Karwan's location, its permissions and the shipping rates.",
  },
  orphans: {
    title: "Mapped products",
    text: "Finds variants at Karwan's location without a supplier product, and mappings whose product is gone.",
  },
  funds: {
    title: "Waiting for funds",
    text: "Pays parcels that wait for money in the wallet, where you let Karwan.",
  },
  settlement: {
    title: "Payouts",
    text: "Compares each ended parcel with the supplier's ledger and with Shopify.",
  },
  retention: {
    title: "Old data",
    text: "Erases customers, messages and records that are no longer needed.",
  },
  stock: { title: "The supplier's stock", text: "Reads how many there are of everything in your store." },
  shopify_stock: {
    title: "Stock in Shopify",
    text: "Compares the stock Shopify shows with what Karwan wrote there.",
  },
  catalog: {
    title: "The catalog",
    text: "Reads the supplier's whole catalog, so that its pages open at once.",
  },
  ledger: {
    title: "The wallet's ledger",
    text: "Copies new entries of the account's ledger, and looks at the last 30 days again each night.",
  },
  notifications: {
    title: "Mails to you and your team",
    text: "Gathers what came up since the last mail, as Settings, Notifications says.",
  },
  quotes: {
    title: "Delivery costs",
    text: "Asks the supplier what delivery costs, where Karwan answers your checkout.",
  },
  webhooks: {
    title: "The supplier's news",
    text: "Checks that the supplier's news is sent to Karwan, and that the key works.",
  },
};

/** Why the last try did not come to its end, and what happens next. */
export function failureWords(code: string): string {
  if (code === "share_of_quota_used")
    return "Its share of today's calls to the supplier is used up. It goes on after midnight UTC.";
  if (code === "daily_quota_exceeded")
    return "Today's calls to the supplier are used up. It goes on after midnight UTC.";
  if (code === "unauthorized" || code === "token_dead" || code === "shop_unavailable")
    return "Shopify did not let Karwan in. It is tried again; if it stays, open the app anew from your admin.";
  if (code === "invalid_key" || code.startsWith("reseller_"))
    return "The supplier did not accept the key. See Settings.";
  return "The other side could not be asked. It is tried again by itself.";
}

/** Why a delivery changed nothing. */
export function ignoredWords(why: string | null): string {
  return IGNORED[why ?? ""] ?? "Changed nothing";
}

const IGNORED: Readonly<Record<string, string>> = {
  other_mode: "From a test or live mode that is not connected",
  unknown_event: "Of a kind Karwan does not know",
  unknown_order: "About an order Karwan did not place",
  unknown_topic: "Of a kind Karwan does not know",
  unknown_shop: "Of a shop Karwan does not know",
  older_news: "Older than what was known already",
  unreadable: "Could not be read",
  erased: "Erased with the customer's data before it was read",
  expired:
    "Was not read within 14 days; what it said is erased. The supplier was asked by the regular checks instead",
};
