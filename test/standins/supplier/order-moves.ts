import { DAY_MS, MINUTE_MS } from "./clock.ts";
import { emitOrderEvent } from "./order-events.ts";
import type { Order, OrderStatus, Tracking, World } from "./state.ts";
import { restock } from "./stock.ts";
import {
  enterForOrder,
  forgetReserve,
  getAccount,
  holdReserve,
  moneyMoves,
  releaseReserve,
} from "./wallet.ts";

function enterStatus(world: World, order: Order, status: OrderStatus, note: string | null = null): void {
  const now = world.clock.now();
  order.status = status;
  order.updatedAt = now;
  order.confirmAt = null;
  order.history.push({ status, at: now, note });
}

/** A prepaid order whose wallet cannot pay yet. */
export function awaitFunds(world: World, order: Order): void {
  enterStatus(world, order, "AWAITING_FUNDS");
  order.fundsDeadline = world.clock.now() + world.terms.awaitingFundsHours * 60 * MINUTE_MS;
}

/** Takes wholesale and shipping of a prepaid parcel from the wallet. */
export function takePayment(world: World, order: Order): void {
  if (!moneyMoves(world, order.mode)) return;
  order.walletPaid = order.wholesaleTotal + order.shippingCost;
  enterForOrder(world, order, "order_payment", -order.walletPaid);
}

export function receive(world: World, order: Order): void {
  enterStatus(world, order, "RECEIVED");
  order.fundsDeadline = null;
  if (order.paymentMode === "COD") holdReserve(world, order);
  order.marginStatus = world.undefinedBehaviour.marginStatusBeforeDelivery;
  order.confirmation = world.terms.confirmationRequired ? "PENDING" : "NOT_REQUIRED";
  emitOrderEvent(world, order, "order.received");
  const minutes = world.undefinedBehaviour.autoConfirmAfterMinutes;
  if (world.terms.confirmationRequired || minutes === null) return;
  if (minutes === 0) confirm(world, order);
  else order.confirmAt = world.clock.now() + minutes * MINUTE_MS;
}

/** A waiting order was paid: it is received, then goes as far as the service takes it. */
export function receivePaid(world: World, order: Order): void {
  takePayment(world, order);
  receive(world, order);
  const target = world.undefinedBehaviour.stateAfterPay;
  if (target !== "RECEIVED" && order.status === "RECEIVED") confirm(world, order);
  if (target === "PROCESSING") pack(world, order);
}

export function confirm(world: World, order: Order): void {
  enterStatus(world, order, "CONFIRMED");
  if (order.confirmation !== "NOT_REQUIRED") order.confirmation = "CONFIRMED";
  order.orderNumber ??= orderNumberOf(order);
  emitOrderEvent(world, order, "order.confirmed");
}

export function orderNumberOf(order: Order): string {
  return `DR-${String(100_000 + order.seq)}`;
}

/** Packing has no event of its own. */
export function pack(world: World, order: Order): void {
  enterStatus(world, order, "PROCESSING");
}

export function ship(world: World, order: Order, tracking: Tracking | null = null): void {
  const number = `TCS${String(77_000_000 + order.seq)}`;
  const url = `https://www.tcsexpress.com/track/${number}`;
  order.tracking = tracking ?? { number, courier: "TCS", url };
  enterStatus(world, order, "SHIPPED");
  emitOrderEvent(world, order, "order.shipped");
}

export function deliver(world: World, order: Order): void {
  releaseReserve(world, order);
  enterStatus(world, order, "DELIVERED");
  order.marginStatus = "PENDING";
  order.marginReleaseAt = world.clock.now() + world.terms.payoutHoldDays * DAY_MS;
  emitOrderEvent(world, order, "order.delivered");
}

/** Refused at the door: forward and return shipping are charged, and the phone is remembered. */
export function refuse(world: World, order: Order, note: string | null = null): void {
  order.returnType = "rto";
  if (order.paymentMode === "COD") chargeRefusedCod(world, order);
  else settleRefusedPrepaid(world, order);
  end(world, order, world.undefinedBehaviour.marginStatusAfterRefusal);
  rememberRefusal(world, order);
  enterStatus(world, order, "RETURNED", note);
  emitOrderEvent(world, order, "order.returned");
}

function chargeRefusedCod(world: World, order: Order): void {
  order.rtoCharge = order.shippingCost + order.returnShippingCost;
  if (world.undefinedBehaviour.refusalEntries === "keep_reserve") {
    forgetReserve(world, order);
    return;
  }
  releaseReserve(world, order);
  enterForOrder(world, order, "rto_charge", -order.rtoCharge);
}

function settleRefusedPrepaid(world: World, order: Order): void {
  const { prepaidRefusal } = world.undefinedBehaviour;
  if (prepaidRefusal === "nothing") return;
  order.returnCredit = order.wholesaleTotal;
  enterForOrder(world, order, "order_refund", order.returnCredit);
  if (prepaidRefusal === "wholesale_back") return;
  order.rtoCharge = order.returnShippingCost;
  enterForOrder(world, order, "rto_charge", -order.rtoCharge);
}

/** Sent back after delivery: the margin is taken back, the fee with it. */
export function takeBack(world: World, order: Order, note: string | null = null): void {
  order.returnType = "return";
  if (order.marginStatus === "RELEASED") {
    const back = order.paymentMode === "COD" ? -order.expectedMargin : order.platformFee.amount;
    enterForOrder(world, order, "margin_reversed", back);
  }
  if (world.undefinedBehaviour.returnCredit === "wholesale") order.returnCredit = order.wholesaleTotal;
  if (world.undefinedBehaviour.returnCharge === "return_shipping") order.rtoCharge = order.returnShippingCost;
  enterForOrder(world, order, "return_credit", order.returnCredit);
  enterForOrder(world, order, "return_charge", -order.rtoCharge);
  end(world, order, "REVERSED");
  enterStatus(world, order, "RETURNED", note);
  emitOrderEvent(world, order, "order.returned");
}

export function cancel(world: World, order: Order, reason: string): void {
  releaseReserve(world, order);
  enterForOrder(world, order, "order_refund", cancelRefundOf(world, order));
  order.cancellationReason = reason;
  order.fundsDeadline = null;
  end(world, order, "NONE");
  restock(world, order);
  enterStatus(world, order, "CANCELLED", reason);
  emitOrderEvent(world, order, "order.cancelled");
}

function cancelRefundOf(world: World, order: Order): number {
  switch (world.undefinedBehaviour.prepaidCancelRefund) {
    case "full":
      return order.walletPaid;
    case "wholesale_only":
      return Math.min(order.walletPaid, order.wholesaleTotal);
    case "none":
      return 0;
  }
}

/** A parcel that earned nothing pays no fee. */
function end(world: World, order: Order, marginStatus: Order["marginStatus"]): void {
  order.marginStatus = marginStatus;
  order.marginReleaseAt = null;
  order.platformFee = { ...order.platformFee, amount: 0 };
  if (world.undefinedBehaviour.figuresAfterEnd === "kept") return;
  order.margin = 0;
  order.expectedMargin = 0;
}

/** The release date came: a COD margin is credited, the fee of a prepaid order is taken. */
export function releaseMargin(world: World, order: Order): void {
  order.marginStatus = "RELEASED";
  order.updatedAt = world.clock.now();
  const { amount } = order.platformFee;
  const cod = order.paymentMode === "COD";
  if (!cod) enterForOrder(world, order, "platform_fee", -amount);
  else if (world.undefinedBehaviour.marginEntries === "net") {
    enterForOrder(world, order, "margin", order.expectedMargin);
  } else {
    enterForOrder(world, order, "margin", order.margin);
    enterForOrder(world, order, "platform_fee", -amount);
  }
  if (!cod && world.undefinedBehaviour.prepaidReleaseEvent === "not_sent") return;
  emitOrderEvent(world, order, "wallet.margin_released", { amount: cod ? order.expectedMargin : -amount });
}

export function refusalKey(world: World, accountId: string, mode: string, phone: string): string {
  const owner = world.undefinedBehaviour.customerBlockedFor === "account" ? accountId : "platform";
  return `${owner}:${mode}:${phone.replaceAll(/\D/g, "").slice(-10)}`;
}

function rememberRefusal(world: World, order: Order): void {
  const account = getAccount(world, order.accountId);
  const key = refusalKey(world, account.id, order.mode, order.customer.phone);
  world.refusals.set(key, (world.refusals.get(key) ?? 0) + 1);
}
