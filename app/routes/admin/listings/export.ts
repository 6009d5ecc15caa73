import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportListings } from "#app/domain/catalog/listings/list/export-listings.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { sendCsv } from "../send-csv.server.ts";
import { readListingsQuery } from "./listings-query.server.ts";

/** What the list's address shows as a CSV file, sent while it is read. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const query = readListingsQuery(new URL(args.request.url).searchParams);
  return sendCsv("listings", exportListings(ctx, { query, by }));
}
