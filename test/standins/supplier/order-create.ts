import { newId, nextSeq } from "./ids.ts";
import {
  countPlaced,
  requireAcceptable,
  requireCostCovered,
  requireDailyCap,
  requireMinimumPrices,
  requireNewOrder,
  requireReserve,
  requireStock,
} from "./order-checks.ts";
import { type ParcelMoney, type PricedItem, priceParcels } from "./order-money.ts";
import { awaitFunds, orderNumberOf, receive, takePayment } from "./order-moves.ts";
import { type OrderRequest, orderRequest } from "./order-request.ts";
import { toCreatedView } from "./order-views.ts";
import { parseJson, parseWith } from "./parse.ts";
import { type ParcelPlan, planParcels } from "./shipping.ts";
import type { Answer, Call, Order, OrderItem, World } from "./state.ts";
import { takeStock } from "./stock.ts";
import { resolveVariant } from "./variants.ts";
import { moneyMoves } from "./wallet.ts";

type Line = PricedItem & { item: OrderItem };

/** `POST /orders`: every check first, then all effects at once. */
export function createOrder(world: World, call: Call): Answer {
  const request = parseWith(orderRequest, parseJson(call.rawBody));
  requireNewOrder(world, call, request.externalOrderId);
  const lines = request.items.map((item, index) => toLine(world, call, item, index));
  requireAcceptable(world, call, request);
  requireMinimumPrices(lines);
  const plans = planParcels(world, lines, request.customer.city);
  const money = priceParcels(world, call.account, plans, request);
  requireCostCovered(world, request, money);
  requireStock(lines);
  requireDailyCap(world, call, plans.length);
  requireReserve(world, call, request, money);
  const parcels = buildParcels(world, call, request, plans, money);
  countPlaced(world, call, parcels.length);
  takeStock(
    world,
    call.mode,
    lines.map((line) => line.item),
  );
  world.orders.push(...parcels);
  startParcels(world, call, parcels);
  return { status: 201, body: toCreatedView(world, parcels) };
}

function toLine(world: World, call: Call, item: OrderRequest["items"][number], index: number): Line {
  const { product, variant } = resolveVariant(world, call, item, index);
  return {
    product,
    variant,
    quantity: item.quantity,
    resalePrice: item.resalePrice,
    item: {
      variantId: variant.id,
      externalVariantId: item.externalVariantId ?? null,
      externalLineId: item.externalLineId ?? null,
      sku: item.sku ?? variant.sku,
      title: product.title,
      quantity: item.quantity,
      resalePrice: item.resalePrice,
      wholesalePrice: variant.wholesalePrice,
    },
  };
}

function buildParcels(
  world: World,
  call: Call,
  request: OrderRequest,
  plans: readonly ParcelPlan<Line>[],
  money: readonly ParcelMoney[],
): Order[] {
  const groupId = newId(world, "grp", call.mode);
  return plans.flatMap((plan, index) => {
    const amounts = money[index];
    if (amounts === undefined) return [];
    const place = { part: index + 1, of: plans.length, groupId };
    return [buildParcel(world, call, request, plan, amounts, place)];
  });
}

function buildParcel(
  world: World,
  call: Call,
  request: OrderRequest,
  plan: ParcelPlan<Line>,
  money: ParcelMoney,
  place: { part: number; of: number; groupId: string },
): Order {
  const now = world.clock.now();
  const order: Order = {
    ...place,
    ...money,
    seq: nextSeq(world, "order"),
    id: newId(world, "ord", call.mode),
    accountId: call.account.id,
    integrationId: call.integration.id,
    mode: call.mode,
    externalOrderId: request.externalOrderId,
    externalOrderName: request.externalOrderName ?? null,
    orderNumber: null,
    storeId: plan.storeId,
    status: "RECEIVED",
    paymentMode: request.paymentMode,
    returnShippingCost: plan.returnShippingCost,
    reserveHeld: 0,
    walletPaid: 0,
    marginStatus: "NONE",
    marginReleaseAt: null,
    rtoCharge: 0,
    returnCredit: 0,
    returnType: null,
    items: plan.items.map((line) => line.item),
    tracking: null,
    cancellationReason: null,
    confirmation: "PENDING",
    customer: { province: null, postalCode: null, ...request.customer },
    senderName: request.senderName ?? null,
    notes: request.notes ?? null,
    fundsDeadline: null,
    confirmAt: null,
    history: [],
    createdAt: now,
    updatedAt: now,
  };
  if (world.undefinedBehaviour.orderNumberAt === "placed") order.orderNumber = orderNumberOf(order);
  return order;
}

/** COD is received; prepaid is received when the wallet can pay, else it waits for funds. */
function startParcels(world: World, call: Call, parcels: readonly Order[]): void {
  const wallet = call.account.wallets[call.mode];
  const costOf = (order: Order) => order.wholesaleTotal + order.shippingCost;
  const totalCost = parcels.reduce((sum, order) => sum + costOf(order), 0);
  const together = world.undefinedBehaviour.fundsCheck === "whole_order";
  const coversAll = wallet.available >= totalCost;
  for (const order of parcels) {
    if (order.paymentMode === "COD") {
      receive(world, order);
      continue;
    }
    const covered = together ? coversAll : wallet.available >= costOf(order);
    if (moneyMoves(world, call.mode) && !covered) {
      awaitFunds(world, order);
      continue;
    }
    takePayment(world, order);
    receive(world, order);
  }
}
