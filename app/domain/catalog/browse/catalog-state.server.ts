import type { Schedule } from "@prisma/client";
import type { Db } from "#app/platform/database/db.server.ts";
import type { CatalogScope } from "./save-catalog.server.ts";

/** How our copy of a catalog stands. */
export type CatalogState = {
  /** False until the first walk has come to its end: then pages are read live (R29). */
  readonly isWalked: boolean;
  /** A walk is under way or asked for, and nothing stands in its way. */
  readonly isWalking: boolean;
  /** Products the walk under way has met so far. */
  readonly seen: number;
  /** When the last whole walk began: what the pages show was true then, or came with an event since. */
  readonly asOf: Date | null;
  /** A code of what stands in the way of the walk; null when nothing does. */
  readonly failure: string | null;
};

export async function findCatalogState(db: Db, { shopId, mode }: CatalogScope): Promise<CatalogState> {
  const where = { shopId_kind_mode: { shopId, kind: "catalog", mode } };
  const row = await db.schedule.findUnique({ where });
  if (!row) return { isWalked: false, isWalking: false, seen: 0, asOf: null, failure: null };
  const isAsked = row.queuedAt !== null && (row.lastRanAt === null || row.lastRanAt < row.queuedAt);
  return {
    isWalked: row.lastRanAt !== null,
    isWalking: row.lastError === null && (row.progress !== null || isAsked),
    seen: seenOf(row.progress),
    asOf: row.watermark ?? row.lastRanAt,
    failure: row.lastError,
  };
}

function seenOf(progress: Schedule["progress"]): number {
  if (typeof progress !== "object" || progress === null || Array.isArray(progress)) return 0;
  const { tally } = progress;
  if (typeof tally !== "object" || tally === null || Array.isArray(tally)) return 0;
  return typeof tally.seen === "number" ? tally.seen : 0;
}
