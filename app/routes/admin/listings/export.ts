import { Readable } from "node:stream";
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { exportListings } from "#app/domain/catalog/listings/list/export-listings.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { readListingsQuery } from "./listings-query.server.ts";

/** What the list's address shows as a CSV file, sent while it is read. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const query = readListingsQuery(new URL(args.request.url).searchParams);
  const lines = Readable.from(exportListings(ctx, { query, by }), { objectMode: false });
  return new Response(createReadableStreamFromReadable(lines), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="listings.csv"',
      "Cache-Control": "no-store",
    },
  });
}
