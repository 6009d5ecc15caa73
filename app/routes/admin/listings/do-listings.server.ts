import { redirect } from "@remix-run/node";
import { z } from "zod";
import { relinkListing } from "#app/domain/catalog/adoption/relink-listing.server.ts";
import { findListingIds } from "#app/domain/catalog/listings/list/find-listing-ids.server.ts";
import { listingActions } from "#app/domain/catalog/listings/run/listing-actions.ts";
import {
  RUN_LIMIT,
  type RunChoice,
  startListingsRun,
} from "#app/domain/catalog/listings/run/start-listings-run.server.ts";
import { planReprice } from "#app/domain/catalog/pricing/plan-reprice.server.ts";
import { publishMany } from "#app/routes/admin/settings/channels/publish-many.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { runUrl } from "#app/ui/run-url.ts";
import { notFound } from "../not-found.ts";
import type { Visit } from "../require-shop.server.ts";
import { isListingsAddress, readListingsQuery } from "./listings-query.server.ts";
import { POLICY_CHOICES } from "./policy-words.ts";

const ids = z
  .string()
  .transform((text) => text.split(",").filter((id) => id !== ""))
  .pipe(z.array(z.uuid()).max(RUN_LIMIT));

export const listingsForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("look_again"), listingId: z.uuid() }),
  z.object({
    intent: z.literal("bulk"),
    action: z.enum(listingActions),
    /** Those chosen, or everything the address shows. */
    ids: ids.default([]),
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

async function retryListing({ ctx, by }: Visit, listingId: string): Promise<ActionAnswer> {
  const { kind } = await relinkListing(ctx, { listingId, by });
  if (kind === "not_found") throw notFound();
  return kind === "not_linked"
    ? { ok: false, reason: "This product is not in your store yet.", detail: "Import it first." }
    : { ok: true, done: "Looking again" };
}

async function startListingsBulk(visit: Visit, form: BulkForm): Promise<Response | ActionAnswer> {
  const { ctx, by } = visit;
  const listingIds = await chosenIds(visit, form);
  if (listingIds === null) {
    return { ok: false, reason: "This page is out of date.", detail: "Open Listings again, then choose." };
  }
  if (form.action === "reprice") return reprice(visit, listingIds);
  if (form.action === "publish") return publishMany(visit, listingIds);
  const choice = toChoice(form.action, form);
  if (choice === null) return { ok: false, reason: "Choose what to do." };
  const started = await startListingsRun(ctx, { choice, listingIds, by });
  return started.ok ? redirect(runUrl("listings", started.runId)) : started;
}

/** Prices are looked at before they change: the preview is the next page. */
async function reprice({ ctx, by }: Visit, listingIds: readonly string[]): Promise<Response | ActionAnswer> {
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

/** Null where it is not wholly clear which are meant. */
async function chosenIds({ ctx }: Visit, form: BulkForm): Promise<readonly string[] | null> {
  if (!form.all) return form.ids;
  const address = new URLSearchParams(form.address);
  if (!isListingsAddress(address)) return null;
  const query = readListingsQuery(address);
  const found = await findListingIds(ctx, { ...query, place: null, limit: RUN_LIMIT });
  return found.map(({ id }) => id);
}
