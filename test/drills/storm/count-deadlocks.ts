import type { PrismaClient } from "@prisma/client";

/**
 * The deadlocks of the database since it was made. PostgreSQL counts them itself, and the app, which tries again, says
 * nothing of them. A stop in order keeps the count; a process tells of its last ones within ten seconds.
 */
export async function countDeadlocks(db: PrismaClient): Promise<number> {
  const [row] = await db.$queryRaw<{ deadlocks: bigint }[]>`
    select deadlocks from pg_stat_database where datname = current_database()`;
  return Number(row?.deadlocks);
}

const DEADLOCK =
  /^.*ERROR: {2}deadlock detected\n(?:.*(?:DETAIL|HINT|CONTEXT|STATEMENT): .*\n(?:\t.*\n)*)*/gm;

/** What PostgreSQL's log says of each deadlock: who waited for whom, and the statements, without their values. */
export function listDeadlocks(log: string): readonly string[] {
  return log.match(DEADLOCK) ?? [];
}
