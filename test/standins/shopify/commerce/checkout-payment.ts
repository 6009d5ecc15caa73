import type { Paisa } from "../money.ts";
import type { OrderState, TransactionState } from "../order-state.ts";
import type { Scene } from "../world.ts";
import type { NewOrder } from "./new-order.ts";
import { paisa } from "./order-lines.ts";
import { outstanding } from "./order-money.ts";

const COD_GATEWAY = "Cash on Delivery (COD)";

/** The transactions checkout leaves behind for each way of paying. */
export function buildTransactions(scene: Scene, order: OrderState, input: NewOrder): TransactionState[] {
  const payment = input.payment ?? "cod";
  const due = outstanding(order);
  const build = (
    kind: string,
    status: string,
    amount: Paisa,
    gateway: string,
    manual: boolean,
  ): TransactionState => ({
    id: scene.world.ids.next("OrderTransaction"),
    kind,
    status,
    gateway,
    formattedGateway: gateway,
    manualPaymentGateway: input.manualGateway ?? manual,
    amount,
    createdAt: order.createdAt,
    parentId: null,
    test: order.test,
  });
  const cod = input.gateway ?? COD_GATEWAY;
  const card = input.gateway ?? "Safepay";
  if (payment === "none" || due <= 0) return [];
  if (payment === "cod") return [build("SALE", "PENDING", due, cod, true)];
  if (payment === "pending") return [build("SALE", "PENDING", due, input.gateway ?? "Bank Deposit", true)];
  if (payment === "paid") return [build("SALE", "SUCCESS", due, card, false)];
  if (payment === "authorized") return [build("AUTHORIZATION", "SUCCESS", due, card, false)];
  if (payment === "voided") {
    return [build("AUTHORIZATION", "SUCCESS", due, card, false), build("VOID", "SUCCESS", due, card, false)];
  }
  if (payment === "expired") return [build("AUTHORIZATION", "FAILURE", due, card, false)];
  const paid = paisa(input.paidAmount);
  const advance = build("SALE", "SUCCESS", paid, "Safepay", false);
  return input.restPending === false ? [advance] : [advance, build("SALE", "PENDING", due - paid, cod, true)];
}
