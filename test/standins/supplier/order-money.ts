import type { ParcelPlan, Picked } from "./shipping.ts";
import type { Account, PaymentMode, PlatformFee, World } from "./state.ts";

export type PricedItem = Picked & { resalePrice: number };

export type ParcelMoney = {
  resaleTotal: number;
  shippingCharged: number;
  wholesaleTotal: number;
  shippingCost: number;
  codAmount: number;
  prepaidAmount: number;
  margin: number;
  platformFee: PlatformFee;
  expectedMargin: number;
  rtoReserve: number;
};

/** Amounts of each parcel of a new order (API document, "Money rules"). */
export function priceParcels(
  world: World,
  account: Account,
  parcels: readonly ParcelPlan<PricedItem>[],
  order: { paymentMode: PaymentMode; shippingCharged: number },
): ParcelMoney[] {
  const shares = splitShippingCharged(world, parcels, order.shippingCharged);
  return parcels.map((parcel, index) =>
    priceParcel(world, account, parcel, order.paymentMode, shares[index] ?? 0),
  );
}

function priceParcel(
  world: World,
  account: Account,
  parcel: ParcelPlan<PricedItem>,
  paymentMode: PaymentMode,
  shippingCharged: number,
): ParcelMoney {
  const { undefinedBehaviour } = world;
  const resaleTotal = resaleOf(parcel);
  const wholesaleTotal = parcel.items.reduce(
    (sum, item) => sum + item.variant.wholesalePrice * item.quantity,
    0,
  );
  const { shippingCost } = parcel;
  const paid = resaleTotal + shippingCharged;
  const margin = paid - wholesaleTotal - shippingCost;
  const platformFee = feeOf(world, account, margin, resaleTotal);
  const cod = paymentMode === "COD";
  const minusFee = !cod && undefinedBehaviour.prepaidExpectedMargin === "minus_fee";
  const customerPaid = undefinedBehaviour.prepaidAmount === "customer_paid";
  return {
    resaleTotal,
    shippingCharged,
    wholesaleTotal,
    shippingCost,
    codAmount: cod ? paid : 0,
    prepaidAmount: cod ? 0 : customerPaid ? paid : wholesaleTotal + shippingCost,
    margin,
    platformFee,
    expectedMargin: minusFee ? 0 - platformFee.amount : margin - platformFee.amount,
    rtoReserve: cod ? shippingCost + parcel.returnShippingCost : 0,
  };
}

function resaleOf(parcel: ParcelPlan<PricedItem>): number {
  return parcel.items.reduce((sum, item) => sum + item.resalePrice * item.quantity, 0);
}

/** The fee of an account: a percent of the margin, or of what the items sell for; never on a loss. */
function feeOf(world: World, account: Account, margin: number, resaleTotal: number): PlatformFee {
  const basis = account.feeBasis;
  const percent = basis === "sale" ? world.terms.saleFeePercent : world.terms.marginFeePercent;
  if (margin <= 0) return { basis, percent, amount: 0 };
  const exact = ((basis === "sale" ? resaleTotal : margin) * percent) / 100;
  return { basis, percent, amount: roundFee(world, exact) };
}

function roundFee(world: World, exact: number): number {
  switch (world.undefinedBehaviour.feeRounding) {
    case "half_up":
      return Math.floor(exact + 0.5);
    case "floor":
      return Math.floor(exact);
    case "ceil":
      return Math.ceil(exact);
  }
}

/** Shares in whole rupees that always add up to what the customer was charged. */
function splitShippingCharged(
  world: World,
  parcels: readonly ParcelPlan<PricedItem>[],
  total: number,
): number[] {
  return largestRemainder(weightsOf(world, parcels), total);
}

function weightsOf(world: World, parcels: readonly ParcelPlan<PricedItem>[]): number[] {
  switch (world.undefinedBehaviour.shippingChargedSplit) {
    case "by_value":
      return parcels.map(resaleOf);
    case "first_parcel":
      return parcels.map((_, index) => (index === 0 ? 1 : 0));
    case "by_shipping_cost":
      return parcels.map(({ shippingCost }) => shippingCost);
    case "equal":
      return parcels.map(() => 1);
  }
}

function largestRemainder(weights: readonly number[], total: number): number[] {
  const sum = weights.reduce((left, right) => left + right, 0);
  const parts = sum === 0 ? weights.map(() => 1) : weights;
  const whole = sum === 0 ? parts.length : sum;
  const shares = parts.map((weight) => Math.floor((total * weight) / whole));
  const order = parts
    .map((weight, index) => ({ index, rest: (total * weight) % whole }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index);
  let left = total - shares.reduce((a, b) => a + b, 0);
  for (const { index } of order) {
    if (left <= 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
    left -= 1;
  }
  return shares;
}
