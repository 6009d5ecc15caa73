import type { Prisma } from "@prisma/client";

/** So many runs of a kind may be under way in a shop at once. */
const MOST_OPEN_RUNS = 3;
/** What has not ended after this long waits for something else, and keeps nobody from a new run. */
const OPEN_WITHIN_MS = 24 * 60 * 60_000;

type RunSlotInput = {
  readonly shopId: string;
  readonly kind: string;
  readonly now: Date;
  /** How many runs of the kind were begun since then and have not ended. */
  readonly countOpen: (since: Date) => Promise<number>;
};

/**
 * The turn of whoever begins a run, held to the end of the transaction; null where there is one. Nobody waits for it with
 * a connection in hand: of two presses at the same moment one is refused.
 */
export async function reserveRunSlot(
  tx: Prisma.TransactionClient,
  { shopId, kind, now, countOpen }: RunSlotInput,
): Promise<string | null> {
  const [turn] = await tx.$queryRaw<{ taken: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`runs/${kind}/${shopId}`}, 0)) as taken`;
  if (turn?.taken !== true) return "Another press like this is being taken up. Press again in a moment.";
  const open = await countOpen(new Date(now.getTime() - OPEN_WITHIN_MS));
  return open < MOST_OPEN_RUNS
    ? null
    : "Three presses like this are still under way. Press again once one has ended.";
}
