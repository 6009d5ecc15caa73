import Decimal from "decimal.js";
import { z } from "zod";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { type CommandResult, orderGone } from "#app/domain/orders/commands/command-result.ts";
import { cashOfLostParcels } from "#app/domain/orders/fulfillment/who-collects.ts";
import { findOrderRecord, type OrderRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { getOrderForPlacement } from "#app/shopify/operations/orders/get-order-for-placement.ts";
import { decideForOrder } from "./decide-for-order.server.ts";
import { findDecision } from "./standing-decision.ts";

type MarkPaidInput = {
  readonly orderId: OrderId;
  readonly by: string;
  /** What the page said is still to be paid, in whole rupees. */
  readonly outstandingPkr: Rupees;
};

/** *Mark as paid in Shopify*: the merchant says the money is there; the whole outstanding sum is recorded (R12). */
export async function markPaidByHand(
  ctx: ShopContext,
  { orderId, by, outstandingPkr }: MarkPaidInput,
): Promise<CommandResult> {
  const order = await findOrderRecord(ctx.db, ctx.shop.id, { id: orderId });
  const shopify = order && (await getOrderForPlacement(ctx.admin, order.orderGid));
  if (!order || !shopify) return orderGone;
  if (shopify.currency !== "PKR")
    return { ok: false, reason: "The order is not in rupees. Mark it as paid in Shopify itself." };
  const outstanding = new Decimal(shopify.totalOutstanding);
  if (outstanding.lte(0)) return { ok: false, reason: "It is already paid in Shopify." };
  if (!outstanding.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).eq(outstandingPkr)) {
    const now = formatRupees(outstanding.toNumber());
    return { ok: false, reason: `The open sum has changed: it is ${now} now. Look at it, then press again.` };
  }
  if (!shopify.canMarkAsPaid)
    return { ok: false, reason: "Shopify does not let this order be marked as paid. Collect it in Shopify." };
  if (
    cashOfLostParcels(
      shopify,
      order.handoffs.filter(({ mode }) => mode === "live"),
    ) > 0
  )
    return {
      ok: false,
      reason: "Items that were refused or cancelled still stand in the order. Remove them in Shopify first.",
    };
  const params = { outstanding: shopify.totalOutstanding };
  return decideForOrder(ctx, order, { kind: "mark_paid", by, params, fact: "mark_paid_pressed" });
}

const storedRequest = z.object({ outstanding: z.string() });

export type MarkPaidRequest = z.infer<typeof storedRequest> & { readonly at: Date };

export function findMarkPaidRequest({ decisions }: Pick<OrderRecord, "decisions">): MarkPaidRequest | null {
  const decision = findDecision(decisions, "mark_paid");
  const request = storedRequest.safeParse(decision?.params).data;
  return decision && request ? { ...request, at: decision.at } : null;
}
