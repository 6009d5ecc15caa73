import { z } from "zod";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { holdGroups } from "#app/domain/orders/list/hold-groups.ts";
import type { OrdersQuery } from "#app/domain/orders/list/list-orders.server.ts";
import { ordersSorts } from "#app/domain/orders/list/orders-sort.ts";
import { ordersViews } from "#app/domain/orders/list/orders-tab.ts";
import { PARCEL_STATUSES } from "#app/domain/orders/parcels/parcel-status.ts";
import { readSearchInUrl } from "#app/domain/orders/search/search-in-url.server.ts";
import { parsePageCursor } from "#app/platform/database/page-cursor.ts";
import { paymentModes } from "#app/supplier/payment-mode.ts";
import { dayInUrl } from "../day-in-url.ts";

const text = (limit: number) => z.string().trim().max(limit).catch("");
const day = dayInUrl.nullable().catch(null);

const query = z.object({
  tab: z.enum(ordersViews).nullable().catch(null),
  search: text(100),
  q: text(600),
  route: z.enum(paymentModes).nullable().catch(null),
  city: text(100),
  hold: z.enum(holdGroups).nullable().catch(null),
  from: day,
  to: day,
  parcel: z.enum(PARCEL_STATUSES).nullable().catch(null),
  sort: z.enum(ordersSorts).catch("newest"),
  after: z.string().transform(parsePageCursor).nullable().catch(null),
});

/** What an address of the list asks for; what it does not understand is left open. */
export function readOrdersQuery(ctx: ShopContext, params: URLSearchParams): OrdersQuery {
  const { tab, search, q, sort, after, ...filter } = query.parse(Object.fromEntries(params));
  return { view: tab, filter, search: readSearchInUrl(ctx, { search, q }), sort, after };
}
