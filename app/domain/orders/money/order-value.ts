import { type Exact, exact, shareOf, sumExact, ZERO } from "#app/domain/money/exact.ts";
import type { OrderLineMoney, OrderMoneyInput, OurLine, ShippingLineMoney } from "./order-money.ts";

/** What the units of each side are worth, lines only; `settled` is ours and paid or collected elsewhere. */
type Sides<T> = { readonly handoff: T; readonly settled: T; readonly oursElsewhere: T; readonly foreign: T };

export type OrderValue = {
  /** The order's total put together again from its rows. */
  readonly total: Exact;
  readonly handoffLines: readonly { readonly line: OurLine; readonly amount: Exact }[];
  /** Delivery, and what follows it, that belongs to this handoff. */
  readonly handoffDelivery: Exact;
  /** What the settled units are worth, with their delivery. */
  readonly settled: Exact;
};

function grossOf(
  price: Exact,
  row: { discounts: readonly string[]; taxes: readonly string[] },
  input: OrderMoneyInput,
): Exact {
  const discounted = price.minus(sumExact(row.discounts.map(exact)));
  return input.taxesIncluded ? discounted : discounted.plus(sumExact(row.taxes.map(exact)));
}

/** A line with what its whole quantity is worth, and how many of its units each side has. */
type ValuedLine = { readonly line: OrderLineMoney; readonly whole: Exact; readonly units: Sides<number> };

function valueLine(line: OrderLineMoney, input: OrderMoneyInput): ValuedLine {
  const whole = grossOf(exact(line.unitPrice).times(line.quantity), line, input);
  return { line, whole, units: unitsBySide(line) };
}

function amountOf({ line, whole }: ValuedLine, units: number): Exact {
  return units === line.quantity ? whole : shareOf(whole, units, line.quantity);
}

function shippingAmount(line: ShippingLineMoney, input: OrderMoneyInput): Exact {
  return grossOf(exact(line.price), line, input).minus(exact(line.refunded));
}

function unitsBySide(line: OrderLineMoney): Sides<number> {
  if (line.owner === "unshippable") return { handoff: 0, settled: 0, oursElsewhere: 0, foreign: 0 };
  if (line.owner === "foreign")
    return { handoff: 0, settled: 0, oursElsewhere: 0, foreign: line.currentQuantity };
  const { handoffQuantity: handoff, settledQuantity: settled, currentQuantity } = line;
  return { handoff, settled, oursElsewhere: currentQuantity - handoff - settled, foreign: 0 };
}

function sumSides<T>(sum: (side: keyof Sides<T>) => T): Sides<T> {
  return {
    handoff: sum("handoff"),
    settled: sum("settled"),
    oursElsewhere: sum("oursElsewhere"),
    foreign: sum("foreign"),
  };
}

function sumValues(lines: readonly ValuedLine[]): Sides<Exact> {
  return sumSides((side) =>
    sumExact(lines.filter(({ units }) => units[side] !== 0).map((line) => amountOf(line, line.units[side]))),
  );
}

function sumUnits(lines: readonly ValuedLine[]): Sides<Exact> {
  return sumSides((side) => exact(lines.reduce((sum, { units }) => sum + units[side], 0)));
}

/** Who carries the delivery charge, as weights over all current units; the setting speaks of mixed carts only. */
function deliveryWeights(
  lines: readonly ValuedLine[],
  values: Sides<Exact>,
  { shippingShare }: OrderMoneyInput,
): Sides<Exact> {
  const units = sumUnits(lines);
  const isMixed = units.foreign.gt(0);
  if (isMixed && shippingShare === "none") {
    return { handoff: ZERO, settled: ZERO, oursElsewhere: ZERO, foreign: units.foreign };
  }
  const considered = (sides: Sides<Exact>) =>
    isMixed && shippingShare === "all_ours" ? { ...sides, foreign: ZERO } : sides;
  const byValue = considered(values);
  return totalOf(byValue).gt(0) ? byValue : considered(units);
}

function totalOf(sides: Sides<Exact>): Exact {
  return sumExact([sides.handoff, sides.settled, sides.oursElsewhere, sides.foreign]);
}

/** Delivery and what follows it: PREPAID sends lines and shipping only, so tips and fees stay out there. */
function deliveryPot(
  lines: readonly ValuedLine[],
  input: OrderMoneyInput,
): { readonly whole: Exact; readonly shared: Exact } {
  const shipping = sumExact(input.shippingLines.map((line) => shippingAmount(line, input)));
  const unshippable = sumExact(
    lines
      .filter(({ line }) => line.owner === "unshippable" && line.currentQuantity !== 0)
      .map((valued) => amountOf(valued, valued.line.currentQuantity)),
  );
  const rest = sumExact([input.tips, input.duties, input.fees, input.cashRounding].map(exact));
  const shared = shipping.plus(unshippable);
  const whole = shared.plus(rest);
  return { whole, shared: input.paymentMode === "COD" ? whole : shared };
}

/** Values every side of an order, delivery shared by the shop's setting (R42); units of ours outside the handoff count as not ours. */
export function valueOrder(input: OrderMoneyInput): OrderValue {
  const lines = input.lines.map((line) => valueLine(line, input));
  const values = sumValues(lines);
  const pot = deliveryPot(lines, input);
  const weights = deliveryWeights(lines, values, input);
  const weightTotal = totalOf(weights);
  // What was placed and then removed weighs as much as its absence: then there is nothing to share by.
  const deliveryOf = (weight: Exact) =>
    weightTotal.isZero() || weight.isZero() ? ZERO : shareOf(pot.shared, weight, weightTotal);
  return {
    total: totalOf(values).plus(pot.whole),
    handoffLines: lines.flatMap((valued) => {
      const { line } = valued;
      return line.owner === "ours" && line.handoffQuantity > 0
        ? [{ line, amount: amountOf(valued, line.handoffQuantity) }]
        : [];
    }),
    handoffDelivery: deliveryOf(weights.handoff),
    settled: values.settled.plus(deliveryOf(weights.settled)),
  };
}
