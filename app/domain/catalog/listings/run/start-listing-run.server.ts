import type { Prisma } from "@prisma/client";
import type { PolicyChanges } from "#app/domain/catalog/listings/policy/save-policy.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { reserveRunSlot } from "#app/domain/idempotency/reserve-run-slot.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";

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

export type StartListingRunInput = {
  readonly choice: RunChoice;
  readonly listingIds: readonly string[];
  readonly by: string;
};

export type StartListingRunResult =
  | { readonly ok: true; readonly runId: string; readonly listings: number }
  | { readonly ok: false; readonly reason: string };

/** Begins one press on many listings, as work that may be left. Ids that are not this shop's are left out. */
export async function startListingRun(
  ctx: ShopContext,
  asked: StartListingRunInput,
): Promise<StartListingRunResult> {
  const { shop, db, connection } = ctx;
  const listingIds = await findListingsOf(ctx, asked.listingIds);
  if (listingIds.length === 0) return { ok: false, reason: "None of these listings is here any more." };
  const { kind, ...params } = asked.choice;
  const begun = await db.$transaction(async (tx): Promise<StartListingRunResult> => {
    const open = { shopId: shop.id, kind, finishedAt: null };
    const reason = await reserveRunSlot(tx, {
      ...{ shopId: shop.id, kind, now: ctx.clock.now() },
      countOpen: (since) => tx.listingRun.count({ where: { ...open, createdAt: { gt: since } } }),
    });
    if (reason !== null) return { ok: false, reason };
    const run = await tx.listingRun.create({
      data: {
        ...{ shopId: shop.id, mode: connection?.mode ?? null, kind, by: asked.by },
        ...{ params, createdAt: ctx.clock.now() },
      },
    });
    await createItems(tx, { shopId: shop.id, runId: run.id, listingIds });
    const fact = { thing: "shop", thingId: shop.id, actor: "person", by: asked.by } as const;
    const factParams = { action: kind, listings: listingIds.length };
    await recordFact(tx, shop.id, {
      ...fact,
      code: "listings_pressed",
      params: factParams,
      at: ctx.clock.now(),
    });
    await requestReconcile(tx, [
      { shopId: shop.id, kind: "listingRun.continue", subject: { listingRunId: run.id } },
    ]);
    return { ok: true, runId: run.id, listings: listingIds.length };
  });
  if (begun.ok) await ctx.wake([{ kind: "listingRun.continue", subject: { listingRunId: begun.runId } }]);
  return begun;
}

/** In the order they were chosen. */
async function findListingsOf({ shop, db }: ShopContext, ids: readonly string[]): Promise<readonly string[]> {
  const wanted = [...new Set(ids)].slice(0, RUN_LIMIT);
  const found = await db.$queryRaw<{ id: string }[]>`
    select l.id from unnest(${wanted}::uuid[]) with ordinality as wanted(id, place)
    join listing l on l.shop_id = ${shop.id}::uuid and l.id = wanted.id order by wanted.place`;
  return found.map(({ id }) => id);
}

type NewItems = { readonly shopId: string; readonly runId: string; readonly listingIds: readonly string[] };

async function createItems(
  tx: Prisma.TransactionClient,
  { shopId, runId, listingIds }: NewItems,
): Promise<void> {
  await tx.listingRunItem.createMany({
    data: listingIds.map((listingId, position) => ({ shopId, runId, listingId, position })),
  });
}
