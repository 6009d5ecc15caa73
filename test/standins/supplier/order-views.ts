import { toIso, toIsoOrNull } from "./clock.ts";
import type { Order, OrderItem, PlatformFee, World } from "./state.ts";

/** The fields every order event carries. */
export function toOrderEventView(world: World, order: Order): Record<string, unknown> {
  return {
    id: order.id,
    externalOrderId: order.externalOrderId,
    externalOrderName: order.externalOrderName,
    ...(world.undefinedBehaviour.parcelField === "said"
      ? { parcel: { part: order.part, of: order.of } }
      : {}),
    orderNumber: order.orderNumber,
    status: order.status,
    paymentMode: order.paymentMode,
    codAmount: order.codAmount,
    wholesaleTotal: order.wholesaleTotal,
    shippingCost: order.shippingCost,
    margin: order.margin,
    marginStatus: order.marginStatus,
    marginReleaseAt: toIsoOrNull(order.marginReleaseAt),
    rtoCharge: order.rtoCharge,
    returnCredit: order.returnCredit,
    items: order.items.map((item) => toItemView(world, item)),
    tracking: order.tracking,
    cancellationReason: order.cancellationReason,
  };
}

export function toOrderView(world: World, order: Order): Record<string, unknown> {
  return {
    ...toOrderEventView(world, order),
    mode: order.mode,
    confirmation: order.confirmation,
    prepaidAmount: order.prepaidAmount,
    resaleTotal: order.resaleTotal,
    shippingCharged: order.shippingCharged,
    ...toFeeView(world, order.platformFee),
    expectedMargin: order.expectedMargin,
    rtoReserve: order.rtoReserve,
    customer: toCustomerView(world, order),
    fundsDeadline: toIsoOrNull(order.fundsDeadline),
    history: order.history.map(({ status, at, note }) => ({ status, at: toIso(at), note })),
    createdAt: toIso(order.createdAt),
  };
}

function toItemView(world: World, item: OrderItem): Record<string, unknown> {
  const { variantId, externalVariantId, externalLineId, sku, title, quantity, resalePrice } = item;
  switch (world.undefinedBehaviour.itemFields) {
    case "full":
      return { variantId, externalVariantId, externalLineId, sku, title, quantity, resalePrice };
    case "variant_only":
      return { variantId };
    case "nothing":
      return {};
  }
}

function toCustomerView(world: World, order: Order): Record<string, unknown> {
  const { customer } = order;
  switch (world.undefinedBehaviour.orderCustomer) {
    case "full":
      return { ...customer };
    case "masked":
      return { name: `${customer.name.slice(0, 1)}***`, phone: `***${customer.phone.slice(-3)}` };
    case "empty":
      return {};
  }
}

/** The document makes no field of it required. */
function toFeeView(world: World, platformFee: PlatformFee): Record<string, unknown> {
  switch (world.undefinedBehaviour.feeSaid) {
    case "full":
      return { platformFee };
    case "amount_only":
      return { platformFee: { amount: platformFee.amount } };
    case "absent":
      return {};
  }
}

type SummedField =
  | "codAmount"
  | "prepaidAmount"
  | "wholesaleTotal"
  | "shippingCost"
  | "expectedMargin"
  | "rtoReserve";

/** The answer to `POST /orders`: totals on top, the parcels below. */
export function toCreatedView(world: World, parcels: readonly Order[]): Record<string, unknown> {
  const [first] = parcels;
  if (first === undefined) throw new Error("An order has at least one parcel");
  const total = (field: SummedField) => parcels.reduce((sum, parcel) => sum + parcel[field], 0);
  const feeTotal = parcels.reduce((sum, parcel) => sum + parcel.platformFee.amount, 0);
  return {
    id: createdIdOf(world, first),
    externalOrderId: first.externalOrderId,
    orderNumber: first.orderNumber,
    status: first.status,
    paymentMode: first.paymentMode,
    mode: first.mode,
    codAmount: total("codAmount"),
    prepaidAmount: total("prepaidAmount"),
    wholesaleTotal: total("wholesaleTotal"),
    shippingCost: total("shippingCost"),
    ...toFeeView(world, { ...first.platformFee, amount: feeTotal }),
    expectedMargin: total("expectedMargin"),
    rtoReserve: total("rtoReserve"),
    fundsDeadline: toIsoOrNull(
      parcels.find((parcel) => parcel.fundsDeadline !== null)?.fundsDeadline ?? null,
    ),
    parcels: parcels.map((parcel) => toOrderView(world, parcel)),
  };
}

/** The id named by a create answer and by `duplicate_order`. */
export function createdIdOf(world: World, first: Order): string {
  return world.undefinedBehaviour.createdId === "group" ? first.groupId : first.id;
}
