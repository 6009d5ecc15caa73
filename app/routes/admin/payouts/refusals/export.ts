import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportRefusals } from "#app/domain/payouts/refusals/export-refusals.server.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import { sendCsv } from "#app/routes/admin/send-csv.server.ts";
import { readRefusalsQuery } from "./refusals-query.server.ts";

/** All rows of the list of refusals as a CSV file. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const query = readRefusalsQuery(new URL(args.request.url).searchParams);
  return sendCsv("refusals", exportRefusals(ctx, { query, by }));
}
