import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { BulkRunKind } from "./bulk-subject.ts";

/** So many runs of a kind may be under way in a shop at once. */
const MOST_OPEN_RUNS = 3;
/** What has not ended after this long waits for something else, and keeps nobody from a new run. */
const OPEN_WITHIN_MS = 24 * 60 * 60_000;

/**
 * The turn of whoever begins a run, held to the end of the transaction; null where there is one. Nobody waits for it with
 * a connection in hand: of two presses at the same moment one is refused.
 */
export async function reserveRunSlot(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  tx: Prisma.TransactionClient,
  kind: BulkRunKind,
): Promise<string | null> {
  const [turn] = await tx.$queryRaw<{ taken: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`runs/${kind}/${shop.id}`}, 0)) as taken`;
  if (turn?.taken !== true) return "Another press like this is being taken up. Press again in a moment.";
  const since = new Date(clock.now().getTime() - OPEN_WITHIN_MS);
  const open = await tx.bulkRun.count({
    where: { shopId: shop.id, kind, finishedAt: null, createdAt: { gt: since } },
  });
  return open < MOST_OPEN_RUNS
    ? null
    : "Three presses like this are still under way. Press again once one has ended.";
}
