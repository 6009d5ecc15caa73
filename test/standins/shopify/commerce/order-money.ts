import { type Currencies, type Paisa, sum } from "../money.ts";
import type { OrderLine, OrderState, ShippingLineState, TaxLine } from "../order-state.ts";

/** The sums Shopify shows of an order. "Current" means after edits and refunds. */
export function currenciesOf(order: OrderState): Currencies {
  return { shop: order.currency, presentment: order.presentmentCurrency, rate: order.presentmentRate };
}

export function lineDiscount(line: OrderLine): Paisa {
  return sum(line.allocations.map(({ amount }) => amount));
}

/** A sum of the original quantity, cut down to what is left of the line. */
export function currentShare(line: OrderLine, original: Paisa): Paisa {
  return line.quantity === 0 ? 0 : Math.round((original * line.currentQuantity) / line.quantity);
}

export function lineCurrentTotal(line: OrderLine): Paisa {
  return line.unitPrice * line.currentQuantity - currentShare(line, lineDiscount(line));
}

export function lineCurrentTax(line: OrderLine): Paisa {
  return sum(line.taxLines.map(({ price }) => currentShare(line, price)));
}

export function shippingDiscounted(line: ShippingLineState): Paisa {
  return line.price - sum(line.allocations.map(({ amount }) => amount));
}

export function shippingCurrent(line: ShippingLineState): Paisa {
  return line.isRemoved ? 0 : shippingDiscounted(line) - line.refunded;
}

export function shippingCurrentTax(line: ShippingLineState): Paisa {
  const discounted = shippingDiscounted(line);
  const tax = sum(line.taxLines.map(({ price }) => price));
  return discounted === 0 ? 0 : Math.round((tax * shippingCurrent(line)) / discounted);
}

function isCancelled(order: OrderState): boolean {
  return order.cancelledAt !== null;
}

export type OrderSums = {
  subtotal: Paisa;
  discounts: Paisa;
  shipping: Paisa;
  tax: Paisa;
  fees: Paisa;
  total: Paisa;
};

export function currentSums(order: OrderState): OrderSums {
  const subtotal = sum(order.lines.map(lineCurrentTotal));
  const shipping = sum(order.shippingLines.map(shippingCurrent));
  const discounts =
    sum(order.lines.map((line) => currentShare(line, lineDiscount(line)))) +
    sum(order.shippingLines.map((line) => (line.isRemoved ? 0 : line.price - shippingDiscounted(line))));
  const feeTax = sum(order.fees.flatMap((fee) => fee.taxLines.map(({ price }) => price)));
  const fees = sum(order.fees.map(({ price }) => price));
  const tax =
    sum(order.lines.map(lineCurrentTax)) + sum(order.shippingLines.map(shippingCurrentTax)) + feeTax;
  const added = order.taxesIncluded ? 0 : tax;
  const extras = isCancelled(order) ? 0 : order.tip + order.duties + fees;
  return { subtotal, discounts, shipping, tax, fees, total: subtotal + shipping + added + extras };
}

export function originalSums(order: OrderState): OrderSums {
  return currentSums({
    ...order,
    cancelledAt: null,
    lines: order.lines.map((line) => ({ ...line, currentQuantity: line.quantity })),
    shippingLines: order.shippingLines.map((line) => ({ ...line, refunded: 0, isRemoved: false })),
  });
}

/** What is still charged for the order, cash rounding inside it or not as the rule says. */
export function currentTotal(order: OrderState, roundingInside: boolean): Paisa {
  return currentSums(order).total + (roundingInside && !isCancelled(order) ? order.cashRounding : 0);
}

export function received(order: OrderState): Paisa {
  return sum(successful(order, ["SALE", "CAPTURE"]));
}

export function refunded(order: OrderState): Paisa {
  return sum(successful(order, ["REFUND"]));
}

function successful(order: OrderState, kinds: readonly string[]): Paisa[] {
  return order.transactions
    .filter(({ kind, status }) => kinds.includes(kind) && status === "SUCCESS")
    .map(({ amount }) => amount);
}

export function outstanding(order: OrderState): Paisa {
  if (isCancelled(order)) return 0;
  return currentSums(order).total + order.cashRounding - received(order) + refunded(order);
}

export function capturable(order: OrderState): Paisa {
  const authorised = sum(successful(order, ["AUTHORIZATION"]));
  const gone = sum(successful(order, ["CAPTURE", "VOID"]));
  return Math.max(0, authorised - gone);
}

export function financialStatus(order: OrderState): string {
  const got = received(order);
  const back = refunded(order);
  if (got > 0 && back >= got) return "REFUNDED";
  if (got > 0 && back > 0) return "PARTIALLY_REFUNDED";
  if (isCancelled(order) && got === 0) return "VOIDED";
  const authorization = order.transactions.find(({ kind }) => kind === "AUTHORIZATION");
  if (authorization && got === 0) return authorizationStatus(order, authorization.status);
  if (got > 0) return outstanding(order) > 0 ? "PARTIALLY_PAID" : "PAID";
  return currentSums(order).total === 0 && order.refunds.length === 0 ? "PAID" : "PENDING";
}

function authorizationStatus(order: OrderState, status: string): string {
  if (order.transactions.some(({ kind }) => kind === "VOID")) return "VOIDED";
  return status === "SUCCESS" ? "AUTHORIZED" : "EXPIRED";
}

export function canMarkAsPaid(order: OrderState): boolean {
  return !isCancelled(order) && outstanding(order) > 0 && capturable(order) === 0;
}

export function taxOf(amount: Paisa, rate: number, included: boolean): Paisa {
  return Math.round(included ? (amount * rate) / (1 + rate) : amount * rate);
}

export function mergeTaxLines(lines: readonly TaxLine[]): TaxLine[] {
  const byTitle = new Map<string, TaxLine>();
  for (const line of lines) {
    const key = `${line.title}/${line.rate}`;
    byTitle.set(key, { ...line, price: (byTitle.get(key)?.price ?? 0) + line.price });
  }
  return [...byTitle.values()];
}
