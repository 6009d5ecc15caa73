import type { SerializeFrom } from "@remix-run/node";
import type { ListingPage } from "#app/domain/catalog/listings/page/get-listing-page.server.ts";

/** The page as it reaches the browser: dates are text. */
export type ShownPage = SerializeFrom<ListingPage>;
