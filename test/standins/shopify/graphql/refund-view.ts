import { toIso } from "../clock.ts";
import { currenciesOf } from "../commerce/order-money.ts";
import { legacyId } from "../ids.ts";
import { moneyBagView, sum } from "../money.ts";
import type { OrderState, RefundState } from "../order-state.ts";
import type { Scene } from "../world.ts";
import { connection } from "./connection.ts";
import { lineItemView, shippingLineView } from "./order-line-view.ts";
import { orderView } from "./order-view.ts";
import { transactionView } from "./payment-view.ts";
import { locationView } from "./shop-view.ts";
import type { Args, View } from "./view.ts";

export function refundView(scene: Scene, order: OrderState, refund: RefundState): View {
  const bag = (amount: number) => moneyBagView(amount, currenciesOf(order));
  const transactions = order.transactions.filter(({ id }) => refund.transactionIds.includes(id));
  return {
    __typename: "Refund",
    id: refund.id,
    legacyResourceId: String(legacyId(refund.id)),
    createdAt: toIso(refund.createdAt),
    updatedAt: toIso(refund.createdAt),
    processedAt: toIso(refund.createdAt),
    note: refund.note,
    duties: [],
    return: null,
    order: () => orderView(scene, order),
    totalRefundedSet: bag(sum(transactions.map(({ amount }) => amount))),
    transactions: (args: Args) => connection(args, transactions, (one) => transactionView(scene, order, one)),
    orderAdjustments: (args: Args) => connection(args, noAdjustments, () => null),
    refundShippingLines: (args: Args) =>
      connection(args, refund.shipping, ({ id, shippingLineId, amount }) => ({
        id,
        shippingLine: () => {
          const line = order.shippingLines.find((each) => each.id === shippingLineId);
          return line ? shippingLineView(order, line) : null;
        },
        subtotalAmountSet: bag(amount),
        taxAmountSet: bag(0),
      })),
    refundLineItems: (args: Args) =>
      connection(args, refund.lines, (line) => refundLineView(scene, order, line)),
  };
}

const noAdjustments: Array<{ id: string }> = [];

function refundLineView(scene: Scene, order: OrderState, line: RefundState["lines"][number]): View {
  const location = line.locationId ? scene.shop.locations.get(line.locationId) : undefined;
  return {
    id: line.id,
    quantity: line.quantity,
    restockType: line.restockType,
    restocked: line.restockType !== "NO_RESTOCK",
    subtotalSet: moneyBagView(line.subtotal, currenciesOf(order)),
    totalTaxSet: moneyBagView(line.tax, currenciesOf(order)),
    priceSet: moneyBagView(
      line.quantity === 0 ? 0 : Math.round(line.subtotal / line.quantity),
      currenciesOf(order),
    ),
    location: location ? () => locationView(scene, location) : null,
    lineItem: () => {
      const orderLine = order.lines.find(({ id }) => id === line.orderLineId);
      return orderLine ? lineItemView(scene, order, orderLine) : null;
    },
  };
}
