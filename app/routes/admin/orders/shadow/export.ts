import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportShadowDecisions } from "#app/domain/orders/shadow/export-shadow-decisions.server.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import { sendCsv } from "#app/routes/admin/send-csv.server.ts";
import { readShadowQuery } from "./shadow-query.server.ts";

/** What shadow mode decided as a CSV file, sent while it is read. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const { verdict, outcome } = readShadowQuery(new URL(args.request.url).searchParams);
  return sendCsv("shadow-mode", exportShadowDecisions(ctx, { query: { verdict, outcome }, by }));
}
