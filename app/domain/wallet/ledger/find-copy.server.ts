import type { LedgerCopy } from "@prisma/client";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { Db } from "#app/platform/database/db.server.ts";
import { type AccountPlan, countCallsLeft, dailyLimitOf } from "../../sweeps/budget.server.ts";
import { budgetShares } from "../../sweeps/sweep-kinds.ts";
import { type CopyPace, estimateDaysLeft, estimatePace } from "./estimate-copy.ts";
import type { LedgerKey } from "./ledger-key.ts";

type KnownBalance = { readonly availablePkr: Rupees; readonly at: Date };

/** How far the copy of an account's ledger has come. */
export type LedgerCopyView = {
  readonly entries: number;
  /** The copy holds what the service showed then; null before the first copy is whole. */
  readonly asOf: Date | null;
  /** What was booked later is not copied yet; null where nothing is. */
  readonly newestAsOf: Date | null;
  /** What was available at a moment the copy covers; null while the wallet was not read before it. */
  readonly balance: KnownBalance | null;
  /** The day it has come to, on its first way back. */
  readonly reachedAt: Date | null;
  readonly callsADay: number;
  /** Until the first copy has come to the first order placed from here; null while that is not known, or it is whole. */
  readonly daysLeft: number | null;
  /** How fast the first copy goes back; null before its first page, or once it is whole. */
  readonly pace: CopyPace | null;
  /** Entries that could not be read. */
  readonly unreadable: number;
  /** What the entries are called, as the service names them. */
  readonly types: readonly string[];
  readonly statuses: readonly string[];
};

/** Null before anything was copied. */
export async function findLedgerCopy(
  db: Db,
  { accountKey, mode }: Pick<LedgerKey, "accountKey" | "mode">,
  plan: AccountPlan,
): Promise<LedgerCopyView | null> {
  const row = await db.ledgerCopy.findUnique({ where: { accountKey_mode: { accountKey, mode } } });
  if (row === null) return null;
  const isFirst = row.copiedAt === null;
  return {
    ...{ entries: row.entries, types: row.types, statuses: row.statuses },
    asOf: row.copiedAt,
    newestAsOf: row.copiedAt ?? row.walkBeganAt,
    balance: balanceOf(row),
    reachedAt: isFirst ? row.walkReached : null,
    callsADay: callsADayOf(plan),
    daysLeft: isFirst ? estimate(row, plan, await countCallsLeft(db, plan, "ledger")) : null,
    pace: isFirst ? paceOf(row, plan) : null,
    unreadable: isFirst ? row.walkUnreadable : row.unreadable,
  };
}

function balanceOf({ balancePkr, balanceAt }: LedgerCopy): KnownBalance | null {
  return balancePkr === null || balanceAt === null ? null : { availablePkr: balancePkr, at: balanceAt };
}

function callsADayOf(plan: AccountPlan): number {
  return Math.floor(budgetShares.ledger * dailyLimitOf(plan));
}

function paceOf(row: LedgerCopy, plan: AccountPlan): CopyPace | null {
  const { walkHeadAt, walkReached, walkPages, entries } = row;
  const covered = { headAt: walkHeadAt, reachedAt: walkReached, pages: walkPages };
  return estimatePace({ ...covered, entries, callsADay: callsADayOf(plan) });
}

function estimate(row: LedgerCopy, plan: AccountPlan, callsLeft: number): number | null {
  const { walkBeganAt, steppedAt } = row;
  return estimateDaysLeft({
    ...{ headAt: row.walkHeadAt, reachedAt: row.walkReached, pages: row.walkPages },
    ...{ oldestOrderAt: row.oldestOrderAt, callsADay: callsADayOf(plan), callsLeft },
    tookMs: walkBeganAt === null || steppedAt === null ? null : steppedAt.getTime() - walkBeganAt.getTime(),
  });
}
