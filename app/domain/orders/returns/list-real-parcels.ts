import type { ParcelRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";

/** Parcels that may change the Shopify order: those made with a test key leave no mark on a real order. */
export function listRealParcels({ ctx, record, shopify }: ReadRun): readonly ParcelRecord[] {
  const isTrial = shopify.test || ctx.shop.developmentStore;
  return record.handoffs
    .filter(({ mode }) => mode === "live" || isTrial)
    .flatMap((handoff) => handoff.parcels);
}
