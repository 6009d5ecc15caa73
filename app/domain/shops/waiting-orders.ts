/** The work to mark when something of the shop changed that orders may be waiting for. */
export const waitingOrders = { kind: "shop", subject: "waiting_orders" } as const;

/** The work to mark when another mode's key was put to use: the shop's products are linked to it (R23). */
export const linkedProducts = { kind: "shop", subject: "adopt_listings", lane: "bulk" } as const;

/** The same for products that have no listing under the key in use. */
export const linkedMissing = { kind: "shop", subject: "adopt_missing", lane: "bulk" } as const;

/** After our location was made anew: listings are stocked at it again. */
export const restockedListings = { kind: "shop", subject: "restock_listings", lane: "bulk" } as const;

/** After the last key was taken out of use: nothing is for sale at our location (R44). */
export const emptiedShelves = { kind: "shop", subject: "empty_shelves", lane: "stock" } as const;

/** After the shop was out of reach: whatever is not over is looked at again. */
export const openOrders = { kind: "shop", subject: "open_orders", lane: "bulk" } as const;

/** After a hint that the shop left, came back, or lost something of ours. */
export const shopItself = { kind: "shop", subject: "shop" } as const;
