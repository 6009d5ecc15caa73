import { redirect } from "@remix-run/node";
import { findUnseenIds } from "#app/domain/catalog/channels/find-unseen.server.ts";
import { readChosenChannels } from "#app/domain/catalog/channels/publish-listing.server.ts";
import { RUN_LIMIT, startListingsRun } from "#app/domain/catalog/listings/run/start-listings-run.server.ts";
import type { ListingId } from "#app/platform/ids.ts";
import type { Visit } from "#app/routes/admin/require-shop.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { runUrl } from "#app/ui/run-url.ts";
import { toPublishAnswer } from "./to-allowed-answer.ts";

/** Publishes these listings, a few at a time; what becomes of each is the next page. */
export async function publishMany(
  { ctx, by }: Visit,
  listingIds: readonly ListingId[],
): Promise<Response | ActionAnswer> {
  const ready = await readChosenChannels(ctx);
  if (ready.kind !== "chosen") return toPublishAnswer(ready);
  const channels = ready.chosen.map(({ gid, name }) => ({ gid, name }));
  const started = await startListingsRun(ctx, { choice: { kind: "publish", channels }, listingIds, by });
  return started.ok ? redirect(runUrl("listings", started.runId)) : started;
}

/** The same for all that is visible nowhere. */
export async function publishUnseen(visit: Visit): Promise<Response | ActionAnswer> {
  const listingIds = await findUnseenIds(visit.ctx, RUN_LIMIT);
  if (listingIds.length === 0)
    return { ok: false, gone: true, reason: "All of your products are visible already." };
  return publishMany(visit, listingIds);
}
