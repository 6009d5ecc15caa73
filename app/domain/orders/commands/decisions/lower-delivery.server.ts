import { z } from "zod";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import type { CommandResult } from "#app/domain/orders/commands/command-result.ts";
import type { DeliveryConsent } from "#app/domain/orders/placement/plan-handoff-money.ts";
import type { OrderRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { decideForOrder } from "./decide-for-order.server.ts";
import { findOpenHold } from "./open-hold.server.ts";
import { findDecision } from "./standing-decision.ts";

const sums = z.object({ collects: z.int(), shippingTo: z.int() });
const offered = z.object({ lowered: sums });

type LowerDeliveryInput = {
  readonly orderId: OrderId;
  readonly by: string;
  /** What the page showed; rupees. */
  readonly collects: number;
  readonly shippingTo: number;
};

const OTHER_SUMS: CommandResult = {
  ok: false,
  reason: "The amounts have changed meanwhile. Look at the new ones, then press again.",
};

/** *Lower the delivery charge to fit*: consent to the very sums that were shown, for this order alone. */
export async function lowerDelivery(
  ctx: ShopContext,
  { orderId, by, collects, shippingTo }: LowerDeliveryInput,
): Promise<CommandResult> {
  const codes = ["price_below_minimum", "cannot_be_exact"] as const;
  const hold = await findOpenHold(ctx, { orderId, by, codes });
  if (hold.kind === "gone") return hold.refusal;
  const offer = offered.safeParse(hold.params).data?.lowered;
  if (offer?.collects !== collects || offer.shippingTo !== shippingTo) return OTHER_SUMS;
  const params = { collects, shippingTo };
  const fact = { fact: "delivery_lowered", factParams: params } as const;
  return decideForOrder(ctx, hold.order, { kind: "lower_delivery", by, params, ...fact });
}

export function findDeliveryConsent({ decisions }: Pick<OrderRecord, "decisions">): DeliveryConsent | null {
  const given = sums.safeParse(findDecision(decisions, "lower_delivery")?.params).data;
  return given ? { collects: rupees(given.collects), shippingTo: rupees(given.shippingTo) } : null;
}
