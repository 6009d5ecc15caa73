import { findConnection } from "#app/domain/context/find-connection.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { applyWholesalePrices } from "#app/domain/inventory/apply-wholesale-prices.server.ts";
import { toReport, VARIANTS_PER_READ } from "#app/domain/inventory/fetch-stock.server.ts";
import { saveStock } from "#app/domain/inventory/save-stock.server.ts";
import {
  recordShopifyQuantityUnknown,
  requestStockReconcile,
} from "#app/domain/stock-work/request-stock-reconcile.server.ts";
import type { ListingId } from "#app/platform/ids.ts";
import { isSupplierError } from "#app/supplier/errors.ts";

export type CheckOutcome =
  /** The service was asked; Shopify is read, and mended where it differs, within moments. */
  | { readonly kind: "asked" }
  | { readonly kind: "not_found" }
  /** No key in this mode, or one that is not taken at the moment. */
  | { readonly kind: "not_connected" }
  /** The service could not be asked now; the code is that of its refusal. */
  | { readonly kind: "refused"; readonly code: string };

/** *Check now*: one listing is compared with the service and with Shopify at once, whatever the sweeps have left. */
export async function checkListingNow(ctx: ShopContext, listingId: ListingId): Promise<CheckOutcome> {
  const shopId = ctx.shop.id;
  const listing = await ctx.db.listing.findUnique({
    where: { shopId_id: { shopId, id: listingId } },
    include: { variants: { select: { id: true, supplierVariantId: true } } },
  });
  if (listing === null) return { kind: "not_found" };
  const { mode, variants } = listing;
  const service = await findConnection(ctx, mode);
  if (service === null || ctx.pausedIn(mode)) return { kind: "not_connected" };
  const ids = variants.map(({ supplierVariantId }) => supplierVariantId);
  const own = new Set(variants.map(({ id }) => id));
  try {
    for (let from = 0; from < ids.length; from += VARIANTS_PER_READ) {
      const reading = await service.client
        .withPurpose("page")
        .readInventory(ids.slice(from, from + VARIANTS_PER_READ));
      await ctx.db.$transaction(async (tx) => {
        await applyWholesalePrices(tx, { shopId, now: ctx.clock.now() }, mode, reading);
        const reports = reading.items.map((item) => toReport(item, reading.asOf));
        const changed = await saveStock(tx, { shopId, mode, by: "check" }, reports);
        // Its own follow below, all of them.
        await requestStockReconcile(
          tx,
          shopId,
          changed.filter((id) => !own.has(id)),
        );
      });
    }
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return { kind: "refused", code: error.code };
  }
  const rows = [...own];
  await ctx.db.$transaction(async (tx) => {
    await recordShopifyQuantityUnknown(tx, shopId, rows);
    // What Shopify refused is put off for a while: not once a person asks.
    const now = ctx.clock.now();
    await tx.stockedItem.updateMany({
      where: { shopId, id: { in: rows }, stockDueAt: { gt: now } },
      data: { stockDueAt: now },
    });
    await requestStockReconcile(tx, shopId, rows);
  });
  await ctx.wake([{ kind: "inventory.push", subject: { mode }, delayMs: 0 }]);
  return { kind: "asked" };
}
