import type { Prisma } from "@prisma/client";
import { adoptListings } from "#app/domain/catalog/adopt-listings.server.ts";
import { noticePublishingPermission } from "#app/domain/catalog/channels/settle-channels.server.ts";
import { runImports } from "#app/domain/catalog/import/run-imports.server.ts";
import { runListingRun } from "#app/domain/catalog/listings/run-listing-run.server.ts";
import {
  takeTouchedProduct,
  toldOfProduct,
} from "#app/domain/catalog/listings/take-touched-product.server.ts";
import { weighAll } from "#app/domain/catalog/listings/weigh-all.server.ts";
import { workListing } from "#app/domain/catalog/listings/work-listing.server.ts";
import { carryMapping } from "#app/domain/catalog/mapping/carry-mapping.server.ts";
import { carryMappingsOver } from "#app/domain/catalog/mapping/carry-over.server.ts";
import { pricedListing, pushPrices } from "#app/domain/catalog/pricing/push-prices.server.ts";
import { restockListings } from "#app/domain/catalog/restock-listings.server.ts";
import { giveUpImport, runImport } from "#app/domain/catalog/run-import.server.ts";
import { runBulk } from "#app/domain/orders/bulk/run-bulk.server.ts";
import { findAssignedOrders } from "#app/domain/orders/find-assigned-orders.server.ts";
import { recordDeadWork } from "#app/domain/orders/record-dead-work.server.ts";
import { resolveFulfillmentOrder } from "#app/domain/orders/resolve-fulfillment-order.server.ts";
import { fillSearchTerms } from "#app/domain/orders/search/save-search-terms.server.ts";
import { toldProduct, wakeForProduct } from "#app/domain/orders/waiting/wake-for-product.server.ts";
import { lookForFunds, watchedMode } from "#app/domain/orders/waiting/watch-wallet.server.ts";
import {
  wakeAfterPause,
  wakeOpenOrders,
  wakeUnlinkedOrders,
  wakeWaitingOrders,
} from "#app/domain/orders/wake-waiting-orders.server.ts";
import { workOrder } from "#app/domain/orders/work-order.server.ts";
import { carryOutRequests } from "#app/domain/privacy/carry-out-requests.server.ts";
import { foldComplianceRequests } from "#app/domain/privacy/fold-compliance-requests.server.ts";
import { finishEnding } from "#app/domain/shops/disconnect-supplier.server.ts";
import { endingWish } from "#app/domain/shops/end-keys.server.ts";
import { lookAtShop } from "#app/domain/shops/look-at-shop.server.ts";
import { probeConnection, probedMode } from "#app/domain/shops/pause-connection.server.ts";
import { endStoppedWork, recordStoppedWork } from "#app/domain/shops/record-stopped-work.server.ts";
import {
  type ContextSource,
  createShopContext,
  type ShopContext,
} from "#app/domain/shops/shop-context.server.ts";
import { hearNewsAgain, stopNews } from "#app/domain/shops/stop-news.server.ts";
import { emptiedShelves } from "#app/domain/shops/waiting-orders.ts";
import { emptyOnLeaving } from "#app/domain/stock/empty-on-leaving.server.ts";
import { pushStock } from "#app/domain/stock/push-stock.server.ts";
import { takeProductNews } from "#app/domain/stock/take-product-news.server.ts";
import { runSweep } from "#app/domain/sweeps/run-sweep.server.ts";
import { sweepSpecs } from "#app/domain/sweeps/sweep-kinds.ts";
import { changedTerms } from "#app/domain/terms/keep-terms.server.ts";
import type { ClaimedWork } from "#app/platform/work.server.ts";
import type { WorkHandled, WorkHandlers } from "./handlers.ts";
import type { WorkTable } from "./run-work.server.ts";

const done: WorkHandled = { kind: "done" };

/** The table from kind of work to use case. */
export const workHandlers: WorkHandlers<ContextSource> = {
  order: async (app, claim) => workOrder(await createShopContext(app, claim.shopId), claim),
  fulfillment_order: async (app, claim) => {
    const ctx = await createShopContext(app, claim.shopId);
    return { kind: "done", next: await resolveFulfillmentOrder(ctx, claim.subject) };
  },
  import: async (app, claim) => {
    await runImport(await createShopContext(app, claim.shopId, "page"), claim.subject);
    return done;
  },
  listing: async (app, claim) => workListing(await createShopContext(app, claim.shopId, "sweep"), claim),
  import_run: async (app, claim) => {
    const ctx = await createShopContext(app, claim.shopId, "page");
    return runImports({ ...ctx, admin: app.adminFor(ctx.shop, "bulk") }, claim);
  },
  shop: async (app, claim) => {
    const watched = await watchShop(app, claim);
    if (watched) return watched;
    await workShop(app, claim);
    return done;
  },
  order_search: async (app, claim) =>
    (await fillSearchTerms(await createShopContext(app, claim.shopId)))
      ? done
      : { kind: "again", delayMs: 0 },
  bulk: async (app, claim) => runBulk(await createShopContext(app, claim.shopId), claim),
  listing_run: async (app, claim) => runListingRun(await createShopContext(app, claim.shopId, "page"), claim),
  mapping: async (app, claim) => {
    await carryMapping(await createShopContext(app, claim.shopId, "page"), claim.subject);
    return done;
  },
  privacy: async (app, claim) => {
    const ctx = await createShopContext(app, claim.shopId);
    await foldComplianceRequests(ctx, claim.subject);
    return carryOutRequests(ctx);
  },
  product_news: async (app, claim) =>
    takeProductNews(await createShopContext(app, claim.shopId, "sweep"), claim),
  stock: async (app, claim) => pushStock(await createShopContext(app, claim.shopId, "sweep"), claim),
  sweep: async (app, claim) => runSweep(await createShopContext(app, claim.shopId, "sweep"), claim),
};

/** What is asked once for many orders, or of one listing or product; null for other subjects. */
async function watchShop(app: ContextSource, { shopId, subject }: ClaimedWork): Promise<WorkHandled | null> {
  if (subject === emptiedShelves.subject)
    return emptyOnLeaving(await createShopContext(app, shopId, "sweep"));
  const ending = endingWish(subject);
  if (ending !== null) return finishEnding(await createShopContext(app, shopId), ending);
  const probed = probedMode(subject);
  if (probed !== null) return probeConnection(await createShopContext(app, shopId), probed);
  const watched = watchedMode(subject);
  if (watched !== null) return lookForFunds(await createShopContext(app, shopId), watched);
  const priced = pricedListing(subject);
  if (priced !== null) {
    await pushPrices(await createShopContext(app, shopId), priced);
    return done;
  }
  const changed = changedTerms(subject);
  if (changed !== null) {
    await weighAll(await createShopContext(app, shopId, "sweep"), changed);
    return done;
  }
  const product = toldOfProduct(subject);
  if (product !== null) {
    await takeTouchedProduct(await createShopContext(app, shopId, "sweep"), product);
    return done;
  }
  const told = toldProduct(subject);
  if (told === null) return null;
  await wakeForProduct(await createShopContext(app, shopId), told);
  return done;
}

/** What a shop itself has waiting, by its subject; anything else is a look at the shop. */
async function workShop(app: ContextSource, { shopId, subject }: ClaimedWork): Promise<void> {
  const ctx = await createShopContext(app, shopId, "sweep");
  switch (subject) {
    case "waiting_orders":
      return wakeWaitingOrders(ctx);
    case "unlinked_orders":
      return wakeUnlinkedOrders(ctx);
    case "adopt_listings":
      await adoptListings(ctx, "all");
      return carryMappingsOver(ctx);
    case "adopt_missing":
      return void (await adoptListings(ctx, "missing"));
    case "assigned_orders":
      return ctx.shop.state === "installed" ? findAssignedOrders(ctx) : undefined;
    case "restock_listings":
      return restockListings(ctx);
    case "open_orders":
      return wakeOpenOrders(ctx);
    default:
      return lookAndFind(app, ctx);
  }
}

/** News is stopped and heard again by this one work of the shop, never by two at a time. */
async function lookAndFind(app: ContextSource, ctx: ShopContext): Promise<void> {
  const { state } = await lookAtShop(ctx);
  if (state === "uninstalled") return stopNews(ctx);
  if (state !== "installed") return;
  const fresh = await createShopContext(app, ctx.shop.id);
  await hearNewsAgain(fresh);
  await noticePublishingPermission(fresh);
  await findAssignedOrders(fresh);
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
  if (claim.kind === "order") return recordDeadWork(tx, writtenFor, claim.subject, code);
  return recordStoppedWork(tx, writtenFor, claim, code);
}

/** Whoever knows a shop's domain can ask for this look with an unsigned callback, as often as they like. */
const REQUESTS_REST_MS = 10_000;

/** All that a worker of this app does. */
export const workTable: WorkTable<ContextSource> = {
  handlers: workHandlers,
  onDead: onDeadWork,
  restMsAfter: ({ kind, subject }) =>
    kind === "shop" && subject === "assigned_orders" ? REQUESTS_REST_MS : 0,
  schedules: sweepSpecs,
  onStart: wakeAfterPause,
};
