import type { SerializeFrom } from "@remix-run/node";
import type { ListingRow } from "#app/domain/catalog/listings/list/load-listing-rows.server.ts";

/** A row as it reaches the browser: dates are text. */
export type ShownListing = SerializeFrom<ListingRow>;
