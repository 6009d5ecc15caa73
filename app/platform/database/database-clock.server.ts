import type pg from "pg";
import type { Log } from "#app/platform/observability/log.server.ts";
import type { Metrics } from "#app/platform/observability/metrics.server.ts";
import type { Clock } from "#app/platform/time/clock.ts";

type DatabaseClockDeps = {
  readonly pool: Pick<pg.Pool, "query">;
  readonly log: Pick<Log, "warn">;
  readonly metrics: Pick<Metrics, "clockSkewSeconds">;
};

export type DatabaseClock = Clock & {
  /** Asks the database for the time. Throws what the pool throws; the time runs on from the last answer. */
  readonly sync: () => Promise<void>;
  /** Asks again every half minute until `stop`. */
  readonly keep: () => { readonly stop: () => void };
};

const everyMs = 30_000;
/** From here on, what the machine's own clock says is worth a warning. */
const warnFromMs = 2000;

/**
 * The database's time, carried on by this process's monotonic clock: all processes agree, whatever their machines'
 * clocks say or however those jump. Leases and due times ask the database itself.
 */
export function createDatabaseClock({ pool, log, metrics }: DatabaseClockDeps): DatabaseClock {
  let known = { databaseMs: Date.now(), atMs: performance.now() };
  let isWarned = false;
  const nowMs = () => known.databaseMs + (performance.now() - known.atMs);

  async function sync(): Promise<void> {
    const askedMs = performance.now();
    const { rows } = await pool.query<{ ms: number }>({
      name: "database-time",
      text: "select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms",
    });
    const answeredMs = performance.now();
    const ms = rows[0]?.ms;
    if (ms === undefined) return;
    known = { databaseMs: ms, atMs: (askedMs + answeredMs) / 2 };
    const skewMs = Date.now() - nowMs();
    metrics.clockSkewSeconds.set(skewMs / 1000);
    const isOff = Math.abs(skewMs) > warnFromMs;
    if (isOff && !isWarned) log.warn({ event: "clock_skew", skewMs: Math.round(skewMs) });
    isWarned = isOff;
  }

  return {
    now: () => new Date(nowMs()),
    sync,
    keep: () => {
      // A database that does not answer is reported by whoever needs it; the time runs on.
      const timer = setInterval(() => void sync().catch(() => undefined), everyMs);
      timer.unref();
      return { stop: () => clearInterval(timer) };
    },
  };
}
