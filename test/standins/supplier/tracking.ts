import { toIso, toIsoOrNull } from "./clock.ts";
import { findOrder } from "./orders.ts";
import type { Answer, Call, Order, OrderStatus, World } from "./state.ts";

const LABELS: Record<OrderStatus, string> = {
  AWAITING_FUNDS: "Received",
  RECEIVED: "Received",
  CONFIRMED: "Confirmed",
  PROCESSING: "Being packed",
  SHIPPED: "On the way",
  DELIVERED: "Delivered",
  CANCELLED: "Cancelled",
  RETURNED: "Returned",
};
const STEPS: readonly OrderStatus[] = ["RECEIVED", "CONFIRMED", "PROCESSING", "SHIPPED", "DELIVERED"];

/** What a customer may see: no store, no wholesale price, no link to the service. */
export function getTracking(world: World, call: Call): Answer {
  const order = findOrder(world, call);
  const at = (status: OrderStatus) => order.history.findLast((entry) => entry.status === status)?.at ?? null;
  const { tracking } = order;
  return {
    status: 200,
    body: {
      id: order.id,
      externalOrderId: order.externalOrderId,
      orderNumber: order.orderNumber ?? order.externalOrderId,
      parcel: { part: order.part, of: order.of },
      status: order.status,
      statusLabel: LABELS[order.status],
      paymentMode: order.paymentMode,
      amountToCollect: order.codAmount,
      sender: order.senderName ?? call.account.brandName,
      tracking: tracking === null ? null : { number: tracking.number, courier: tracking.courier },
      shippedAt: toIsoOrNull(at("SHIPPED")),
      deliveredAt: toIsoOrNull(at("DELIVERED")),
      cancelledReason: order.cancellationReason,
      steps: toSteps(order, at),
      history: order.history.map((entry) => ({
        status: entry.status,
        label: LABELS[entry.status],
        at: toIso(entry.at),
      })),
      updatedAt: toIso(order.updatedAt),
    },
  };
}

function toSteps(order: Order, at: (status: OrderStatus) => number | null): unknown[] {
  const ended = order.status === "CANCELLED" || order.status === "RETURNED";
  const reached = furthestStep(order);
  const steps = STEPS.map((status, index) => ({
    status,
    label: LABELS[status],
    done: index <= reached,
    at: toIsoOrNull(at(status)),
  }));
  if (!ended) return steps;
  const { status } = order;
  return [...steps, { status, label: LABELS[status], done: true, at: toIsoOrNull(at(status)) }];
}

function furthestStep(order: Order): number {
  return Math.max(-1, ...order.history.map(({ status }) => STEPS.indexOf(status)));
}
