import type { OrderRun } from "#app/domain/orders/reconcile/order-run.ts";

/** Whether an order is on the list of calls, and its customer has not answered yet. */
export async function isAsked({ ctx, record }: OrderRun): Promise<boolean> {
  if (record.holdCode !== "awaiting_confirmation") return false;
  const where = { shopId: ctx.shop.id, orderId: record.id, state: "awaiting" } as const;
  return (await ctx.db.orderConfirmation.count({ where })) > 0;
}
