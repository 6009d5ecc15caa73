import type { Db } from "#app/platform/db.server.ts";
import { dailyLimitOf } from "./budget.server.ts";
import { planParcelsPaceMs } from "./plan-pace.ts";
import { sweepDeliveredParcels } from "./sweep-delivered-parcels.server.ts";
import { sweepFailedDeliveries } from "./sweep-failed-deliveries.server.ts";
import { ruleOfSweep, type SweepKind } from "./sweep-kinds.ts";
import { sweepParcels } from "./sweep-parcels.server.ts";
import { sweepRequests } from "./sweep-requests.server.ts";
import { sweepRetention } from "./sweep-retention.server.ts";
import { overService, type Sweep, type SweepRun } from "./sweep-run.ts";
import { sweepShopLife } from "./sweep-shop-life.server.ts";
import { sweepShopifyOrders } from "./sweep-shopify-orders.server.ts";
import { sweepUnsettled } from "./sweep-unsettled.server.ts";
import { sweepWebhooks } from "./sweep-webhooks.server.ts";

/** The table from kind of sweep to its steps. */
const steps: Readonly<Record<SweepKind, Sweep>> = {
  shopify_orders: sweepShopifyOrders,
  shopify_orders_week: sweepShopifyOrders,
  requests: sweepRequests,
  unsettled: sweepUnsettled,
  parcels: overService(sweepParcels),
  parcels_delivered: overService(sweepDeliveredParcels),
  failed_deliveries: overService(sweepFailedDeliveries),
  webhooks: overService(sweepWebhooks),
  shop_life: sweepShopLife,
  retention: sweepRetention,
};

export function stepOfSweep(kind: SweepKind): Sweep {
  return steps[kind];
}

/** How often it is looked at from now on: the walk through open parcels goes by what the account can afford. */
export async function planNextPace(db: Db, { kind, service }: SweepRun, calls: number): Promise<number> {
  if (kind !== "parcels" || !service) return ruleOfSweep(kind).everyMs;
  const { accountId } = service.connection;
  const shops = await db.supplierConnection.count({ where: { accountId, disconnectedAt: null } });
  return planParcelsPaceMs({
    dailyLimit: dailyLimitOf(service.connection),
    calls,
    shops: Math.max(1, shops),
  });
}
