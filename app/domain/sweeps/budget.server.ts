import type { Schedule, SupplierConnection } from "@prisma/client";
import type { Db } from "#app/platform/database/db.server.ts";
import { budgetShares, type SweepBudget, sweepRules } from "./sweep-kinds.ts";

/** Of a plan we do not know yet: the smallest one's calls a day (document, Limits). */
const SMALLEST_PLAN = 5000;

/** An account, and how many calls a day its plan has. */
export type AccountPlan = Pick<SupplierConnection, "accountId" | "quotaLimit">;

export function dailyLimitOf({ quotaLimit }: Pick<AccountPlan, "quotaLimit">): number {
  return quotaLimit ?? SMALLEST_PLAN;
}

/**
 * How many calls today's share still holds. Limits belong to the account (R24), so the calls of every shop and key of it
 * are counted together.
 */
export async function countCallsLeft(db: Db, plan: AccountPlan, budget: SweepBudget): Promise<number> {
  const kinds = Object.entries(sweepRules)
    .filter(([, rule]) => rule.budget === budget)
    .map(([kind]) => kind);
  const [row] = await db.$queryRaw<{ used: number }[]>`
    select coalesce(sum(schedule.calls), 0)::int as used from schedule
    join supplier_connection on supplier_connection.shop_id = schedule.shop_id
      and supplier_connection.mode = schedule.mode
    where supplier_connection.account_id = ${plan.accountId} and schedule.kind = any(${kinds}::text[])
      and schedule.calls_day = (clock_timestamp() at time zone 'utc')::date`;
  return Math.floor(budgetShares[budget] * dailyLimitOf(plan)) - (row?.used ?? 0);
}

export async function saveCalls(db: Db, { id, shopId }: Schedule, calls: number): Promise<void> {
  if (calls === 0) return;
  await db.$executeRaw`
    update schedule set
      calls = ${calls} + case when calls_day = (clock_timestamp() at time zone 'utc')::date then calls else 0 end,
      calls_day = (clock_timestamp() at time zone 'utc')::date
    where id = ${id}::uuid and shop_id = ${shopId}::uuid`;
}
