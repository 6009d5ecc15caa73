import type { Parcel } from "@prisma/client";
import type { ShopContext, StartedConnection } from "#app/domain/context/shop-context.server.ts";
import { foldStatus, isFinal } from "#app/domain/orders/parcels/parcel-status.ts";
import type { ParcelId } from "#app/platform/ids.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { SupplierTracking } from "#app/supplier/order-schema.ts";

const done: WorkResult = { kind: "done" };

/**
 * Asks the service how far a parcel is, because its customer looks at it. What is news is read by its order's work. Nobody
 * waits for this: where it is refused or fails, the sweeps find out.
 */
export async function refreshParcel(
  ctx: ShopContext,
  { parcelId }: { readonly parcelId: ParcelId },
): Promise<WorkResult> {
  const shopId = ctx.shop.id;
  const parcel = await ctx.db.parcel.findUnique({
    where: { shopId_id: { shopId, id: parcelId } },
    include: { handoff: { include: { order: { select: { orderGid: true } } } } },
  });
  // One that is to be read anyway needs no look before that.
  if (!parcel || parcel.readAt === null || isFinal(parcel.status) || ctx.pausedIn(parcel.mode)) return done;
  const tracking = await findTracking(ctx, parcel);
  if (tracking === null || !isNews(parcel, tracking)) return done;
  const { orderGid } = parcel.handoff.order;
  const next = await ctx.db.$transaction(async (tx) => {
    const marked = await requestReconcile(tx, [{ shopId, kind: "order.reconcile", subject: { orderGid } }], {
      notifyFollows: true,
    });
    await tx.parcel.update({ where: { shopId_id: { shopId, id: parcelId } }, data: { readAt: null } });
    return marked.filter(({ isDue }) => isDue);
  });
  return { kind: "done", next };
}

async function findTracking(
  ctx: ShopContext,
  { handoff, supplierOrderId }: Pick<Parcel, "supplierOrderId"> & { readonly handoff: StartedConnection },
): Promise<SupplierTracking | null> {
  try {
    return (await ctx.supplierOf(handoff)?.getTracking(supplierOrderId)) ?? null;
  } catch (error) {
    if (isSupplierError(error)) return null;
    throw error;
  }
}

function isNews(
  parcel: Pick<Parcel, "status" | "trackingNumber">,
  { status, tracking }: SupplierTracking,
): boolean {
  const fold = status ? foldStatus(parcel.status, status) : null;
  const isOther = Boolean(tracking?.number) && tracking?.number !== parcel.trackingNumber;
  return isOther || (fold !== null && fold.kind !== "ignore");
}
