import type { Db } from "#app/platform/database/db.server.ts";

/** How many placings have an outcome nobody knows for longer than `minutes`, over all shops. */
export async function countUnknownOutcomes(db: Db, minutes: number): Promise<number> {
  const [row] = await db.$queryRaw<{ unknown: number }[]>`
    select count(*)::int as unknown from handoff_attempt
    where state = 'sending' and sends > 0
      and created_at < clock_timestamp() - ${minutes} * interval '1 minute'`;
  return row?.unknown ?? 0;
}
