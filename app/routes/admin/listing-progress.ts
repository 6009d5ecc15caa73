import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { findListing } from "#app/domain/catalog/listings/find-listing.server.ts";
import { describeImportFailure } from "#app/domain/messages/failures/import-failure.ts";
import { toListingId } from "#app/platform/ids.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { notFound } from "./not-found.ts";
import { requireShop } from "./require-shop.server.ts";

type Refusal = Extract<ActionAnswer, { ok: false }>;

/** How far an import has come, for the page that waits for it. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const id = z.uuid().transform(toListingId).safeParse(args.params.listingId);
  const listing = id.success ? await findListing(ctx, id.data) : null;
  if (!listing) throw notFound();
  const { state, step, failure, visibility } = listing;
  return {
    state,
    step,
    visibility,
    refusal: failure === null ? null : toRefusal(describeImportFailure(failure)),
  };
}

function toRefusal({ title, whatToDo }: { readonly title: string; readonly whatToDo: string }): Refusal {
  return { ok: false, reason: title, detail: whatToDo };
}
