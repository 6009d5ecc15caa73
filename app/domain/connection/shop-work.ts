/** The work to mark when something of the shop changed that orders may be waiting for. */
export const reconcileWaitingOrdersWork = { kind: "shop", subject: "waiting_orders" } as const;

/** The work to mark when another mode's key was put to use: the shop's products are linked to it (R23). */
export const adoptListingsWork = { kind: "shop", subject: "adopt_listings", lane: "bulk" } as const;

/** The same for products that have no listing under the key in use. */
export const adoptMissingWork = { kind: "shop", subject: "adopt_missing", lane: "bulk" } as const;

/** After our location was made anew: listings are stocked at it again. */
export const restockListingsWork = { kind: "shop", subject: "restock_listings", lane: "bulk" } as const;

/** After the last key was taken out of use: nothing is for sale at our location (R44). */
export const zeroInventoryWork = { kind: "shop", subject: "empty_shelves", lane: "stock" } as const;

/** After the shop was out of reach: whatever is not over is looked at again. */
export const reconcileOpenOrdersWork = { kind: "shop", subject: "open_orders", lane: "bulk" } as const;

/** After a hint that the shop left, came back, or lost something of ours. */
export const reconcileShopWork = { kind: "shop", subject: "shop" } as const;
