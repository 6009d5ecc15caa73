import {
  type Exact,
  exact,
  HALF_RUPEE,
  roundToRupee,
  shareOf,
  sumExact,
  toPaisa,
  ZERO,
} from "#app/domain/money/exact.ts";
import { allocateLargestRemainder } from "#app/domain/money/largest-remainder.ts";
import { type Rupees, rupees, sumRupees, ZERO_RUPEES } from "#app/domain/money/rupees.ts";
import { explainMoney } from "./explain-money.ts";
import type {
  BelowMinimum,
  MoneyHold,
  OrderLineMoney,
  OrderMoneyInput,
  OrderMoneyPlan,
  OurLine,
} from "./order-money.ts";
import { type OrderValue, valueOrder } from "./order-value.ts";
import { MAX_ITEMS, minimumOfLine, splitLine } from "./split-line.ts";

const PAISA = exact("0.01");

/** The exact amount this handoff collects, and the exact lines and delivery that make it up. */
type Due = { readonly amount: Exact; readonly lines: readonly Exact[]; readonly delivery: Exact };

type Allocation = {
  readonly collects: Rupees;
  readonly lines: readonly { readonly line: OurLine; readonly amount: Rupees }[];
  readonly shippingCharged: Rupees;
};

function held(hold: MoneyHold): OrderMoneyPlan {
  return { kind: "held", ...hold };
}

function checkCurrency(input: OrderMoneyInput): MoneyHold | null {
  const currencies =
    input.paymentMode === "COD" ? [input.shopCurrency, input.presentmentCurrency] : [input.shopCurrency];
  const foreign = currencies.find((currency) => currency !== "PKR");
  return foreign === undefined ? null : { code: "currency_not_pkr", numbers: { currency: foreign } };
}

function checkTotal(input: OrderMoneyInput, value: OrderValue): MoneyHold | null {
  const shopify = exact(input.currentTotalPrice);
  const tolerance = PAISA.times(input.lines.length);
  if (value.total.minus(shopify).abs().lte(tolerance)) return null;
  return disagree(value.total, shopify);
}

function disagree(recomputed: Exact, shopify: Exact): MoneyHold {
  const numbers = { recomputedPaisa: toPaisa(recomputed), shopifyPaisa: toPaisa(shopify) };
  return { code: "amounts_disagree", numbers };
}

function checkPrepaid(input: OrderMoneyInput): MoneyHold | null {
  const outstanding = exact(input.totalOutstanding);
  if (input.paymentMode === "COD" || outstanding.lte(0)) return null;
  const numbers = {
    outstandingPaisa: toPaisa(outstanding),
    totalPaisa: toPaisa(exact(input.currentTotalPrice)),
  };
  return { code: "partly_paid", numbers };
}

function worthOfHandoff(value: OrderValue): Exact {
  return sumExact(value.handoffLines.map(({ amount }) => amount)).plus(value.handoffDelivery);
}

/** Delivery stays as it is and the lines shrink in proportion to their value. */
function shrinkLines(value: OrderValue, amount: Exact, delivery: Exact): Due {
  const worth = sumExact(value.handoffLines.map((line) => line.amount));
  if (amount.lte(delivery) || worth.isZero()) {
    return { amount, lines: value.handoffLines.map(() => ZERO), delivery: amount };
  }
  const forLines = amount.minus(delivery);
  const lines = value.handoffLines.map((line) => shareOf(forLines, line.amount, worth));
  return { amount, lines, delivery };
}

/** Lines keep their price; delivery takes whatever else is collected (tips, fees, a paisa of rounding). */
function keepLines(value: OrderValue, amount: Exact): Due {
  const lines = value.handoffLines.map((line) => line.amount);
  const delivery = amount.minus(sumExact(lines));
  return delivery.lt(0) ? shrinkLines(value, amount, ZERO) : { amount, lines, delivery };
}

/**
 * COD: what is outstanding, less what earlier parcels collect, less what is left to others. When less is
 * outstanding than the open units are worth, an advance was paid, and every side bears its proportion.
 */
function dueOnDelivery(input: OrderMoneyInput, value: OrderValue): Due | MoneyHold {
  const outstanding = exact(input.totalOutstanding);
  const open = outstanding.minus(sumRupees(input.earlierParcels));
  const worth = worthOfHandoff(value);
  const openWorth = value.total.minus(value.settled);
  const roundedBefore = HALF_RUPEE.times(input.earlierParcels.length);
  const tolerance = PAISA.times(input.lines.length).plus(roundedBefore);
  const gap = openWorth.minus(open);
  if (gap.abs().lte(tolerance)) return keepLines(value, worth.minus(gap));
  if (gap.lt(0)) return disagree(openWorth, open);
  if (open.lte(0)) return nothingToCollect(input, open);
  const delivery = value.handoffDelivery.lt(0) ? ZERO : value.handoffDelivery;
  return shrinkLines(value, shareOf(open, worth, openWorth), delivery);
}

function nothingToCollect(input: OrderMoneyInput, due: Exact): MoneyHold {
  const numbers = { outstandingPaisa: toPaisa(exact(input.totalOutstanding)), dueHerePaisa: toPaisa(due) };
  return { code: "nothing_to_collect", numbers };
}

function findDue(input: OrderMoneyInput, value: OrderValue): Due | MoneyHold {
  if (value.handoffLines.length === 0) return nothingToCollect(input, ZERO);
  if (input.lines.some(coversTooManyUnits)) return cannotBeExact(value, worthOfHandoff(value));
  const due =
    input.paymentMode === "COD" ? dueOnDelivery(input, value) : keepLines(value, worthOfHandoff(value));
  if ("code" in due) return due;
  if (input.paymentMode === "COD" && roundToRupee(due.amount) <= 0)
    return nothingToCollect(input, due.amount);
  const isImpossible = due.lines.some((line) => line.lt(0)) || due.delivery.lt(0);
  if (isImpossible || deliveryShrank(input, value, due)) return cannotBeExact(value, due.amount);
  return due;
}

function cannotBeExact(value: OrderValue, due: Exact): MoneyHold {
  const numbers = { dueHerePaisa: toPaisa(due), deliveryPaisa: toPaisa(value.handoffDelivery) };
  return { code: "cannot_be_exact", numbers };
}

/** A refund between two reads can leave fewer units in the order than the handoff wants to ship. */
function coversTooManyUnits(line: OrderLineMoney): boolean {
  return line.owner === "ours" && line.handoffQuantity + line.settledQuantity > line.currentQuantity;
}

/** The advance is larger than the lines: only a person may decide that the delivery charge gives way. */
function deliveryShrank(input: OrderMoneyInput, value: OrderValue, due: Due): boolean {
  const isFree = value.handoffLines.every(({ line }) => minimumOfLine(line) === 0);
  const shrank = due.delivery.plus(1).lte(value.handoffDelivery);
  return isFree && shrank && !input.lowerDeliveryChargeToFit;
}

function allocate(value: OrderValue, due: Due): Allocation {
  const collects = roundToRupee(due.amount);
  const amounts = allocateLargestRemainder([...due.lines, due.delivery], collects);
  const lines = value.handoffLines.map(({ line }, index) => ({
    line,
    amount: amounts[index] ?? ZERO_RUPEES,
  }));
  return { collects, lines, shippingCharged: amounts.at(-1) ?? ZERO_RUPEES };
}

function findBelowMinimum(allocation: Allocation): readonly BelowMinimum[] {
  return allocation.lines
    .map(({ line, amount }) => ({
      lineId: line.id,
      amount,
      minimum: minimumOfLine(line),
      quantity: line.handoffQuantity,
    }))
    .filter(({ amount, minimum }) => amount < minimum);
}

/** Raises only the lines below their minimum, out of the delivery charge. */
function fitMinimums(allocation: Allocation, input: OrderMoneyInput): Allocation | MoneyHold {
  const below = findBelowMinimum(allocation);
  const missing = sumRupees(below.map(({ amount, minimum }) => rupees(minimum - amount)));
  const { collects, shippingCharged } = allocation;
  const deliveryCanPay = missing <= shippingCharged;
  if (below.length > 0 && !(input.lowerDeliveryChargeToFit && deliveryCanPay)) {
    const numbers = { lines: below, missing, collects, shippingCharged, deliveryCanPay };
    return { code: "price_below_minimum", numbers };
  }
  const lines = allocation.lines.map(({ line, amount }) => {
    const minimum = minimumOfLine(line);
    return { line, amount: rupees(Math.max(amount, minimum)) };
  });
  return { collects, lines, shippingCharged: rupees(shippingCharged - missing) };
}

/**
 * Plans the money of one handoff: items and delivery charge in whole rupees that add up to what is collected.
 * Amounts in rupees; never throws on an order's numbers, it holds with them (rules R6, R7, R32, R42).
 */
export function planOrderMoney(input: OrderMoneyInput): OrderMoneyPlan {
  const wrongCurrency = checkCurrency(input);
  if (wrongCurrency) return held(wrongCurrency);
  const value = valueOrder(input);
  const wrongAmounts = checkTotal(input, value) ?? checkPrepaid(input);
  if (wrongAmounts) return held(wrongAmounts);
  const due = findDue(input, value);
  if ("code" in due) return held(due);
  const allocated = allocate(value, due);
  const allocation = fitMinimums(allocated, input);
  if ("code" in allocation) return held(allocation);
  const items = allocation.lines.flatMap(({ line, amount }) => splitLine(line, amount));
  if (items.length > MAX_ITEMS) {
    return held({ code: "too_many_items", numbers: { items: items.length, limit: MAX_ITEMS } });
  }
  const { collects, shippingCharged } = allocation;
  return {
    kind: "ready",
    items,
    shippingCharged,
    collects,
    roundingPaisa: toPaisa(exact(collects).minus(due.amount)),
    explanation: explainMoney({ input, due: due.amount, delivery: allocated.shippingCharged, ...allocation }),
  };
}
