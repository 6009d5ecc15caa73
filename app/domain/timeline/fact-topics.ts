import type { FactCode } from "#app/domain/messages/timeline/fact-codes.ts";
import type { FactThing } from "./fact-vocabulary.ts";

/** What a fact is about, as a person looks for it. */
export const factTopics = ["orders", "listings", "money", "settings", "connection"] as const;
export type FactTopic = (typeof factTopics)[number];

const OF_THING: Readonly<Record<FactThing, FactTopic>> = {
  order: "orders",
  listing: "listings",
  mapping: "listings",
  connection: "connection",
  shop: "settings",
};

/** Facts whose topic is not that of the thing they are kept with. */
const OTHERS: Readonly<Record<Exclude<FactTopic, "settings">, readonly FactCode[]>> = {
  orders: ["orders_exported", "bulk_started"],
  listings: [
    ...[
      "listings_pressed",
      "listings_exported",
      "import_asked",
      "import_run",
      "relink_asked",
      "imports_dropped",
    ],
    ...["prices_applied", "prices_kept", "prices_undone", "run_stopped", "run_left", "brake_stock"],
    ...["sync_stopped", "sync_answered", "taken_off_location", "stock_refused", "variant_gone"],
    ...["stock_put_right", "stock_left"],
  ] as const,
  money: [
    ...["payment_made", "payment_refused", "payment_unknown", "paid_by_itself", "pay_pressed", "fee_taken"],
    ...["margin_released", "marked_paid", "not_marked_paid", "mark_paid_pressed", "said_paid"],
    ...["parcel_awaiting_funds", "difference_put_aside", "difference_brought_back", "terms_changed"],
    ...["ledger_exported", "payouts_exported", "auto_pay_on", "auto_pay_off", "auto_pay_stopped"],
  ] as const,
  connection: ["webhook_secret_replaced", "news_expired", "sweep_mended"],
};

export function topicOf({ thing, code }: { readonly thing: FactThing; readonly code: FactCode }): FactTopic {
  const other = factTopics.find((topic) => topic !== "settings" && OTHERS[topic].includes(code));
  return other ?? OF_THING[thing];
}
