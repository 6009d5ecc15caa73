import type { ParcelCustomer } from "#app/domain/orders/customer/plan-customer.ts";
import type { HandoffItem } from "#app/domain/orders/money/order-money.ts";
import type { ExternalOrderId } from "#app/platform/ids.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";

export type OrderRequest = {
  readonly externalOrderId: ExternalOrderId;
  readonly externalOrderName: string;
  readonly paymentMode: PaymentMode;
  readonly customer: ParcelCustomer;
  readonly items: readonly HandoffItem[];
  readonly shippingCharged: number;
  readonly senderName: string;
  readonly notes: string;
};

/**
 * The body of `POST /orders` (CreateOrderRequest), written once: these bytes are stored and every sending of the
 * attempt repeats them (idea 3). Empty optional fields are left out. Amounts are whole rupees.
 */
export function buildRequestBody(request: OrderRequest): string {
  const { items, senderName, notes, ...rest } = request;
  return JSON.stringify({
    ...rest,
    items: items.map(({ sku, ...item }) => ({ ...item, ...(sku ? { sku } : {}) })),
    ...(senderName ? { senderName } : {}),
    ...(notes ? { notes } : {}),
  });
}
