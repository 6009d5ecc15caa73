import { requestOrderReconciles, type SweepRun, type SweepStep } from "#app/domain/sweeps/sweep-run.ts";
import { runAutoPay } from "./run-auto-pay.server.ts";

/** *Pay by itself when money arrives*; the parcels are read by their orders' own work. */
export async function sweepFunds({ ctx }: SweepRun): Promise<SweepStep> {
  const { waiting, orderIds } = await runAutoPay(ctx);
  const orders = await ctx.db.order.findMany({
    where: { shopId: ctx.shop.id, id: { in: [...orderIds] } },
    select: { orderGid: true },
  });
  return {
    next: null,
    tally: { seen: waiting, paid: orders.length },
    marks: requestOrderReconciles(orders.map(({ orderGid }) => orderGid)),
  };
}
