import type { ShopState } from "#app/domain/context/shop-state.ts";
import type { SweepName } from "#app/platform/queue/work-subjects.ts";
import type { ScheduleSpec } from "./schedule-spec.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type SweepRule = {
  readonly per: ScheduleSpec["per"];
  /** How often at first; the sweeps that page through the service are then paced by its plan. */
  readonly everyMs: number;
  /** Which part of the account's calls a day it may use, together with the others of the same budget. */
  readonly budget: SweepBudget | null;
  /** States of a shop in which it runs; only while it is installed where nothing is said. */
  readonly shopStates?: readonly ShopState[];
  /** Of every shop, whether its set-up ever ended or not. */
  readonly beforeSetUp?: boolean;
};

/** Parts of the account's calls a day; the rest is for orders and people. */
export const budgetShares = {
  parcels: 0.25,
  deliveries: 0.05,
  stock: 0.4,
  catalog: 0.1,
  ledger: 0.1,
  quotes: 0.05,
} as const;

export type SweepBudget = keyof typeof budgetShares;

/** Everything that looks, by itself and again and again, for what a lost delivery left behind. */
export const sweepRules = {
  /** Orders changed in Shopify since the last look. */
  shopify_orders: { per: "shop", everyMs: 10 * MINUTE_MS, budget: null },
  /** The same over seven days. */
  shopify_orders_week: { per: "shop", everyMs: DAY_MS, budget: null },
  /** Fulfillment and cancellation requests that wait for our answer. */
  requests: { per: "shop", everyMs: 10 * MINUTE_MS, budget: null },
  /** Placings whose outcome has been open for too long. */
  unsettled: { per: "shop", everyMs: 2 * MINUTE_MS, budget: null },
  /** Pays parcels that wait for funds, where a person lets us; asks for the wallet only while one waits. */
  funds: { per: "shop", everyMs: 5 * MINUTE_MS, budget: null },
  /** Parcels under way, compared with the service's list of them. */
  parcels: { per: "connection", everyMs: 10 * MINUTE_MS, budget: "parcels" },
  /** Delivered parcels whose event of margin or return may have been lost. */
  parcels_delivered: { per: "connection", everyMs: DAY_MS, budget: "parcels" },
  /** What the service syncs for this shop, compared with our listings. */
  imports: { per: "connection", everyMs: DAY_MS, budget: "catalog" },
  /** Deliveries the service has given up. */
  failed_deliveries: { per: "connection", everyMs: 30 * MINUTE_MS, budget: "deliveries" },
  /** Whether the shop still has us, and everything of ours in it still stands (R44). A paused shop comes back by this. */
  shop_life: { per: "shop", everyMs: DAY_MS, budget: null, shopStates: ["installed", "unavailable"] },
  /** Variants at our location that are mapped to nothing, and mappings whose variant is gone. */
  orphans: { per: "shop", everyMs: DAY_MS, budget: null },
  /** What parcels must have moved, against the ledger's copy and Shopify as last read; it asks nobody by itself. */
  settlement: { per: "shop", everyMs: DAY_MS, budget: null },
  /** What is kept no longer than needed, also of a shop that left, was erased or was never set up. */
  retention: {
    ...{ per: "shop", everyMs: DAY_MS, budget: null, beforeSetUp: true },
    shopStates: ["installed", "unavailable", "uninstalled"],
  },
  /** The service's stock of every variant that is listed. */
  stock: { per: "connection", everyMs: 30 * MINUTE_MS, budget: "stock" },
  /** What stands in Shopify at our location, against what we wrote there. */
  shopify_stock: { per: "shop", everyMs: 6 * HOUR_MS, budget: null },
  /** The whole catalog, into our own cache: pages of it cost no call. */
  catalog: { per: "connection", everyMs: 6 * HOUR_MS, budget: "catalog" },
  /** Whether the service still sends its events to us, and the key still works. */
  webhooks: { per: "connection", everyMs: HOUR_MS, budget: "deliveries" },
  /** The account's ledger, copied (R19); several shops of one account share the walk. */
  ledger: { per: "connection", everyMs: 10 * MINUTE_MS, budget: "ledger" },
  /** What came up since the last mail, for the shop's recipients; it asks nobody. */
  notifications: { per: "shop", everyMs: 5 * MINUTE_MS, budget: null },
  /** What the service quotes for delivery, so that a checkout is answered without asking it. */
  quotes: { per: "connection", everyMs: 12 * HOUR_MS, budget: "quotes" },
} as const satisfies Readonly<Record<SweepName, SweepRule>>;

export type SweepKind = keyof typeof sweepRules;

export function isSweepKind(text: string): text is SweepKind {
  return Object.hasOwn(sweepRules, text);
}

export function ruleOfSweep(kind: SweepKind): SweepRule {
  return sweepRules[kind];
}

/** In which states of a shop a sweep runs. */
export function statesOfSweep(kind: SweepKind): readonly ShopState[] {
  return ruleOfSweep(kind).shopStates ?? ["installed"];
}

export const sweepKinds: readonly SweepKind[] = Object.keys(sweepRules).filter(isSweepKind);

/** The schedule of all sweeps. Most do not look at a shop that is paused or gone. */
export const sweepSpecs: readonly ScheduleSpec[] = sweepKinds.map((kind) => {
  const { per, everyMs, beforeSetUp } = ruleOfSweep(kind);
  return { kind, per, everyMs, shopStates: statesOfSweep(kind), beforeSetUp };
});
