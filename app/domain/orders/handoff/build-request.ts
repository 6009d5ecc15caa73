import type { HandoffItem } from "../money/order-money.ts";

/** The customer as the service gets it: the four required fields and two optional ones. */
export type SentCustomer = {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly city: string;
  readonly province?: string;
  readonly postalCode?: string;
};

export type OrderRequest = {
  readonly externalOrderId: string;
  readonly externalOrderName: string;
  readonly paymentMode: "COD" | "PREPAID";
  readonly customer: SentCustomer;
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
