import { z } from "zod";
import { ApiError } from "./api-error.ts";
import { cancel, confirm, deliver, pack, receivePaid, refuse, ship, takeBack } from "./order-moves.ts";
import { toOrderView } from "./order-views.ts";
import { pageOf } from "./pages.ts";
import { dateParam, invalid, parseJson, parseWith } from "./parse.ts";
import type { Answer, Call, Order, OrderStatus, World } from "./state.ts";
import { moneyMoves } from "./wallet.ts";

const ORDER_STATUSES = [
  "AWAITING_FUNDS",
  "RECEIVED",
  "CONFIRMED",
  "PROCESSING",
  "SHIPPED",
  "DELIVERED",
  "CANCELLED",
  "RETURNED",
] as const satisfies readonly OrderStatus[];

const cancelRequest = z.object({ reason: z.string().max(300).optional() }).optional();
const simulateRequest = z.object({
  status: z.enum(["CONFIRMED", "PROCESSING", "SHIPPED", "DELIVERED", "CANCELLED", "RETURNED"]),
});

function visible(world: World, call: Call): Order[] {
  return world.orders.filter((order) => order.accountId === call.account.id && order.mode === call.mode);
}

export function findOrder(world: World, call: Call): Order {
  const order = visible(world, call).find(({ id }) => id === call.params.id);
  if (order === undefined) throw new ApiError("not_found", "No such order");
  return order;
}

export function listOrders(world: World, call: Call): Answer {
  const statuses = parseStatuses(call.query);
  const externalOrderId = call.query.get("externalOrderId");
  const from = dateParam(call.query, "from");
  const to = dateParam(call.query, "to");
  const rows = visible(world, call).filter(
    (order) =>
      (statuses === null || statuses.includes(order.status)) &&
      (externalOrderId === null || order.externalOrderId === externalOrderId) &&
      (from === null || order.createdAt >= from) &&
      (to === null || order.createdAt <= to),
  );
  const newestFirst = world.undefinedBehaviour.ordersSorted === "newest_first";
  const page = pageOf("orders", rows, call.query, newestFirst ? "descending" : "ascending");
  const data = page.data.map((order) => toOrderView(world, order));
  return { status: 200, body: { data, nextCursor: page.nextCursor } };
}

function parseStatuses(query: URLSearchParams): OrderStatus[] | null {
  const text = query.get("status");
  if (text === null) return null;
  return text.split(",").map((part) => {
    const status = ORDER_STATUSES.find((candidate) => candidate === part.trim());
    if (status === undefined) throw invalid("status", `Unknown status ${part}`);
    return status;
  });
}

export function getOrder(world: World, call: Call): Answer {
  return { status: 200, body: toOrderView(world, findOrder(world, call)) };
}

export function cancelOrder(world: World, call: Call): Answer {
  const order = findOrder(world, call);
  const input = parseWith(cancelRequest, parseJson(call.rawBody));
  const again = order.status === "CANCELLED" && world.undefinedBehaviour.cancelTwice === "same_answer";
  if (!again) {
    if (!isCancellable(world, order)) {
      throw new ApiError("order_not_cancellable", "The parcel is already packed or further");
    }
    cancel(world, order, input?.reason ?? "Cancelled by the reseller");
  }
  return { status: 200, body: toOrderView(world, order) };
}

function isCancellable(world: World, { status }: Order): boolean {
  if (status === "PROCESSING") return world.undefinedBehaviour.cancelDuringPacking;
  return status === "AWAITING_FUNDS" || status === "RECEIVED" || status === "CONFIRMED";
}

export function payOrder(world: World, call: Call): Answer {
  const order = findOrder(world, call);
  if (order.status !== "AWAITING_FUNDS") {
    throw new ApiError("order_not_payable", "The order is not awaiting funds");
  }
  const required = order.wholesaleTotal + order.shippingCost;
  const { available } = call.account.wallets[call.mode];
  if (moneyMoves(world, call.mode) && available < required) {
    throw new ApiError("insufficient_balance", "The wallet cannot pay for this order", {
      required,
      available,
    });
  }
  receivePaid(world, order);
  return { status: 200, body: toOrderView(world, order) };
}

/** Moves a sandbox order by hand and sends the event of the status it sets. */
export function simulateOrder(world: World, call: Call): Answer {
  if (call.mode === "live") throw new ApiError("test_mode_only", "Only sandbox orders can be simulated");
  const order = findOrder(world, call);
  const { status } = parseWith(simulateRequest, parseJson(call.rawBody));
  requireForward(world, order, status);
  SIMULATED[status](world, order);
  return { status: 200, body: toOrderView(world, order) };
}

function requireForward(world: World, order: Order, status: OrderStatus): void {
  if (world.undefinedBehaviour.simulate === "any_pair") return;
  const ended = order.status === "CANCELLED" || order.status === "RETURNED";
  const forward = ORDER_STATUSES.indexOf(status) > ORDER_STATUSES.indexOf(order.status);
  if (ended || !forward) throw invalid("status", `An order that is ${order.status} cannot become ${status}`);
}

const SIMULATED = {
  CONFIRMED: confirm,
  PROCESSING: pack,
  SHIPPED: (world: World, order: Order) => ship(world, order),
  DELIVERED: deliver,
  CANCELLED: (world: World, order: Order) => cancel(world, order, "Simulated"),
  RETURNED: (world: World, order: Order) =>
    order.status === "DELIVERED" ? takeBack(world, order) : refuse(world, order),
} as const;
