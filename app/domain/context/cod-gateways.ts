/** What cash on delivery is called by Shopify itself and by forms in common use; each shop may change its list. */
export const DEFAULT_COD_GATEWAYS: readonly string[] = [
  "Cash on Delivery (COD)",
  "Cash on Delivery",
  "cash_on_delivery",
  "COD",
  "Cash",
  "Pay on Delivery",
  "Payment on Delivery",
];
