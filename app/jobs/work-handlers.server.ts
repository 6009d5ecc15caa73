import type { Prisma } from "@prisma/client";
import { continueBulkRun } from "#app/domain/bulk-actions/continue-bulk-run.server.ts";
import { adoptListings } from "#app/domain/catalog/adoption/adopt-listings.server.ts";
import { detectPublishingPermission } from "#app/domain/catalog/channels/settle-channels.server.ts";
import { giveUpImport, runImport } from "#app/domain/catalog/import/run-import.server.ts";
import { runImports } from "#app/domain/catalog/import/run-imports.server.ts";
import { recalculateAllLosses } from "#app/domain/catalog/listings/policy/recalculate-all-losses.server.ts";
import { restockListings } from "#app/domain/catalog/listings/stock/restock-listings.server.ts";
import {
  applyProductChange,
  applyProductDeletionWebhook,
} from "#app/domain/catalog/listings/sync/apply-product-webhook.server.ts";
import { reconcileListing } from "#app/domain/catalog/listings/sync/reconcile-listing.server.ts";
import { reconcileMapping } from "#app/domain/catalog/mapping/reconcile-mapping.server.ts";
import { relinkMappingsToMode } from "#app/domain/catalog/mapping/relink-mappings.server.ts";
import { pushPrices } from "#app/domain/catalog/pricing/push-prices.server.ts";
import { finishKeysEnd } from "#app/domain/connection/disconnect-supplier.server.ts";
import { resumeServiceEvents, stopServiceEvents } from "#app/domain/connection/event-subscription.server.ts";
import { probeConnection } from "#app/domain/connection/pause-connection.server.ts";
import {
  type ContextSource,
  createShopContext,
  type ShopContext,
} from "#app/domain/context/shop-context.server.ts";
import { requestFlowSend } from "#app/domain/flow/flow-switches.server.ts";
import { sendFlowEvents } from "#app/domain/flow/send-flow-events.server.ts";
import { pushStock } from "#app/domain/inventory/push-stock.server.ts";
import { zeroInventoryOnDisconnect } from "#app/domain/inventory/zero-inventory-on-disconnect.server.ts";
import { sendMails } from "#app/domain/notifications/send-mails.server.ts";
import { retryWhenFunded } from "#app/domain/orders/placement/waiting/watch-wallet.server.ts";
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
import { foldComplianceRequests } from "#app/domain/privacy/fold-compliance-requests.server.ts";
import { processPrivacyRequests } from "#app/domain/privacy/process-privacy-requests.server.ts";
import {
  applyProductEvents,
  applyWaitingProductEvents,
} from "#app/domain/product-events/apply-product-events.server.ts";
import { reconcileShop } from "#app/domain/shops/reconcile-shop.server.ts";
import { endStoppedWork, recordStoppedWork } from "#app/domain/shops/record-stopped-work.server.ts";
import { refreshParcel } from "#app/domain/storefront/refresh-parcel.server.ts";
import { runSweep } from "#app/domain/sweeps/run-sweep.server.ts";
import { sweepSpecs } from "#app/domain/sweeps/sweep-kinds.ts";
import { toListingId, toOrderGid } from "#app/platform/ids.ts";
import type { Mailer } from "#app/platform/mail/mailer.server.ts";
import { UNKNOWN_SUBJECT } from "#app/platform/queue/finish-work.server.ts";
import type { ClaimedWork } from "#app/platform/queue/work.server.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";
import type { Purpose } from "#app/supplier/call-class.ts";
import { bulkSubjects } from "./bulk-subjects.server.ts";
import type { WorkHandlers } from "./handlers.ts";
import type { WorkTable } from "./run-work.server.ts";
import { sweepRegistry } from "./sweeps/sweeps.server.ts";

const done: WorkResult = { kind: "done" };

/** What the process gives to those who work. */
export type WorkSource = ContextSource & { readonly mailer: Mailer | null };

/** What each kind of work does; the catalog of kinds stands in `app/platform/queue/work-kinds.ts`. */
export const workHandlers: WorkHandlers<WorkSource> = {
  "order.reconcile": async (app, claim, subject) =>
    reconcileOrder(await createShopContext(app, claim.shopId), claim, subject),
  "fulfillmentOrder.resolve": async (app, { shopId }, { fulfillmentOrderGid }) => {
    const ctx = await createShopContext(app, shopId);
    return { kind: "done", next: await resolveFulfillmentOrder(ctx, fulfillmentOrderGid) };
  },
  "orders.reconcileWaiting": async (app, { shopId }) => {
    await wakeWaitingOrders(await createShopContext(app, shopId, "sweep"));
    return done;
  },
  "orders.reconcileUnlinked": async (app, { shopId }) => {
    await wakeUnlinkedOrders(await createShopContext(app, shopId, "sweep"));
    return done;
  },
  "orders.reconcileOpen": async (app, { shopId }) => {
    await wakeOpenOrders(await createShopContext(app, shopId, "sweep"));
    return done;
  },
  "orders.reconcileAssigned": async (app, { shopId }) => {
    const ctx = await createShopContext(app, shopId, "sweep");
    if (ctx.shop.state === "installed") await requestAssignedOrdersReconcile(ctx);
    return done;
  },
  "parcel.refresh": async (app, { shopId }, subject) =>
    refreshParcel(await createShopContext(app, shopId, "sweep"), subject),

  "shop.reconcile": async (app, { shopId }) => {
    await reconcileShopAndFindOrders(app, await createShopContext(app, shopId, "sweep"));
    return done;
  },
  "privacy.process": async (app, { shopId }, { topic }) => {
    const ctx = await createShopContext(app, shopId);
    await foldComplianceRequests(ctx, topic);
    return processPrivacyRequests(ctx);
  },
  "connection.probe": async (app, { shopId }, { mode }) =>
    probeConnection(await createShopContext(app, shopId), mode),
  "connection.endKeys": async (app, { shopId }, subject) =>
    finishKeysEnd(await createShopContext(app, shopId), subject),
  "wallet.watch": async (app, { shopId }, { mode }) =>
    retryWhenFunded(await createShopContext(app, shopId), mode),

  "listing.import": async (app, { shopId }, { listingId }) => {
    await runImport(await createShopContext(app, shopId, "page"), listingId);
    return done;
  },
  "listing.reconcile": async (app, claim, subject) =>
    reconcileListing(await createShopContext(app, claim.shopId, "sweep"), claim, subject),
  "listing.pushPrices": async (app, { shopId }, { listingId }) => {
    await pushPrices(await createShopContext(app, shopId), listingId);
    return done;
  },
  "imports.continue": async (app, claim) => {
    const ctx = await createShopContext(app, claim.shopId, "page");
    return runImports({ ...ctx, admin: app.adminFor(ctx.shop, "bulk") }, claim);
  },
  "mapping.reconcile": async (app, { shopId }, { mappingId }) => {
    await reconcileMapping(await createShopContext(app, shopId, "page"), mappingId);
    return done;
  },
  "catalog.adoptAll": async (app, { shopId }) => {
    const ctx = await createShopContext(app, shopId, "sweep");
    await adoptListings(ctx, "all");
    await relinkMappingsToMode(ctx);
    return done;
  },
  "catalog.adoptMissing": async (app, { shopId }) => {
    await adoptListings(await createShopContext(app, shopId, "sweep"), "missing");
    return done;
  },
  "catalog.restock": async (app, { shopId }) => {
    await restockListings(await createShopContext(app, shopId, "sweep"));
    return done;
  },
  "catalog.recalculateLosses": async (app, { shopId }, { mode }) => {
    await recalculateAllLosses(await createShopContext(app, shopId, "sweep"), mode);
    return done;
  },
  "product.applyChange": async (app, { shopId }, { productGid }) => {
    await applyProductChange(await createShopContext(app, shopId, "sweep"), productGid);
    return done;
  },
  "product.applyDeletion": async (app, { shopId }, { productGid }) => {
    await applyProductDeletionWebhook(await createShopContext(app, shopId, "sweep"), productGid);
    return done;
  },
  "product.applyEvents": async (app, claim, subject) =>
    applyProductEvents(await createShopContext(app, claim.shopId, "sweep"), claim, subject),

  "bulkRun.continue": async (app, claim, subject) => {
    const contextFor = (purpose: Purpose) => createShopContext(app, claim.shopId, purpose);
    return continueBulkRun({ db: app.db, contextFor }, claim, subject, bulkSubjects);
  },

  "inventory.push": async (app, claim, subject) => {
    const ctx = await createShopContext(app, claim.shopId, "sweep");
    return pushStock(ctx, claim, subject, applyWaitingProductEvents);
  },
  "inventory.zero": async (app, { shopId }) =>
    zeroInventoryOnDisconnect(await createShopContext(app, shopId, "sweep")),

  "mails.send": async (app, claim) => {
    const ctx = await createShopContext(app, claim.shopId);
    return sendMails({ ...ctx, mailer: app.mailer }, claim);
  },

  "flow.send": async (app, claim) =>
    sendFlowEvents(await createShopContext(app, claim.shopId, "sweep"), claim),

  "sweep.run": async (app, claim, subject) =>
    runSweep(await createShopContext(app, claim.shopId, "sweep"), claim, subject, sweepRegistry),
};

/** The service's events are stopped and resumed by this one work of the shop, never by two at a time. */
async function reconcileShopAndFindOrders(app: ContextSource, ctx: ShopContext): Promise<void> {
  const { state } = await reconcileShop(ctx);
  if (state === "uninstalled") return stopServiceEvents(ctx);
  if (state !== "installed") return;
  const fresh = await createShopContext(app, ctx.shop.id);
  await resumeServiceEvents(fresh);
  await detectPublishingPermission(fresh);
  // After a reinstall, or where its work was given up, what a trigger has to tell is looked for again.
  await requestFlowSend(fresh);
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
  // What the row is about is not known then: it is recorded as work of the shop.
  if (code === UNKNOWN_SUBJECT) return recordStoppedWork(tx, writtenFor, claim, code);
  if (claim.kind === "listing.import") return giveUpImport(tx, writtenFor, toListingId(claim.subject), code);
  if (claim.kind === "order.reconcile")
    return recordDeadLetter(tx, writtenFor, toOrderGid(claim.subject), code);
  return recordStoppedWork(tx, writtenFor, claim, code);
}

/** All that a worker of this app does. */
export const workTable: WorkTable<WorkSource> = {
  handlers: workHandlers,
  onDead: onDeadWork,
  schedules: sweepSpecs,
  onStart: wakeAfterPause,
};
