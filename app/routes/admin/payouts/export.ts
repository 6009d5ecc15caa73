import { Readable } from "node:stream";
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { exportPayouts } from "#app/domain/payouts/export-payouts.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { readPayoutsQuery } from "./payouts-query.server.ts";

/** All payouts the filters let through, of every month, as a CSV file sent while it is read. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const { filter } = readPayoutsQuery(new URL(args.request.url).searchParams);
  const lines = Readable.from(exportPayouts(ctx, { filter, by }), { objectMode: false });
  return new Response(createReadableStreamFromReadable(lines), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="payouts.csv"',
      "Cache-Control": "no-store",
    },
  });
}
