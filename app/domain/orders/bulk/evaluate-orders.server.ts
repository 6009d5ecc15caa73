import type { Prisma } from "@prisma/client";
import { listOpenIssues } from "#app/domain/attention/list-attention.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { BulkVerdict } from "#app/domain/orders/commands/bulk-verdict.ts";
import { requestsOf, standingRequests } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { servedCommands } from "#app/domain/orders/commands/registry.server.ts";
import type { BulkAction } from "#app/domain/orders/commands/registry.ts";
import { isPrepaid, walletRefusal } from "#app/domain/orders/money/spends-wallet.ts";
import { isKnownWithoutPay } from "#app/domain/shops/staff.server.ts";
import { findPaymentsOfParcels, type PaymentOfParcel } from "#app/domain/wallet/find-payments.server.ts";
import type { OrderId, ParcelId } from "#app/platform/ids.ts";

/** What of an order's rows a verdict is made from. */
export const evaluatedRows = {
  ...{ id: true, name: true, state: true, route: true, outstandingPkr: true, holdCode: true },
  ...{ cancelledAt: true, decisions: standingRequests },
  handoffs: {
    select: {
      parcels: {
        select: { id: true, status: true, wholesalePkr: true, shippingCostPkr: true, prepaidPkr: true },
      },
    },
  },
} as const satisfies Prisma.OrderSelect;

export type EvaluatedOrder = Prisma.OrderGetPayload<{ select: typeof evaluatedRows }>;

type EvaluateOrdersInput = { readonly action: BulkAction; readonly by: string };

/** Whether an action fits each of some orders as they stand now, for whoever presses it; by the orders' ids. */
export async function evaluateOrders(
  ctx: ShopContext,
  { action, by }: EvaluateOrdersInput,
  orders: readonly EvaluatedOrder[],
): Promise<ReadonlyMap<OrderId, BulkVerdict>> {
  const ids = orders.map(({ id }) => id);
  const { bulk } = servedCommands[action];
  // Paying was granted, or not, when it was pressed; what else spends the wallet is seen order by order (R55), and once
  // more by the order's own work.
  const mayNotPay = bulk.mayPlace && (await isKnownWithoutPay(ctx, by));
  const issues = await listOpenIssues(ctx, "order", ids);
  const payments =
    action === "pay" ? await findPaymentsOfParcels(ctx, ids) : new Map<ParcelId, PaymentOfParcel>();
  return new Map(
    orders.map((order) => {
      if (mayNotPay && isPrepaid(order)) {
        const { reason, detail } = walletRefusal;
        return [order.id, { kind: "refused", reason: `${reason} ${detail}` }];
      }
      const parcels = order.handoffs
        .flatMap((handoff) => handoff.parcels)
        .map((parcel) => ({ ...parcel, payment: payments.get(parcel.id) }));
      return [
        order.id,
        bulk.plan({ ...order, ...requestsOf(order.decisions), holds: issues.get(order.id) ?? [], parcels }),
      ];
    }),
  );
}
