/** The work to mark when something of the shop changed that orders may be waiting for. */
export const waitingOrders = { kind: "shop", subject: "waiting_orders" } as const;
