import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { ParcelId } from "#app/platform/ids.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { SimulatedStatus } from "#app/supplier/orders.ts";
import { type CommandResult, parcelGone } from "../command-result.ts";

/** *Simulate*: moves a test parcel; its webhook then arrives as for a real one (document, Modes). */
export async function simulateParcel(
  ctx: ShopContext,
  {
    parcelId,
    status,
    by,
  }: { readonly parcelId: ParcelId; readonly status: SimulatedStatus; readonly by: string },
): Promise<CommandResult> {
  const found = await findParcel(ctx, parcelId);
  if (!found) return parcelGone;
  const supplier = ctx.supplierOf(found.handoff);
  if (found.mode !== "test" || !supplier) return { ok: false, reason: "Only test parcels can be simulated." };
  try {
    await supplier.simulateOrder(found.supplierOrderId, status);
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return { ok: false, reason: `The supplier did not simulate it: ${error.message}` };
  }
  await recordFact(ctx.db, ctx, {
    thing: "order",
    thingId: found.handoff.orderId,
    actor: "person",
    by,
    code: "simulate_pressed",
    params: { status },
    at: ctx.clock.now(),
  });
  await requestParcelRead(ctx, found);
  return { ok: true };
}

async function findParcel(ctx: ShopContext, parcelId: ParcelId) {
  return ctx.db.parcel.findUnique({
    where: { shopId_id: { shopId: ctx.shop.id, id: parcelId } },
    include: { handoff: { include: { order: true } } },
  });
}

type ParcelWithOrder = NonNullable<Awaited<ReturnType<typeof findParcel>>>;

/** The parcel's answer is folded in by its order's own work, where every other report is. */
async function requestParcelRead(ctx: ShopContext, { id, handoff }: ParcelWithOrder): Promise<void> {
  await ctx.db.parcel.update({ where: { shopId_id: { shopId: ctx.shop.id, id } }, data: { readAt: null } });
  await ctx.wake([{ kind: "order.reconcile", subject: { orderGid: handoff.order.orderGid } }]);
}
