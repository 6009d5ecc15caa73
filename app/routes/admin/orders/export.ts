import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportOrders } from "#app/domain/orders/list/export-orders.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { sendCsv } from "../send-csv.server.ts";
import { readOrdersQuery } from "./orders-query.server.ts";

/** What the list's address shows as a CSV file, sent while it is read. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const query = readOrdersQuery(ctx, new URL(args.request.url).searchParams);
  return sendCsv("orders", exportOrders(ctx, { query, by }));
}
