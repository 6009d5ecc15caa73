import type { Db } from "#app/platform/db.server.ts";
import { sweepSettlement } from "../settlement/sweep-settlement.server.ts";
import { sweepShopifyStock } from "../stock/sweep-shopify-stock.server.ts";
import { sweepStock } from "../stock/sweep-stock.server.ts";
import { sweepLedger } from "../wallet/ledger/sweep-ledger.server.ts";
import { dailyLimitOf } from "./budget.server.ts";
import {
  planCatalogPaceMs,
  planDeliveriesPaceMs,
  planLedgerPaceMs,
  planParcelsPaceMs,
  planStockPaceMs,
} from "./plan-pace.ts";
import { sweepCatalog } from "./sweep-catalog.server.ts";
import { sweepDeliveredParcels } from "./sweep-delivered-parcels.server.ts";
import { sweepFailedDeliveries } from "./sweep-failed-deliveries.server.ts";

import { sweepFunds } from "./sweep-funds.server.ts";
import { sweepImports } from "./sweep-imports.server.ts";
import { ruleOfSweep, type SweepKind } from "./sweep-kinds.ts";
import { sweepOrphans } from "./sweep-orphans.server.ts";
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
  funds: sweepFunds,
  parcels: overService(sweepParcels),
  parcels_delivered: overService(sweepDeliveredParcels),
  imports: overService(sweepImports),
  failed_deliveries: overService(sweepFailedDeliveries),
  stock: overService(sweepStock),
  shopify_stock: sweepShopifyStock,
  catalog: overService(sweepCatalog),
  webhooks: overService(sweepWebhooks),
  ledger: overService(sweepLedger),
  shop_life: sweepShopLife,
  retention: sweepRetention,
  orphans: sweepOrphans,
  settlement: sweepSettlement,
};

const paces: Partial<Readonly<Record<SweepKind, typeof planParcelsPaceMs>>> = {
  parcels: planParcelsPaceMs,
  stock: planStockPaceMs,
  catalog: planCatalogPaceMs,
  ledger: planLedgerPaceMs,
  failed_deliveries: (asked) => planDeliveriesPaceMs(ruleOfSweep("failed_deliveries").everyMs, asked),
  webhooks: (asked) => planDeliveriesPaceMs(ruleOfSweep("webhooks").everyMs, asked),
};

export function stepOfSweep(kind: SweepKind): Sweep {
  return steps[kind];
}

/** How often it is looked at from now on: long walks through the service go by what the account can afford. */
export async function planNextPace(db: Db, { kind, service }: SweepRun, calls: number): Promise<number> {
  const plan = paces[kind];
  if (!plan || !service) return ruleOfSweep(kind).everyMs;
  const { accountId } = service.connection;
  const shops = await db.supplierConnection.count({ where: { accountId, disconnectedAt: null } });
  return plan({
    dailyLimit: dailyLimitOf(service.connection),
    calls,
    shops: Math.max(1, shops),
  });
}
