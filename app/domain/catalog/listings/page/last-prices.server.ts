import type { ListedVariant, Listing } from "@prisma/client";
import { type Range, rangeOf } from "#app/domain/catalog/listings/sync/range-of.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { BulkRunId } from "#app/platform/ids.ts";

/** A press that set a listing's prices, and can be put back. */
export type LastPrices = {
  readonly runId: BulkRunId;
  readonly isRunning: boolean;
  readonly by: string;
  readonly at: Date;
  /** What they were, and what they are now. */
  readonly from: Range;
  readonly to: Range;
};

/** Null where there is none, or where prices changed again since. */
export async function findLastPrices(
  { shop, db, clock }: Pick<ShopContext, "shop" | "db" | "clock">,
  { id: listingId, variants }: Pick<Listing, "id"> & { readonly variants: readonly ListedVariant[] },
): Promise<LastPrices | null> {
  const run = await db.bulkRun.findFirst({
    where: {
      ...{ shopId: shop.id, kind: "reprice", state: { in: ["running", "done"] } },
      ...{ undoneAt: null, undoUntil: { gt: clock.now() } },
      params: { path: ["listingId"], equals: listingId },
    },
    orderBy: { createdAt: "desc" },
    include: { changes: { where: { state: { not: "refused" } } } },
  });
  if (run === null) return null;
  const prices = new Map(variants.map(({ id, pricePkr }) => [id, pricePkr]));
  const isRunning = run.state === "running";
  const unchanged = run.changes.filter((each) => prices.get(each.listingVariantId) === each.toPkr);
  const from = rangeOf(run.changes.map(({ fromPkr }) => fromPkr));
  const to = rangeOf(run.changes.map(({ toPkr }) => toPkr));
  if (from === null || to === null || (!isRunning && unchanged.length < run.changes.length)) return null;
  return { runId: run.id, isRunning, by: run.by, at: run.createdAt, from, to };
}
