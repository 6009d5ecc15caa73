/** Kinds of waiting apart from each other, so that no sweep delays an order. */
export const lanes = ["orders", "parcels", "stock", "bulk"] as const;

export type Lane = (typeof lanes)[number];

/** How much of a lane runs at once in one process; an order mostly waits for answers of Shopify and the service. */
export const laneConcurrency: Readonly<Record<Lane, number>> = { orders: 16, parcels: 4, stock: 2, bulk: 2 };

/** A lane's name as stored; an unknown one waits in the slowest lane. */
export function toLane(text: string): Lane {
  return lanes.find((lane) => lane === text) ?? "bulk";
}
