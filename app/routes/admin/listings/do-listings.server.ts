import { redirect } from "@remix-run/node";
import { z } from "zod";
import { relinkListing } from "#app/domain/catalog/adoption/relink-listing.server.ts";
import { listingActions } from "#app/domain/catalog/listings/run/listing-actions.ts";
import { previewListings } from "#app/domain/catalog/listings/run/preview-listings.server.ts";
import {
  type RunChoice,
  startListingsRun,
} from "#app/domain/catalog/listings/run/start-listings-run.server.ts";
import { planReprice } from "#app/domain/catalog/pricing/plan-reprice.server.ts";
import { type ListingId, toListingId } from "#app/platform/ids.ts";
import { publishMany } from "#app/routes/admin/settings/channels/publish-many.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { runUrl } from "#app/ui/run-url.ts";
import { notFound } from "../not-found.ts";
import type { Visit } from "../require-shop.server.ts";
import { chosenIds, findChosenListings, OUT_OF_DATE } from "./chosen-listings.server.ts";
import { POLICY_CHOICES } from "./policy-words.ts";

export const listingsForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("look_again"), listingId: z.uuid().transform(toListingId) }),
  z.object({
    intent: z.literal("bulk"),
    action: z.enum(listingActions),
    /** Those chosen, or everything the address shows. */
    ids: chosenIds.default([]),
    all: z.literal("1").optional(),
    /** The address the form was sent from, without the path. */
    address: z.string().max(2000).default(""),
    policy: z.enum(POLICY_CHOICES.map(({ key }) => key)).optional(),
    value: z.string().max(20).default(""),
    hide: z.literal("1").optional(),
    activeToo: z.literal("1").optional(),
  }),
]);

type ListingsForm = z.output<typeof listingsForm>;
type BulkForm = Extract<ListingsForm, { intent: "bulk" }>;

/** What the forms of the listings' list do. */
export function doListings(visit: Visit, form: ListingsForm): Promise<Response | ActionAnswer> {
  return form.intent === "bulk" ? startListingsBulk(visit, form) : retryListing(visit, form.listingId);
}

async function retryListing({ ctx, by }: Visit, listingId: ListingId): Promise<ActionAnswer> {
  const { kind } = await relinkListing(ctx, { listingId, by });
  if (kind === "not_found") throw notFound();
  return kind === "not_linked"
    ? { ok: false, reason: "This product is not in your store yet.", detail: "Import it first." }
    : { ok: true, done: "Looking again" };
}

async function startListingsBulk(visit: Visit, form: BulkForm): Promise<Response | ActionAnswer> {
  const { ctx, by } = visit;
  const listingIds = await findPressedListings(visit, form);
  if (listingIds === null) return OUT_OF_DATE;
  if (form.action === "reprice") return reprice(visit, listingIds);
  if (form.action === "publish") return publishMany(visit, listingIds);
  const choice = toChoice(form.action, form);
  if (choice === null) return { ok: false, reason: "Choose what to do." };
  const started = await startListingsRun(ctx, { choice, listingIds, by });
  return started.ok ? redirect(runUrl("listings", started.runId)) : started;
}

/** Of all that the address shows only those the press fits, as the preview counted them. */
async function findPressedListings({ ctx }: Visit, form: BulkForm): Promise<readonly ListingId[] | null> {
  const address = new URLSearchParams(form.address);
  const listingIds = await findChosenListings(ctx, { ids: form.ids, all: form.all, address });
  if (listingIds === null || !form.all) return listingIds;
  return (await previewListings(ctx, { action: form.action, listingIds })).able;
}

/** Prices are looked at before they change: the preview is the next page. */
async function reprice(
  { ctx, by }: Visit,
  listingIds: readonly ListingId[],
): Promise<Response | ActionAnswer> {
  if (ctx.connection === null) return { ok: false, reason: "The supplier is not connected." };
  const { runId } = await planReprice(ctx, { rule: "in_force", listingIds, by });
  return runId === null
    ? { ok: false, reason: "No price would change: these follow the rule already, or are yours." }
    : redirect(runUrl("changes", runId));
}

function toChoice(
  action: Exclude<BulkForm["action"], "reprice" | "publish">,
  form: BulkForm,
): RunChoice | null {
  switch (action) {
    case "resync":
      return { kind: "resync" };
    case "unlink":
      return { kind: "unlink", hide: form.hide === "1" };
    case "delete":
      return { kind: "delete", activeToo: form.activeToo === "1" };
    case "policy":
      return toPolicy(form);
  }
}

function toPolicy({ policy, value }: BulkForm): RunChoice | null {
  const chosen = POLICY_CHOICES.find(({ key }) => key === policy);
  if (chosen === undefined) return null;
  const options: readonly { readonly value: string }[] = chosen.options;
  if (value === "shop") return { kind: "policy", changes: { [chosen.key]: null } };
  return options.some((option) => option.value === value)
    ? { kind: "policy", changes: { [chosen.key]: value } }
    : null;
}
