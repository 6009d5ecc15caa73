import { toIso } from "../clock.ts";
import { currenciesOf } from "../commerce/order-money.ts";
import { moneyBagView } from "../money.ts";
import type { OrderState, TransactionState } from "../order-state.ts";
import type { Scene } from "../world.ts";
import { orderView } from "./order-view.ts";
import type { View } from "./view.ts";

export function transactionView(scene: Scene, order: OrderState, transaction: TransactionState): View {
  const parent = order.transactions.find(({ id }) => id === transaction.parentId);
  return {
    __typename: "OrderTransaction",
    id: transaction.id,
    kind: transaction.kind,
    status: transaction.status,
    gateway: transaction.gateway,
    formattedGateway: transaction.formattedGateway,
    manualPaymentGateway: transaction.manualPaymentGateway,
    amountSet: moneyBagView(transaction.amount, currenciesOf(order)),
    amountRoundingSet: null,
    totalUnsettledSet: moneyBagView(
      transaction.status === "PENDING" ? transaction.amount : 0,
      currenciesOf(order),
    ),
    createdAt: toIso(transaction.createdAt),
    processedAt: toIso(transaction.createdAt),
    authorizationExpiresAt: null,
    errorCode: null,
    test: transaction.test,
    order: () => orderView(scene, order),
    parentTransaction: parent ? () => transactionView(scene, order, parent) : null,
    paymentId: `${order.name}.${order.transactions.indexOf(transaction) + 1}`,
  };
}
