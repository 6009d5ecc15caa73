import type { Prisma } from "@prisma/client";
import { runBulk } from "#app/domain/bulk-actions/orders/run-bulk.server.ts";
import { adoptListings } from "#app/domain/catalog/adoption/adopt-listings.server.ts";
import { detectPublishingPermission } from "#app/domain/catalog/channels/settle-channels.server.ts";
import { giveUpImport, runImport } from "#app/domain/catalog/import/run-import.server.ts";
import { runImports } from "#app/domain/catalog/import/run-imports.server.ts";
import { recalculateAllLosses } from "#app/domain/catalog/listings/policy/recalculate-all-losses.server.ts";
import { runListingRun } from "#app/domain/catalog/listings/run/run-listing-run.server.ts";
import { restockListings } from "#app/domain/catalog/listings/stock/restock-listings.server.ts";
import {
  applyProductWebhook,
  parseProductSubject,
} from "#app/domain/catalog/listings/sync/apply-product-webhook.server.ts";
import { reconcileListing } from "#app/domain/catalog/listings/sync/reconcile-listing.server.ts";
import { reconcileMapping } from "#app/domain/catalog/mapping/reconcile-mapping.server.ts";
import { relinkMappingsToMode } from "#app/domain/catalog/mapping/relink-mappings.server.ts";
import { parsePricePushSubject, pushPrices } from "#app/domain/catalog/pricing/push-prices.server.ts";
import { finishKeysEnd } from "#app/domain/connection/disconnect-supplier.server.ts";
import { parseKeysEndSubject } from "#app/domain/connection/end-keys.server.ts";
import { resumeServiceEvents, stopServiceEvents } from "#app/domain/connection/event-subscription.server.ts";
import { probeConnection, probedMode } from "#app/domain/connection/pause-connection.server.ts";
import { zeroInventoryWork } from "#app/domain/connection/shop-work.ts";
import {
  type ContextSource,
  createShopContext,
  type ShopContext,
} from "#app/domain/context/shop-context.server.ts";
import { pushStock } from "#app/domain/inventory/push-stock.server.ts";
import { zeroInventoryOnDisconnect } from "#app/domain/inventory/zero-inventory-on-disconnect.server.ts";
import {
  parseWatchedMode,
  retryWhenFunded,
} from "#app/domain/orders/placement/waiting/watch-wallet.server.ts";
import { reconcileOrder } from "#app/domain/orders/reconcile/reconcile-order.server.ts";
import { recordDeadLetter } from "#app/domain/orders/reconcile/record-dead-letter.server.ts";
import { requestAssignedOrdersReconcile } from "#app/domain/orders/reconcile/request-assigned-orders-reconcile.server.ts";
import { resolveFulfillmentOrder } from "#app/domain/orders/reconcile/resolve-fulfillment-order.server.ts";
import {
  wakeAfterPause,
  wakeOpenOrders,
  wakeUnlinkedOrders,
  wakeWaitingOrders,
} from "#app/domain/orders/reconcile/wake-waiting-orders.server.ts";
import { parseTermsChangedSubject } from "#app/domain/policy/terms/record-terms.server.ts";
import { foldComplianceRequests } from "#app/domain/privacy/fold-compliance-requests.server.ts";
import { processPrivacyRequests } from "#app/domain/privacy/process-privacy-requests.server.ts";
import {
  applyProductEvents,
  applyWaitingProductEvents,
} from "#app/domain/product-events/apply-product-events.server.ts";
import { reconcileShop } from "#app/domain/shops/reconcile-shop.server.ts";
import { endStoppedWork, recordStoppedWork } from "#app/domain/shops/record-stopped-work.server.ts";
import { runSweep } from "#app/domain/sweeps/run-sweep.server.ts";
import { sweepSpecs } from "#app/domain/sweeps/sweep-kinds.ts";
import type { ClaimedWork } from "#app/platform/queue/work.server.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";
import type { WorkHandlers } from "./handlers.ts";
import { listingRunSteps } from "./listing-run-steps.server.ts";
import type { WorkTable } from "./run-work.server.ts";
import { sweepRegistry } from "./sweeps/sweeps.server.ts";

const done: WorkResult = { kind: "done" };

/** The table from kind of work to use case. */
export const workHandlers: WorkHandlers<ContextSource> = {
  order: async (app, claim) => reconcileOrder(await createShopContext(app, claim.shopId), claim),
  fulfillment_order: async (app, claim) => {
    const ctx = await createShopContext(app, claim.shopId);
    return { kind: "done", next: await resolveFulfillmentOrder(ctx, claim.subject) };
  },
  import: async (app, claim) => {
    await runImport(await createShopContext(app, claim.shopId, "page"), claim.subject);
    return done;
  },
  listing: async (app, claim) => reconcileListing(await createShopContext(app, claim.shopId, "sweep"), claim),
  import_run: async (app, claim) => {
    const ctx = await createShopContext(app, claim.shopId, "page");
    return runImports({ ...ctx, admin: app.adminFor(ctx.shop, "bulk") }, claim);
  },
  shop: async (app, claim) => {
    const watched = await handlePrefixedShopWork(app, claim);
    if (watched) return watched;
    await handleShopWork(app, claim);
    return done;
  },
  bulk: async (app, claim) => runBulk(await createShopContext(app, claim.shopId), claim),
  listing_run: async (app, claim) =>
    runListingRun(await createShopContext(app, claim.shopId, "page"), claim, listingRunSteps),
  mapping: async (app, claim) => {
    await reconcileMapping(await createShopContext(app, claim.shopId, "page"), claim.subject);
    return done;
  },
  privacy: async (app, claim) => {
    const ctx = await createShopContext(app, claim.shopId);
    await foldComplianceRequests(ctx, claim.subject);
    return processPrivacyRequests(ctx);
  },
  product_news: async (app, claim) =>
    applyProductEvents(await createShopContext(app, claim.shopId, "sweep"), claim),
  stock: async (app, claim) =>
    pushStock(await createShopContext(app, claim.shopId, "sweep"), claim, applyWaitingProductEvents),
  sweep: async (app, claim) =>
    runSweep(await createShopContext(app, claim.shopId, "sweep"), claim, sweepRegistry),
};

/** What is asked once for many orders, or of one listing or product; null for other subjects. */
async function handlePrefixedShopWork(
  app: ContextSource,
  { shopId, subject }: ClaimedWork,
): Promise<WorkResult | null> {
  if (subject === zeroInventoryWork.subject)
    return zeroInventoryOnDisconnect(await createShopContext(app, shopId, "sweep"));
  const ending = parseKeysEndSubject(subject);
  if (ending !== null) return finishKeysEnd(await createShopContext(app, shopId), ending);
  const probed = probedMode(subject);
  if (probed !== null) return probeConnection(await createShopContext(app, shopId), probed);
  const watched = parseWatchedMode(subject);
  if (watched !== null) return retryWhenFunded(await createShopContext(app, shopId), watched);
  const priced = parsePricePushSubject(subject);
  if (priced !== null) {
    await pushPrices(await createShopContext(app, shopId), priced);
    return done;
  }
  const changed = parseTermsChangedSubject(subject);
  if (changed !== null) {
    await recalculateAllLosses(await createShopContext(app, shopId, "sweep"), changed);
    return done;
  }
  const product = parseProductSubject(subject);
  if (product === null) return null;
  await applyProductWebhook(await createShopContext(app, shopId, "sweep"), product);
  return done;
}

/** What a shop itself has waiting, by its subject; anything else is a look at the shop. */
async function handleShopWork(app: ContextSource, { shopId, subject }: ClaimedWork): Promise<void> {
  const ctx = await createShopContext(app, shopId, "sweep");
  switch (subject) {
    case "waiting_orders":
      return wakeWaitingOrders(ctx);
    case "unlinked_orders":
      return wakeUnlinkedOrders(ctx);
    case "adopt_listings":
      await adoptListings(ctx, "all");
      return relinkMappingsToMode(ctx);
    case "adopt_missing":
      return void (await adoptListings(ctx, "missing"));
    case "assigned_orders":
      return ctx.shop.state === "installed" ? requestAssignedOrdersReconcile(ctx) : undefined;
    case "restock_listings":
      return restockListings(ctx);
    case "open_orders":
      return wakeOpenOrders(ctx);
    default:
      return reconcileShopAndFindOrders(app, ctx);
  }
}

/** News is stopped and heard again by this one work of the shop, never by two at a time. */
async function reconcileShopAndFindOrders(app: ContextSource, ctx: ShopContext): Promise<void> {
  const { state } = await reconcileShop(ctx);
  if (state === "uninstalled") return stopServiceEvents(ctx);
  if (state !== "installed") return;
  const fresh = await createShopContext(app, ctx.shop.id);
  await resumeServiceEvents(fresh);
  await detectPublishingPermission(fresh);
  await requestAssignedOrdersReconcile(fresh);
}

/** What is written about work that was given up, or that succeeded after it had failed (code null). */
export async function onDeadWork(
  app: Pick<ContextSource, "clock" | "crypto">,
  tx: Prisma.TransactionClient,
  claim: ClaimedWork,
  code: string | null,
): Promise<void> {
  const writtenFor = { shopId: claim.shopId, now: app.clock.now(), crypto: app.crypto };
  if (code === null) return endStoppedWork(tx, writtenFor, claim);
  if (claim.kind === "import") return giveUpImport(tx, writtenFor, claim.subject, code);
  if (claim.kind === "order") return recordDeadLetter(tx, writtenFor, claim.subject, code);
  return recordStoppedWork(tx, writtenFor, claim, code);
}

/** Whoever knows a shop's domain can ask for this look with an unsigned callback, as often as they like. */
const ASSIGNED_ORDERS_REST_MS = 10_000;

/** All that a worker of this app does. */
export const workTable: WorkTable<ContextSource> = {
  handlers: workHandlers,
  onDead: onDeadWork,
  restMsAfter: ({ kind, subject }) =>
    kind === "shop" && subject === "assigned_orders" ? ASSIGNED_ORDERS_REST_MS : 0,
  schedules: sweepSpecs,
  onStart: wakeAfterPause,
};
