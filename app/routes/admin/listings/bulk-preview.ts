import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { listingActions } from "#app/domain/catalog/listings/run/listing-actions.ts";
import { previewListings } from "#app/domain/catalog/listings/run/preview-listings.server.ts";
import { notFound } from "../not-found.ts";
import { requireShop } from "../require-shop.server.ts";
import { chosenIds, findChosenListings, OUT_OF_DATE } from "./chosen-listings.server.ts";

const query = z.object({
  action: z.enum(listingActions),
  ids: chosenIds.catch([]),
  all: z.literal("1").optional().catch(undefined),
});

/** How many of the chosen listings a press would fit, asked when somebody is about to press. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const { searchParams: address } = new URL(args.request.url);
  const asked = query.safeParse(Object.fromEntries(address));
  if (!asked.success) throw notFound();
  const { action, ...chosen } = asked.data;
  for (const own of Object.keys(query.shape)) address.delete(own);
  const listingIds = await findChosenListings(ctx, { ...chosen, address });
  return listingIds === null ? OUT_OF_DATE : previewListings(ctx, { action, listingIds });
}
