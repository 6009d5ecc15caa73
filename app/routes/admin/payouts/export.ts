import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportPayouts } from "#app/domain/payouts/export-payouts.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { sendCsv } from "../send-csv.server.ts";
import { readPayoutsQuery } from "./payouts-query.server.ts";

/** All payouts the filters let through, of every month, as a CSV file sent while it is read. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const { filter } = readPayoutsQuery(new URL(args.request.url).searchParams);
  return sendCsv("payouts", exportPayouts(ctx, { filter, by }));
}
