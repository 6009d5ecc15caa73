import type pg from "pg";

/** An account's limits as they stand, for the operators: named by the first characters of its hash. */
export type AccountLimits = {
  readonly account: string;
  readonly dayLimit: number | null;
  readonly remaining: number | null;
  /** Seconds until the account may send again; 0 now. */
  readonly pausedSeconds: number;
  /** Seconds until what the daily quota counts may be sent again; 0 now. */
  readonly restingSeconds: number;
};

export async function listAccountLimits(pool: Pick<pg.Pool, "query">): Promise<readonly AccountLimits[]> {
  const secondsTo = (column: string) =>
    `coalesce(greatest(0, extract(epoch from ${column} - clock_timestamp())), 0)::float8`;
  const { rows } = await pool.query<AccountLimits>(`
    select left(key, 8) as account, day_limit as "dayLimit",
      case when reset_at > clock_timestamp() then remaining else day_limit end as remaining,
      ${secondsTo("paused_until")} as "pausedSeconds", ${secondsTo("rest_until")} as "restingSeconds"
    from supplier_account order by key`);
  return rows;
}
