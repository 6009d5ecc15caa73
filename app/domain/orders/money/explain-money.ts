import { type Exact, exact, toPaisa } from "#app/domain/money/exact.ts";
import { type Rupees, sumRupees } from "#app/domain/money/rupees.ts";
import type { MoneyExplanation, OrderMoneyInput, OurLine } from "./order-money.ts";

type ExplainMoneyInput = {
  readonly input: OrderMoneyInput;
  readonly due: Exact;
  /** The delivery charge before it was lowered to fit. */
  readonly delivery: Rupees;
  readonly collects: Rupees;
  readonly lines: readonly { readonly line: OurLine; readonly amount: Rupees }[];
  readonly shippingCharged: Rupees;
};

function explainDue({ input, due }: ExplainMoneyInput): readonly MoneyExplanation[] {
  const total = exact(input.currentTotalPrice);
  const rows: MoneyExplanation[] = [{ step: "order_total", amountPaisa: toPaisa(total) }];
  if (input.paymentMode === "PREPAID") {
    return [...rows, { step: "left_to_others", amountPaisa: toPaisa(due.minus(total)) }];
  }
  const outstanding = exact(input.totalOutstanding);
  const earlier = sumRupees(input.earlierParcels);
  return [
    ...rows,
    { step: "already_paid", amountPaisa: toPaisa(outstanding.minus(total)) },
    { step: "outstanding", amountPaisa: toPaisa(outstanding) },
    { step: "earlier_parcels", amountPaisa: -100 * earlier },
    { step: "left_to_others", amountPaisa: toPaisa(due.minus(outstanding.minus(earlier))) },
  ];
}

/** The rows of "how we got to this amount", in reading order; empty steps are left out. */
export function explainMoney(explained: ExplainMoneyInput): readonly MoneyExplanation[] {
  const { due, collects, lines, delivery, shippingCharged } = explained;
  const rows: readonly MoneyExplanation[] = [
    ...explainDue(explained),
    { step: "rounding", amountPaisa: toPaisa(exact(collects).minus(due)) },
    ...lines.map(
      ({ line, amount }) => ({ step: "line", amountPaisa: 100 * amount, lineId: line.id }) as const,
    ),
    { step: "delivery", amountPaisa: 100 * shippingCharged },
    { step: "delivery_lowered", amountPaisa: 100 * (shippingCharged - delivery) },
    { step: "collects", amountPaisa: 100 * collects },
  ];
  const isAlwaysShown = new Set(["order_total", "delivery", "collects"]);
  return rows.filter((row) => row.amountPaisa !== 0 || isAlwaysShown.has(row.step));
}
