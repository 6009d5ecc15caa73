/** Which side a delivery came from. */
export const deliverySources = ["shopify", "supplier"] as const;
export type DeliverySource = (typeof deliverySources)[number];
