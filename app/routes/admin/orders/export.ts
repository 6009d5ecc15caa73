import { Readable } from "node:stream";
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { exportOrders } from "#app/domain/orders/list/export-orders.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { readOrdersQuery } from "./orders-query.server.ts";

/** What the list's address shows as a CSV file, sent while it is read. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const query = readOrdersQuery(ctx, new URL(args.request.url).searchParams);
  const lines = Readable.from(exportOrders(ctx, { query, by }), { objectMode: false });
  return new Response(createReadableStreamFromReadable(lines), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="orders.csv"',
      "Cache-Control": "no-store",
    },
  });
}
