import { cancelOrder } from "../commerce/cancel-order.ts";
import { adjustPending, editAddress, editOrder, type OrderEdit } from "../commerce/edit-order.ts";
import type { Amount, NewOrder } from "../commerce/new-order.ts";
import { outstanding } from "../commerce/order-money.ts";
import { markAsPaid, settle } from "../commerce/payments.ts";
import { placeOrder } from "../commerce/place-order.ts";
import { createRefund } from "../commerce/refunds.ts";
import { fulfillmentOrdersOf } from "../commerce/routing.ts";
import { DEMO_SHOP } from "../defaults.ts";
import { toFixedDecimal, toPaisa } from "../money.ts";
import type { OrderState } from "../order-state.ts";
import { mintAccountToken } from "../session-token.ts";
import type { Address } from "../state.ts";
import { touchOrder } from "../webhooks/order-events.ts";
import { getShop, type World } from "../world.ts";

type InShop = { readonly shop?: string };
type OfOrder = InShop & { readonly orderId: string };

/** Controls over orders: what customers and the merchant do to them in Shopify. */
export function orderControls(world: World) {
  const sceneOf = ({ shop }: InShop) => ({ world, shop: getShop(world, shop ?? DEMO_SHOP) });
  const orderOf = (input: OfOrder) => {
    const scene = sceneOf(input);
    return { scene, order: requireOrder(scene.shop.orders.get(input.orderId), input.orderId) };
  };
  const sum = (order: OrderState) => ({ id: order.id, outstanding: toFixedDecimal(outstanding(order)) });
  return {
    placeOrder(input: InShop & NewOrder) {
      const scene = sceneOf(input);
      const order = placeOrder(scene, input);
      return { id: order.id, name: order.name, lineIds: order.lines.map(({ id }) => id) };
    },
    /** What an extension on the page of an order in its customer's account is told; of the customer only where the app may know. */
    customerAccount(input: OfOrder) {
      const { scene, order } = orderOf(input);
      const { domain, customerDataApproved } = scene.shop;
      const token = mintAccountToken({
        ...{ shop: domain, customerGid: customerDataApproved ? (order.customer?.id ?? null) : null },
        ...{ apiKey: world.options.apiKey, apiSecret: world.secrets.signing, now: world.clock.now() },
      });
      const phone = customerDataApproved ? (order.shippingAddress?.phone ?? null) : null;
      return { token, name: order.name, phone };
    },
    fulfillmentOrdersOf(input: OfOrder) {
      const { scene, order } = orderOf(input);
      return fulfillmentOrdersOf(scene.shop.fulfillmentOrders, order.id);
    },
    /** Money arrives: all of it, or an amount, on the pending transaction's gateway or another. */
    payOrder(input: OfOrder & { readonly amount?: Amount; readonly gateway?: string }) {
      const { scene, order } = orderOf(input);
      if (input.amount === undefined && input.gateway === undefined) markAsPaid(scene, order);
      else {
        const amount = input.amount === undefined ? outstanding(order) : toPaisa(input.amount);
        settle(scene, order, amount, input.gateway ?? null);
        adjustPending(order);
      }
      return sum(order);
    },
    cancelOrder(
      input: OfOrder & { readonly reason?: string; readonly restock?: boolean; readonly refund?: boolean },
    ) {
      const { scene, order } = orderOf(input);
      const { reason = "CUSTOMER", restock = true, refund = false } = input;
      cancelOrder(scene, order, { reason, restock, refund, staffNote: null, notifyCustomer: false });
      return { id: order.id };
    },
    editOrder(input: OfOrder & OrderEdit) {
      const { scene, order } = orderOf(input);
      editOrder(scene, order, input);
      return sum(order);
    },
    editAddress(input: OfOrder & { readonly address: Partial<Address> }) {
      const { scene, order } = orderOf(input);
      editAddress(scene, order, input.address);
      return { id: order.id };
    },
    editNote(input: OfOrder & { readonly note?: string | null; readonly tags?: readonly string[] }) {
      const { scene, order } = orderOf(input);
      if (input.note !== undefined) order.note = input.note;
      if (input.tags) order.tags = [...input.tags];
      touchOrder(scene, order);
      return { id: order.id };
    },
    /** Takes units, shipping and money off an order; without `amount` no money moves. */
    refund(
      input: OfOrder & {
        readonly lines?: ReadonlyArray<{ readonly lineId: string; readonly quantity: number }>;
        readonly shipping?: Amount | "full";
        readonly amount?: Amount;
        readonly restockType?: "CANCEL" | "RETURN" | "NO_RESTOCK";
        readonly note?: string;
      },
    ) {
      const { scene, order } = orderOf(input);
      const refund = createRefund(scene, order, {
        note: input.note ?? null,
        notify: false,
        lines: (input.lines ?? []).map(({ lineId, quantity }) => ({
          lineItemId: lineId,
          quantity,
          restockType: input.restockType ?? "CANCEL",
          locationId: null,
        })),
        shipping: input.shipping === "full" ? "full" : toPaisa(input.shipping ?? 0),
        transactions:
          input.amount === undefined
            ? []
            : [{ amount: toPaisa(input.amount), gateway: order.gatewayNames[0] ?? "manual", parentId: null }],
      });
      adjustPending(order);
      return { refundId: refund.id, ...sum(order) };
    },
  };
}

function requireOrder(order: OrderState | undefined, id: string): OrderState {
  if (!order) throw new Error(`The shop has no order ${id}`);
  return order;
}
