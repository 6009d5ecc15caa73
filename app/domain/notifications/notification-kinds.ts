/** What people of a shop can be mailed. */
export const notificationKinds = [
  "orders_waiting",
  "awaiting_funds",
  "reserve_low",
  "connection_lost",
  "prices_up",
  "products_removed",
  "parcels_standing",
  "settlement_differs",
  "delivery_moved",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** `at_once`: a mail of its own within minutes · `digest`: in the daily digest · `off`: not at all. */
export const notificationUrgencies = ["at_once", "digest", "off"] as const;
export type NotificationUrgency = (typeof notificationUrgencies)[number];

/** What a shop has that chose nothing: what costs money while it waits is mailed at once. */
export const defaultUrgency: Readonly<Record<NotificationKind, NotificationUrgency>> = {
  orders_waiting: "digest",
  awaiting_funds: "at_once",
  reserve_low: "at_once",
  connection_lost: "at_once",
  prices_up: "digest",
  products_removed: "digest",
  parcels_standing: "digest",
  settlement_differs: "digest",
  delivery_moved: "digest",
};

export const DEFAULT_DIGEST_HOUR = 9;
export const DEFAULT_PRICE_RISE_PERCENT = 10;
