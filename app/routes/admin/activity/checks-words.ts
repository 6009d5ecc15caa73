import type { SweepKind } from "#app/domain/sweeps/sweep-kinds.ts";

type Words = { readonly title: string; readonly text: string };

/** What each check is called, and what it looks for. */
export const checkWords: Readonly<Record<SweepKind, Words>> = {
  shopify_orders: {
    title: "Orders in Shopify",
    text: "Orders that changed and that Karwan did not hear of.",
  },
  shopify_orders_week: { title: "Orders of the last 7 days", text: "The same once a day, a week back." },
  requests: { title: "Requests in Shopify", text: "Fulfillments and cancellations that wait for an answer." },
  unsettled: {
    title: "Placings without an answer",
    text: "Orders the supplier has not confirmed for 5 minutes.",
  },
  parcels: { title: "Parcels under way", text: "Each parcel compared with the supplier's list." },
  parcels_delivered: { title: "Delivered parcels", text: "Returns and margins whose news did not arrive." },
  imports: {
    title: "Products the supplier syncs",
    text: "What the supplier keeps for this store, compared with your listings.",
  },
  failed_deliveries: { title: "News that failed", text: "What the supplier tried to tell Karwan in vain." },
  shop_life: {
    title: "The store itself",
    text: "Whether Karwan's location, permissions and shipping rates still stand.",
  },
  orphans: {
    title: "Mapped products",
    text: "Variants at Karwan's location that are mapped to nothing, and mappings that point at nothing.",
  },
  retention: {
    title: "Old data",
    text: "Customers, messages and records that are no longer needed are erased.",
  },
  stock: { title: "The supplier's stock", text: "How many there are of everything in your store." },
  shopify_stock: {
    title: "Stock in Shopify",
    text: "What Shopify shows at Karwan's location, against what was written there.",
  },
  catalog: { title: "The catalog", text: "The supplier's whole catalog, so that its pages open at once." },
  webhooks: { title: "The supplier's news", text: "Whether all of it is sent to Karwan, and the key works." },
};

type Result = Readonly<Record<string, number>>;

/** "Looked at 12, mended 1": what the last run came to. */
export function resultWords(kind: string, result: Result): string {
  const { seen = 0, mended = 0, refused = 0, orphans = 0, gone = 0 } = result;
  if (kind === "catalog")
    return `${count(seen)} products${gone > 0 ? `, ${count(gone)} no longer offered` : ""}`;
  if (orphans > 0) return `Looked at ${count(seen)}, ${count(orphans)} need you: see Mapping`;
  if (kind === "webhooks") {
    if (refused > 0) return "Something stands in the way: see Settings";
    return mended > 0 ? "Set right again" : "All well";
  }
  if (mended > 0) return `Looked at ${count(seen)}, mended ${count(mended)}`;
  return seen === 0 ? "Nothing to look at" : `Looked at ${count(seen)}, all well`;
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

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
  other_mode: "Of a mode that is not connected",
  later: "About a product: not used yet",
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
