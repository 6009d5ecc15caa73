import { reserveRunSlot } from "#app/domain/bulk-actions/reserve-run-slot.server.ts";
import { bulkRunWork, startBulkRun } from "#app/domain/bulk-actions/start-bulk-run.server.ts";
import type { PolicyChanges } from "#app/domain/catalog/listings/policy/save-policy.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { BulkRunId, ListingId } from "#app/platform/ids.ts";

/** More listings at once are asked for in two presses. */
export const RUN_LIMIT = 10_000;

/** One press on many listings, with what it needs to know. Pricing by the rule has a preview of its own. */
export type RunChoice =
  | { readonly kind: "resync" }
  /** Where to: the channels chosen when it was pressed. */
  | {
      readonly kind: "publish";
      readonly channels: readonly { readonly gid: string; readonly name: string }[];
    }
  | { readonly kind: "policy"; readonly changes: PolicyChanges }
  /** `hide`: the products are hidden as drafts as well. */
  | { readonly kind: "unlink"; readonly hide: boolean }
  /** `activeToo`: a person said yes to products that are for sale. */
  | { readonly kind: "delete"; readonly activeToo: boolean };

export type StartListingsRunInput = {
  readonly choice: RunChoice;
  readonly listingIds: readonly ListingId[];
  readonly by: string;
};

export type StartListingsRunResult =
  | { readonly ok: true; readonly runId: BulkRunId; readonly listings: number }
  | { readonly ok: false; readonly reason: string };

/** Begins one press on many listings, as work that may be left. Ids that are not this shop's are left out. */
export async function startListingsRun(
  ctx: ShopContext,
  asked: StartListingsRunInput,
): Promise<StartListingsRunResult> {
  const { db, connection } = ctx;
  const listingIds = await findListingsOf(ctx, asked.listingIds);
  if (listingIds.length === 0) return { ok: false, reason: "None of these listings is here any more." };
  const { kind, ...params } = asked.choice;
  const begun = await db.$transaction(async (tx): Promise<StartListingsRunResult> => {
    const reason = await reserveRunSlot(ctx, tx, kind);
    if (reason !== null) return { ok: false, reason };
    const pressed = { action: kind, listings: listingIds.length };
    const fact = { code: "listings_pressed", params: pressed } as const;
    const run = { kind, params, mode: connection?.mode ?? null, by: asked.by, fact };
    const { id: runId } = await startBulkRun(ctx, tx, run, { listingIds });
    return { ok: true, runId, listings: listingIds.length };
  });
  if (begun.ok) await ctx.wake([bulkRunWork(begun.runId)]);
  return begun;
}

/** In the order they were chosen. */
async function findListingsOf(
  { shop, db }: ShopContext,
  ids: readonly ListingId[],
): Promise<readonly ListingId[]> {
  const wanted = [...new Set(ids)].slice(0, RUN_LIMIT);
  const found = await db.$queryRaw<{ id: ListingId }[]>`
    select l.id from unnest(${wanted}::uuid[]) with ordinality as wanted(id, place)
    join listing l on l.shop_id = ${shop.id}::uuid and l.id = wanted.id order by wanted.place`;
  return found.map(({ id }) => id);
}
