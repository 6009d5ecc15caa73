import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportProfit } from "#app/domain/payouts/profit/export-profit.server.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import { sendCsv } from "#app/routes/admin/send-csv.server.ts";
import { readProfitQuery } from "./profit-query.server.ts";

/** All rows of the list of profit as a CSV file, sent while it is read. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const query = readProfitQuery(new URL(args.request.url).searchParams);
  return sendCsv("profit", exportProfit(ctx, { query, by }));
}
