import { setTimeout as pause } from "node:timers/promises";
import type { ShopId } from "#app/platform/ids.ts";
import type { Log } from "#app/platform/observability/log.server.ts";
import type { AdminAccess } from "./admin-access.server.ts";
import {
  type AdminClient,
  type AdminClientOptions,
  createAdminClient,
  type ShopifyMeter,
} from "./admin-client.server.ts";
import { createCallGuard, type RestingCalls } from "./call-guard.server.ts";
import { createQueryBudget, type QueryBudget } from "./query-budget.ts";
import type { ShopifyFetch } from "./shopify-fetch.server.ts";

export type ShopifyAdmin = {
  /**
   * The Admin API of one shop; clients of the same shop share one query budget. Work in bulk leaves a part of it to
   * whatever an order needs meanwhile.
   */
  clientFor(shop: { readonly id: ShopId; readonly domain: string }, pace?: AdminPace): AdminClient;
  /** What of Shopify this process gives a rest. */
  resting(): RestingCalls;
};

/** For whom the calls are: an order's own work, a person at a page, a sweep, or an import. */
export type AdminPace = "order" | "page" | "sweep" | "bulk";

type Pace = Required<Pick<AdminClientOptions, "rank" | "leftShare" | "openingPatienceMs" | "patienceMs">>;

/** Work that has not begun gives its slot to other shops' work rather than wait in it (D-86). */
const OPENING_PATIENCE_MS = 2000;
const PATIENCE_MS = 20_000;

/** Bulk work leaves a dozen calls of an order, which are 4 s of a long import; a sweep leaves one order's read. */
const PACES: Readonly<Record<AdminPace, Pace>> = {
  order: { rank: 0, leftShare: 0, openingPatienceMs: OPENING_PATIENCE_MS, patienceMs: PATIENCE_MS },
  page: { rank: 0, leftShare: 0, openingPatienceMs: PATIENCE_MS, patienceMs: PATIENCE_MS },
  sweep: { rank: 1, leftShare: 0.1, openingPatienceMs: OPENING_PATIENCE_MS, patienceMs: PATIENCE_MS },
  bulk: { rank: 2, leftShare: 0.2, openingPatienceMs: PATIENCE_MS, patienceMs: PATIENCE_MS },
};

type ShopifyAdminOptions = {
  readonly access: AdminAccess;
  readonly fetch: ShopifyFetch;
  readonly clock: { now(): Date };
  readonly log: Pick<Log, "info">;
  readonly meter?: ShopifyMeter;
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
};

/** Makes Admin clients of shops; each shop's query budget is kept for as long as the process lives. */
export function createShopifyAdmin(options: ShopifyAdminOptions): ShopifyAdmin {
  const budgets = new Map<string, QueryBudget>();
  const guard = createCallGuard();
  const sleep = options.sleep ?? ((ms, signal) => pause(ms, undefined, { signal }));

  function budgetOf(shopId: ShopId): QueryBudget {
    const known = budgets.get(shopId) ?? createQueryBudget({ clock: options.clock, sleep });
    budgets.set(shopId, known);
    return known;
  }

  return {
    resting: guard.resting,
    clientFor: (shop, pace = "order") =>
      createAdminClient({
        shopDomain: shop.domain,
        getToken: (request) => options.access.getToken(shop, request),
        fetch: options.fetch,
        clock: options.clock,
        sleep,
        log: options.log,
        meter: options.meter,
        guard,
        budget: budgetOf(shop.id),
        ...PACES[pace],
      }),
  };
}
