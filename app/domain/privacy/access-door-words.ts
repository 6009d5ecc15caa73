/** Where a customer was shown, as the merchant calls it; by the name of a route. */
const DOORS: Readonly<Record<string, string>> = {
  home: "on Home",
  orders: "in the list of orders",
  "orders/calls": "in the list of calls",
  "orders/order": "on the order's page",
  "orders/order/contact": "on the order's page",
  "orders/order/preview": "on the order's page",
  "extensions/order": "on Shopify's page of the order",
  runs: "in what came of a press on many orders",
  // What was seen before there was one page for all runs; rows are kept for a year.
  "orders/bulk": "in what came of a press on many orders",
  activity: "in Activity",
  wallet: "in the wallet's ledger",
  "wallet/export": "in a file of the wallet's ledger",
  "delivery-body": "in a delivery, with texts covered",
  settings: "in Settings",
  "settings/topic": "in Settings",
};

export function doorWords(door: string): string {
  return DOORS[door] ?? "on another page";
}
