import { sweepCatalog } from "#app/domain/catalog/browse/sweep-catalog.server.ts";
import { sweepImports } from "#app/domain/catalog/import/sweep-imports.server.ts";
import { sweepOrphans } from "#app/domain/catalog/mapping/sweep-orphans.server.ts";
import { sweepFailedDeliveries } from "#app/domain/connection/webhooks/sweep-failed-deliveries.server.ts";
import { sweepWebhooks } from "#app/domain/connection/webhooks/sweep-webhooks.server.ts";
import { sweepQuotes } from "#app/domain/delivery-charge/sweep-quotes.server.ts";
import { sweepShopifyStock } from "#app/domain/inventory/sweep-shopify-stock.server.ts";
import { sweepStock } from "#app/domain/inventory/sweep-stock.server.ts";
import {
  planNotificationsPaceMs,
  sweepNotifications,
} from "#app/domain/notifications/sweep-notifications.server.ts";
import { sweepParcels } from "#app/domain/orders/parcels/sweep-parcels.server.ts";
import { sweepRequests } from "#app/domain/orders/reconcile/sweep-requests.server.ts";
import { sweepShopifyOrders } from "#app/domain/orders/reconcile/sweep-shopify-orders.server.ts";
import { sweepDeliveredParcels } from "#app/domain/payouts/sweep-delivered-parcels.server.ts";
import { sweepRetention } from "#app/domain/privacy/retention/sweep-retention.server.ts";
import { sweepSettlement } from "#app/domain/settlement/sweep-settlement.server.ts";
import { sweepUnsettled } from "#app/domain/settlement/sweep-unsettled.server.ts";
import { sweepShopLife } from "#app/domain/shops/sweep-shop-life.server.ts";
import { dailyLimitOf } from "#app/domain/sweeps/budget.server.ts";
import {
  planCatalogPaceMs,
  planDeliveriesPaceMs,
  planLedgerPaceMs,
  planParcelsPaceMs,
  planStockPaceMs,
} from "#app/domain/sweeps/plan-pace.ts";
import type { SweepRegistry } from "#app/domain/sweeps/run-sweep.server.ts";
import { ruleOfSweep, type SweepKind } from "#app/domain/sweeps/sweep-kinds.ts";
import { overService, type Sweep, type SweepRun } from "#app/domain/sweeps/sweep-run.ts";
import { sweepFunds } from "#app/domain/wallet/funds/sweep-funds.server.ts";
import { sweepLedger } from "#app/domain/wallet/ledger/sweep-ledger.server.ts";
import type { Db } from "#app/platform/database/db.server.ts";

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
  notifications: sweepNotifications,
  quotes: overService(sweepQuotes),
};

const paces: Partial<Readonly<Record<SweepKind, typeof planParcelsPaceMs>>> = {
  parcels: planParcelsPaceMs,
  stock: planStockPaceMs,
  catalog: planCatalogPaceMs,
  ledger: planLedgerPaceMs,
  failed_deliveries: (asked) => planDeliveriesPaceMs(ruleOfSweep("failed_deliveries").everyMs, asked),
  webhooks: (asked) => planDeliveriesPaceMs(ruleOfSweep("webhooks").everyMs, asked),
};

/** How often it is looked at from now on: long walks through the service go by what the account can afford. */
async function planNextPace(db: Db, { kind, service, ctx }: SweepRun, calls: number): Promise<number> {
  if (kind === "notifications") return planNotificationsPaceMs(db, ctx.shop.id, ruleOfSweep(kind).everyMs);
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

/** All sweeps, for the engine that runs them. */
export const sweepRegistry: SweepRegistry = { stepOf: (kind) => steps[kind], planNextPace };
