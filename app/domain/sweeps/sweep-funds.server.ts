import { payByItself } from "../wallet/funds/pay-by-itself.server.ts";
import { markOrders, type SweepRun, type SweepStep } from "./sweep-run.ts";

/** *Pay by itself when money arrives*; the parcels are read by their orders' own work. */
export async function sweepFunds({ ctx }: SweepRun): Promise<SweepStep> {
  const { waiting, orderIds } = await payByItself(ctx);
  const orders = await ctx.db.order.findMany({
    where: { shopId: ctx.shop.id, id: { in: [...orderIds] } },
    select: { orderGid: true },
  });
  return {
    next: null,
    tally: { seen: waiting, paid: orders.length },
    marks: markOrders(orders.map(({ orderGid }) => orderGid)),
  };
}
