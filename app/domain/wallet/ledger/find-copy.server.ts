import type { Db } from "#app/platform/db.server.ts";
import { budgetShares } from "../../sweeps/sweep-kinds.ts";
import { estimateDaysLeft } from "./estimate-copy.ts";
import type { LedgerPlace } from "./ledger-place.ts";

/** How far the copy of an account's ledger has come. */
export type LedgerCopyView = {
  readonly entries: number;
  /** The copy holds what the service showed then; null before the first copy is whole. */
  readonly asOf: Date | null;
  /** What was booked later is not copied yet; null where nothing is. */
  readonly newestAsOf: Date | null;
  /** The day it has come to, on its first way back. */
  readonly reachedAt: Date | null;
  readonly callsADay: number;
  /** Until the first copy has come to the first order placed from here; null while that is not known, or it is whole. */
  readonly daysLeft: number | null;
  /** Entries that could not be read. */
  readonly unreadable: number;
  /** What the entries are called, as the service names them. */
  readonly types: readonly string[];
  readonly statuses: readonly string[];
};

/** Null before anything was copied. `dailyLimit`: the calls a day of the account's plan. */
export async function findLedgerCopy(
  db: Db,
  { accountKey, mode }: Pick<LedgerPlace, "accountKey" | "mode">,
  dailyLimit: number,
): Promise<LedgerCopyView | null> {
  const row = await db.ledgerCopy.findUnique({ where: { accountKey_mode: { accountKey, mode } } });
  if (row === null) return null;
  const callsADay = Math.floor(budgetShares.ledger * dailyLimit);
  const isFirst = row.copiedAt === null;
  return {
    ...{ entries: row.entries, types: row.types, statuses: row.statuses },
    asOf: row.copiedAt,
    newestAsOf: row.copiedAt ?? row.walkBeganAt,
    reachedAt: isFirst ? row.walkReached : null,
    callsADay,
    daysLeft: isFirst
      ? estimateDaysLeft({
          ...{ headAt: row.walkHeadAt, reachedAt: row.walkReached, pages: row.walkPages },
          ...{ oldestOrderAt: row.oldestOrderAt, callsADay },
        })
      : null,
    unreadable: isFirst ? row.walkUnreadable : row.unreadable,
  };
}
