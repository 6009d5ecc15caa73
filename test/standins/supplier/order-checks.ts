import { ApiError } from "./api-error.ts";
import { utcDay } from "./clock.ts";
import type { ParcelMoney, PricedItem } from "./order-money.ts";
import { refusalKey } from "./order-moves.ts";
import type { OrderRequest } from "./order-request.ts";
import { createdIdOf } from "./order-views.ts";
import type { Call, World } from "./state.ts";
import { TIERS } from "./terms.ts";
import { moneyMoves } from "./wallet.ts";

/** An external id can be used once per account, for ever, whatever became of the order. */
export function requireNewOrder(world: World, call: Call, externalOrderId: string): void {
  const perMode = world.undefinedBehaviour.externalOrderIdPer === "mode";
  const existing = world.orders.find(
    (order) =>
      order.accountId === call.account.id &&
      order.externalOrderId === externalOrderId &&
      (!perMode || order.mode === call.mode),
  );
  if (existing === undefined) return;
  const details = { id: createdIdOf(world, existing) };
  throw new ApiError("duplicate_order", "This externalOrderId was already received", details);
}

export function requireAcceptable(world: World, call: Call, request: OrderRequest): void {
  if (request.paymentMode === "PREPAID" && !world.terms.allowPrepaid) {
    throw new ApiError("prepaid_disabled", "Prepaid orders are not offered right now");
  }
  const refusals =
    world.refusals.get(refusalKey(world, call.account.id, call.mode, request.customer.phone)) ?? 0;
  if (refusals >= world.terms.blacklistRefusals) {
    throw new ApiError("customer_blocked", "This customer refused too many parcels");
  }
  const wallet = call.account.wallets[call.mode];
  if (moneyMoves(world, call.mode) && wallet.heldDeposit < world.terms.depositAmount) {
    throw new ApiError("deposit_required", "The security deposit is not complete");
  }
}

export function requireMinimumPrices(items: readonly PricedItem[]): void {
  const details = items.flatMap((item, index) => {
    const { minResalePrice } = item.variant;
    return item.resalePrice < minResalePrice
      ? [{ index, resalePrice: item.resalePrice, minResalePrice }]
      : [];
  });
  if (details.length > 0) throw new ApiError("price_below_minimum", "A price is below the minimum", details);
}

export function requireCostCovered(world: World, request: OrderRequest, money: readonly ParcelMoney[]): void {
  if (request.paymentMode !== "COD") return;
  const groups = world.undefinedBehaviour.codBelowCostPer === "parcel" ? money.map((one) => [one]) : [money];
  for (const group of groups) {
    const codAmount = group.reduce((sum, one) => sum + one.codAmount, 0);
    const cost = group.reduce((sum, one) => sum + one.wholesaleTotal + one.shippingCost, 0);
    if (codAmount >= cost) continue;
    throw new ApiError("cod_below_cost", "The COD amount does not cover wholesale and shipping", {
      codAmount,
      cost,
    });
  }
}

/** Two lines of one variant are judged together. */
export function requireStock(items: readonly PricedItem[]): void {
  const wanted = new Map<string, number>();
  for (const { variant, quantity } of items) wanted.set(variant.id, (wanted.get(variant.id) ?? 0) + quantity);
  const details = items.flatMap(({ variant }, index) => {
    const requested = wanted.get(variant.id) ?? 0;
    const available = Math.max(0, variant.stock);
    return requested > available ? [{ index, variantId: variant.id, requested, available }] : [];
  });
  if (details.length > 0) throw new ApiError("out_of_stock", "Not enough stock", details);
}

export function requireDailyCap(world: World, call: Call, parcels: number): void {
  if (call.account.capLifted) return;
  const counts = placedToday(world, call);
  const { dailyCap } = TIERS[call.account.tier];
  const perParcel = world.undefinedBehaviour.dailyCapCounts === "parcels";
  const after = perParcel ? counts.parcels + parcels : counts.orders + 1;
  if (after > dailyCap) throw new ApiError("daily_cap_reached", "Your tier's orders of today are used up");
}

export function countPlaced(world: World, call: Call, parcels: number): void {
  const counts = placedToday(world, call);
  counts.orders += 1;
  counts.parcels += parcels;
}

function placedToday(world: World, call: Call): { day: string; orders: number; parcels: number } {
  const counts = call.account.placedToday[call.mode];
  const day = utcDay(world.clock.now());
  if (counts.day !== day) Object.assign(counts, { day, orders: 0, parcels: 0 });
  return counts;
}

/** A COD order needs its reserve in the wallet; a prepaid one may wait for its funds. */
export function requireReserve(
  world: World,
  call: Call,
  request: OrderRequest,
  money: readonly ParcelMoney[],
): void {
  if (request.paymentMode !== "COD" || !moneyMoves(world, call.mode)) return;
  const reserve = money.reduce((sum, one) => sum + one.rtoReserve, 0);
  const { available } = call.account.wallets[call.mode];
  if (available >= reserve) return;
  throw new ApiError("insufficient_balance", "The wallet cannot hold the return reserve", {
    required: reserve,
    available,
  });
}
