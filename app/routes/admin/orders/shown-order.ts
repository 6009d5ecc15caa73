import type { OrderRow } from "#app/domain/orders/list/list-orders.server.ts";

/** A row as it reaches the browser: dates are text. */
export type ShownOrder = Omit<OrderRow, "since"> & { readonly since: string };
