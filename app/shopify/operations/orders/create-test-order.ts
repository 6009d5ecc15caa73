import { type OrderGid, toOrderGid, type VariantGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import { payloadOf } from "#app/shopify/operations/payload.ts";
import type { OrderCreateMutation, OrderCreateMutationVariables } from "#app/shopify/operations.generated.ts";

export const orderCreate = mutation<OrderCreateMutation, OrderCreateMutationVariables>(
  `#graphql
  mutation OrderCreate($order: OrderCreateOrderInput!, $options: OrderCreateOptionsInput) {
    orderCreate(order: $order, options: $options) {
      order { id name }
      userErrors { field message }
    }
  }`,
  { repeatable: false },
);

type TestOrderInput = {
  readonly variantGid: VariantGid;
  /** Whole rupees, of one unit and of its delivery. */
  readonly price: number;
  readonly shipping: number;
  /** The payment method its pending payment names. */
  readonly gateway: string;
  readonly note: string;
  readonly to: {
    readonly firstName: string;
    readonly lastName: string;
    readonly address1: string;
    readonly city: string;
    readonly phone: string;
  };
};

/**
 * Makes an order that Shopify marks as a test, to be paid at the door; nobody is mailed. Not idempotent: an answer that is
 * lost may leave an order, which is a test as well. Needs an offline token. Source: Admin schema, orderCreate.
 */
export async function createTestOrder(
  admin: AdminClient,
  input: TestOrderInput,
): Promise<{ readonly id: OrderGid; readonly name: string }> {
  const { data } = await admin.run(orderCreate, variablesOf(input));
  const { order } = payloadOf(data.orderCreate, "orderCreate");
  const { id, name } = payloadOf(order, "order");
  return { id: toOrderGid(id), name };
}

function variablesOf({
  variantGid,
  price,
  shipping,
  gateway,
  note,
  to,
}: TestOrderInput): OrderCreateMutationVariables {
  const inRupees = (amount: number) => ({
    shopMoney: { amount: String(amount), currencyCode: "PKR" as const },
  });
  const payment = { kind: "SALE", status: "PENDING", gateway, test: true } as const;
  return {
    order: {
      test: true,
      note,
      // A line that does not say that it is shipped is not (Admin schema, OrderCreateLineItemInput).
      lineItems: [{ variantId: variantGid, quantity: 1, priceSet: inRupees(price), requiresShipping: true }],
      shippingLines: [{ title: "Standard", priceSet: inRupees(shipping) }],
      shippingAddress: { ...to, countryCode: "PK" },
      transactions: [{ ...payment, amountSet: inRupees(price + shipping) }],
    },
    // As a customer's own order does, it takes its unit out of what is left to sell.
    options: {
      inventoryBehaviour: "DECREMENT_IGNORING_POLICY",
      sendReceipt: false,
      sendFulfillmentReceipt: false,
    },
  };
}
