import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "#app/platform/log.server.ts";
import type { AdminAccess } from "./admin-access.server.ts";
import { type AdminClient, createAdminClient, type ShopifyMeter } from "./admin-client.server.ts";
import { type CostBucket, createCostBucket } from "./cost-bucket.ts";
import type { ShopifyFetch } from "./shopify-fetch.server.ts";

export type ShopifyAdmin = {
  /**
   * The Admin API of one shop; clients of the same shop share one query budget. Work in bulk leaves a part of it to
   * whatever an order needs meanwhile.
   */
  clientFor(shop: { readonly id: string; readonly domain: string }, pace?: AdminPace): AdminClient;
};

export type AdminPace = "order" | "bulk";

/** What bulk work leaves of the bucket: a dozen calls of an order at once, and 4 s of a long import. */
const BULK_LEAVES = 0.2;

type ShopifyAdminOptions = {
  readonly access: AdminAccess;
  readonly fetch: ShopifyFetch;
  readonly clock: { now(): Date };
  readonly log: Pick<Log, "info">;
  readonly meter?: ShopifyMeter;
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
};

/** Makes Admin clients of shops; it remembers each shop's query budget for as long as the process lives. */
export function createShopifyAdmin(options: ShopifyAdminOptions): ShopifyAdmin {
  const buckets = new Map<string, CostBucket>();
  const sleep = options.sleep ?? ((ms, signal) => pause(ms, undefined, { signal }));

  function bucketOf(shopId: string): CostBucket {
    const known = buckets.get(shopId) ?? createCostBucket();
    buckets.set(shopId, known);
    return known;
  }

  return {
    clientFor: (shop, pace = "order") =>
      createAdminClient({
        shopDomain: shop.domain,
        getToken: (request) => options.access.getToken(shop, request),
        fetch: options.fetch,
        clock: options.clock,
        sleep,
        log: options.log,
        meter: options.meter,
        bucket: bucketOf(shop.id),
        leftShare: pace === "bulk" ? BULK_LEAVES : 0,
      }),
  };
}
