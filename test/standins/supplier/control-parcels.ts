import { DAY_MS, toIsoOrNull } from "./clock.ts";
import type { MoveParcel, ParcelRef, ParcelSummary } from "./control.ts";
import { cancel, confirm, deliver, pack, refuse, ship, takeBack } from "./order-moves.ts";
import type { Confirmation, Order, OrderStatus, World } from "./state.ts";

const ROAD: readonly OrderStatus[] = ["RECEIVED", "CONFIRMED", "PROCESSING", "SHIPPED", "DELIVERED"];

function findParcels(world: World, ref: ParcelRef): Order[] {
  const matches = (order: Order) =>
    (ref.id === undefined || order.id === ref.id) &&
    (ref.externalOrderId === undefined || order.externalOrderId === ref.externalOrderId) &&
    (ref.part === undefined || order.part === ref.part);
  if (ref.id === undefined && ref.externalOrderId === undefined) throw new Error("Name a parcel");
  for (const mode of ref.mode === undefined ? (["live", "test"] as const) : [ref.mode]) {
    const found = world.orders.filter((order) => order.mode === mode && matches(order));
    if (found.length > 0) return found;
  }
  throw new Error(`No parcel ${ref.id ?? ref.externalOrderId}`);
}

export function moveParcels(world: World, input: MoveParcel): Order[] {
  const parcels = findParcels(world, input);
  for (const order of parcels) moveParcel(world, order, input);
  return parcels;
}

function moveParcel(world: World, order: Order, input: MoveParcel): void {
  if (order.status === input.status) return;
  if (input.status === "CANCELLED") {
    requireStatus(order, input, ["AWAITING_FUNDS", "RECEIVED", "CONFIRMED", "PROCESSING"]);
    cancel(world, order, input.reason ?? "Cancelled by the service");
  } else if (input.status === "RETURNED") {
    returnParcel(world, order, input);
  } else {
    walkTo(world, order, input);
  }
}

function returnParcel(world: World, order: Order, input: MoveParcel): void {
  const type = input.type ?? (order.status === "DELIVERED" ? "return" : "rto");
  if (type === "return") {
    walkTo(world, order, { ...input, status: "DELIVERED" });
    if (input.force !== true) requireReturnWindow(world, order);
    takeBack(world, order, input.reason ?? null);
    return;
  }
  walkTo(world, order, { ...input, status: "SHIPPED" });
  refuse(world, order, input.reason ?? null);
}

function requireReturnWindow(world: World, order: Order): void {
  const deliveredAt = order.history.findLast(({ status }) => status === "DELIVERED")?.at ?? 0;
  if (world.clock.now() - deliveredAt <= world.terms.returnWindowDays * DAY_MS) return;
  throw new Error(`The return window of parcel ${order.id} is over`);
}

/** Forward along the road, one state after the other, each with its event. */
function walkTo(world: World, order: Order, input: MoveParcel): void {
  requireStatus(order, input, ROAD);
  const from = stepOf(order.status);
  const to = stepOf(input.status);
  if (to < from) throw new Error(`Parcel ${order.id} is ${order.status} and does not go back`);
  for (const status of ROAD.slice(from + 1, to + 1)) {
    if (status === "CONFIRMED") confirm(world, order);
    if (status === "PROCESSING") pack(world, order);
    if (status === "SHIPPED") ship(world, order, input.tracking ?? null);
    if (status === "DELIVERED") deliver(world, order);
  }
}

function stepOf(status: OrderStatus): number {
  return ROAD.indexOf(status);
}

function requireStatus(order: Order, input: MoveParcel, allowed: readonly OrderStatus[]): void {
  if (allowed.includes(order.status)) return;
  throw new Error(`Parcel ${order.id} is ${order.status} and cannot become ${input.status}`);
}

export function confirmParcels(world: World, ref: ParcelRef & { confirmation: Confirmation }): Order[] {
  const parcels = findParcels(world, ref);
  for (const order of parcels) {
    order.confirmation = ref.confirmation;
    order.updatedAt = world.clock.now();
    if (ref.confirmation === "CONFIRMED" && order.status === "RECEIVED") confirm(world, order);
    const ends = ref.confirmation === "FAILED" && world.undefinedBehaviour.failedConfirmation === "cancel";
    if (ends && order.status === "RECEIVED") cancel(world, order, "The customer could not be reached");
  }
  return parcels;
}

export function toParcelSummary(order: Order): ParcelSummary {
  const { id, externalOrderId, mode, part, of, status, orderNumber, storeId, paymentMode } = order;
  const { codAmount, wholesaleTotal, shippingCost, shippingCharged, margin, expectedMargin } = order;
  const { rtoReserve, reserveHeld, walletPaid, rtoCharge, returnCredit, marginStatus } = order;
  return {
    ...{ id, externalOrderId, mode, part, of, status, orderNumber, storeId, paymentMode },
    ...{ codAmount, wholesaleTotal, shippingCost, shippingCharged, margin, expectedMargin },
    ...{ rtoReserve, reserveHeld, walletPaid, rtoCharge, returnCredit, marginStatus },
    fee: order.platformFee.amount,
    marginReleaseAt: toIsoOrNull(order.marginReleaseAt),
    fundsDeadline: toIsoOrNull(order.fundsDeadline),
    senderName: order.senderName,
    customer: { ...order.customer },
    notes: order.notes,
    items: order.items.map(({ variantId, externalLineId, quantity, resalePrice }) => ({
      variantId,
      externalLineId,
      quantity,
      resalePrice,
    })),
  };
}
