import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import { isJsonObject, type Tally, toTally } from "../sweeps/sweep-run.ts";
import { type DifferencesPage, type DifferencesQuery, listDifferences } from "./list-differences.server.ts";

export type SettlementPage = DifferencesPage & {
  readonly view: DifferencesQuery["view"];
  readonly counts: { readonly open: number; readonly putAside: number };
  readonly check: {
    readonly isRunning: boolean;
    readonly lastRanAt: Date | null;
    /** Of the last check that ended: seen, agree, differs, unknown, not_yet. */
    readonly result: Tally;
    /** Of the one under way: how many ended parcels it has come to, of how many. */
    readonly progress: { readonly done: number; readonly total: number } | null;
  };
  /** As of when the copy of the supplier's ledger is true; null before it was copied. */
  readonly ledgerAsOf: Date | null;
  readonly asOf: Date;
};

/** The page of the three-way check. */
export async function getSettlementPage(ctx: ShopContext, query: DifferencesQuery): Promise<SettlementPage> {
  const { db, shop } = ctx;
  const shopId = shop.id;
  const [page, schedule, open, putAside, ledgerAsOf] = await Promise.all([
    listDifferences(ctx, query),
    db.schedule.findUnique({ where: { shopId_kind_mode: { shopId, kind: "settlement", mode: "" } } }),
    db.settlementDifference.count({ where: { shopId, putAsideAt: null } }),
    db.settlementDifference.count({ where: { shopId, putAsideAt: { not: null } } }),
    findLedgerAsOf(ctx),
  ]);
  const isAsked =
    schedule?.queuedAt != null && (schedule.lastRanAt === null || schedule.lastRanAt < schedule.queuedAt);
  const isRunning = schedule?.progress != null || isAsked;
  return {
    ...{ ...page, view: query.view, counts: { open, putAside }, ledgerAsOf, asOf: ctx.clock.now() },
    check: {
      ...{ isRunning, lastRanAt: schedule?.lastRanAt ?? null, result: toTally(schedule?.lastResult) },
      progress: isRunning ? await progressOf(ctx, schedule?.progress) : null,
    },
  };
}

async function progressOf({ db, shop }: ShopContext, stored: unknown) {
  const total = await db.parcel.count({
    where: { shopId: shop.id, mode: "live", status: { in: ["DELIVERED", "RETURNED", "CANCELLED"] } },
  });
  const tally = isJsonObject(stored) ? toTally(stored.tally) : {};
  return { done: Math.min(total, tally.seen ?? 0), total };
}

async function findLedgerAsOf({ db, shop }: ShopContext): Promise<Date | null> {
  const connection = await db.supplierConnection.findFirst({
    where: { shopId: shop.id, mode: "live", disconnectedAt: null },
    select: { accountId: true },
  });
  if (!connection?.accountId) return null;
  const where = { accountKey_mode: { accountKey: accountKeyOf(connection.accountId), mode: "live" } };
  return (await db.ledgerCopy.findUnique({ where, select: { copiedAt: true } }))?.copiedAt ?? null;
}
