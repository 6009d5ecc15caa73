/** A page as a merchant at work finds it: which of the states that are shown stands for it, and what is pressed there. */
type ListedPage = {
  readonly shown: string;
  /** A selector; without one what answers at once and changes nothing (`measureVisit`). */
  readonly press?: string;
};

/** Those a merchant opens daily. */
const daily = {
  home: { shown: "13-home-with-orders" },
  orders: { shown: "11-orders-all" },
  calls: { shown: "03-calls-empty" },
  order: { shown: "12-order-delivered" },
  "order held": { shown: "12-order-held" },
  "order to place": { shown: "12-order-how-paid" },
  "orders in shadow": { shown: "11-shadow-not-begun" },
  catalog: { shown: "06-catalog" },
  product: { shown: "07-product" },
  "import review": { shown: "06-import-review" },
  listings: { shown: "08-listings" },
  listing: { shown: "08-listing" },
  mapping: { shown: "08-mapping" },
  wallet: { shown: "16-wallet" },
  funds: { shown: "16-waiting-for-funds" },
  payouts: { shown: "16-payouts" },
  "payouts day": { shown: "16-payouts-day" },
  profit: { shown: "16-profit-product" },
  refusals: { shown: "16-refusals-city" },
  check: { shown: "13-settlement-checked" },
  activity: { shown: "14-activity" },
  settings: { shown: "09-settings" },
  "settings: holds": { shown: "09-settings-holds-rules" },
  "settings: waiting": { shown: "09-settings-waiting" },
} as const satisfies Readonly<Record<string, ListedPage>>;

const others = {
  "catalog table": { shown: "06-catalog-table" },
  "listings run": { shown: "08-listings-run" },
  "mapped product": { shown: "08-mapping-bundle" },
  "price change": { shown: "16-prices-applied" },
  "orders run": { shown: "11-orders-bulk-run" },
  "wallet held": { shown: "16-wallet-held" },
  trace: { shown: "12-trace" },
  leave: { shown: "15-leave" },
  checks: { shown: "14-activity-checks" },
  deliveries: { shown: "14-activity-deliveries" },
  "settings: notifications": { shown: "09-settings-notifications" },
  "settings: flow": { shown: "09-settings-flow" },
} as const satisfies Readonly<Record<string, ListedPage>>;

export type PageSet = "daily" | "all";

export function listedPages(set: PageSet): ReadonlyMap<string, ListedPage> {
  return new Map<string, ListedPage>(Object.entries(set === "all" ? { ...daily, ...others } : daily));
}
