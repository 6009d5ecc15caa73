/** How an order is paid at the service, and by that how it is routed here. */
export const paymentModes = ["COD", "PREPAID"] as const;
export type PaymentMode = (typeof paymentModes)[number];
