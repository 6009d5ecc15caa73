import path from "node:path";
import { pathToFileURL } from "node:url";
import type { playShownStates } from "#test/support/shown-states.ts";
import type { startWorld, World } from "#test/support/world.ts";

/** One checkout with its own app, data and stand-ins. */
export type Side = {
  readonly world: World;
  /** The address in the admin that shows each page as a merchant at work finds it. */
  readonly pages: ReadonlyMap<string, string>;
};

/** Which of the states that are shown stands for a page; the last wins where a page has several. */
const shownBy: Readonly<Record<string, string>> = {
  home: "13-home-with-orders",
  catalog: "06-catalog",
  "catalog table": "06-catalog-table",
  product: "07-product",
  "import review": "06-import-review",
  listings: "08-listings",
  listing: "08-listing",
  "listings run": "08-listings-run",
  mapping: "08-mapping",
  "mapped product": "08-mapping-bundle",
  "price change": "16-prices-applied",
  orders: "11-orders-all",
  order: "12-order-delivered",
  "order held": "12-order-held",
  "orders run": "11-orders-bulk-run",
  wallet: "16-wallet",
  "wallet held": "16-wallet-held",
  funds: "16-waiting-for-funds",
  payouts: "16-payouts",
  "payouts day": "16-payouts-day",
  profit: "16-profit-product",
  check: "13-settlement-checked",
  leave: "15-leave",
  activity: "14-activity",
  checks: "14-activity-checks",
  deliveries: "14-activity-deliveries",
  settings: "09-settings",
};

/** Starts a checkout's world with its own modules, and plays what every page shall show. */
export async function openSide(folder: string): Promise<Side> {
  const load = (file: string) => import(pathToFileURL(path.join(folder, "test/support", file)).href);
  const worldModule: { startWorld: typeof startWorld } = await load("world.ts");
  const statesModule: { playShownStates: typeof playShownStates } = await load("shown-states.ts");
  const world = await worldModule.startWorld();
  const addresses = new Map<string, string>();
  for await (const state of statesModule.playShownStates(world)) addresses.set(state.name, state.path);
  const pages = new Map<string, string>();
  for (const [page, name] of Object.entries(shownBy)) {
    const address = addresses.get(name);
    if (address !== undefined) pages.set(page, address);
  }
  return { world, pages };
}
