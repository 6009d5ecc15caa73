import { createHash } from "node:crypto";
import type pg from "pg";
import { AppError } from "#app/platform/errors.ts";
import { type AccountId, type AccountKey, toAccountKey } from "#app/platform/ids.ts";
import type { CallClass, Priority } from "./call-class.ts";
import { apiPlans, perMinuteOf } from "./plans.ts";
import { type Permit, parseQuotaHeaders, type Quota, type QuotaReading } from "./quota.ts";

/** How much of a minute, and how much of a day is left at least, when calls of a priority still go out. */
type Share = { readonly ofMinute: number; readonly leavesOfDay: number };

/** What comes later leaves room for what comes first, so that no sweep and no page makes an order wait. */
const shares: Readonly<Record<Priority, Share>> = {
  1: { ofMinute: 1, leavesOfDay: 0 },
  2: { ofMinute: 0.95, leavesOfDay: 0 },
  3: { ofMinute: 0.85, leavesOfDay: 0.1 },
  4: { ofMinute: 0.6, leavesOfDay: 0.2 },
};

/**
 * Seconds a call is counted for. The document does not say how the service counts its minute: counted over more than
 * any 60 seconds, with one to spare for the way there, no way of counting finds too many.
 */
const COUNTED_SECONDS = 62;

/** A refusal for the day whose own headers show requests left is not believed until midnight. */
const UNCERTAIN_REST_MS = 60_000;

/** However long the service says: the minute it counts is over by then, and the day. */
const LONGEST_PAUSE_MS = 60_000;
const LONGEST_REST_MS = 24 * 60 * 60_000;

/** A probe without an answer for longer than a call may take has failed. Meanwhile the others ask each second. */
const PROBE_SECONDS = 15;
const WHILE_PROBED_MS = 1000;

type AccountQuotaDeps = {
  readonly pool: Pick<pg.Pool, "query">;
  /** The account's id at the service; limits are of the account, all its keys together. Section Limits. */
  readonly accountId: AccountId;
};

/** How an account is named where its id should not be read. */
export function accountKeyOf(accountId: AccountId): AccountKey {
  return toAccountKey(createHash("sha256").update(`account/${accountId}`).digest("hex"));
}

/**
 * The limits of an account, kept in one row for all processes: each call asks it for leave, in one statement, by the
 * database's clock. A pause is committed before anybody can get leave again. See D-37.
 */
export function createAccountQuota({ pool, accountId }: AccountQuotaDeps): Quota {
  const key = accountKeyOf(accountId);
  let last: QuotaReading | null = null;
  let unreported: { readonly seen: QuotaReading; readonly atMs: number } | null = null;
  // A pause that could not be written down holds here at least.
  let pausedUntilMs = 0;

  async function take(call: CallClass): Promise<Permit> {
    const pausedMs = pausedUntilMs - performance.now();
    if (pausedMs > 0) return { kind: "wait", because: "rate", waitMs: Math.ceil(pausedMs) };
    const reading = unreported;
    unreported = null;
    const seen = reading === null ? null : { ...reading.seen, ageMs: performance.now() - reading.atMs };
    return queryQuotaRow(pool, key, call, seen);
  }

  return {
    requestPermit: take,
    recordHeaders: (headers, now) => {
      const seen = parseQuotaHeaders(headers, now);
      if (seen === null) return;
      last = seen;
      unreported = { seen, atMs: performance.now() };
    },
    pause: async (waitMs) => {
      const pauseMs = Math.min(waitMs, LONGEST_PAUSE_MS);
      const untilMs = performance.now() + pauseMs;
      await postpone(pool, key, "paused_until", pauseMs).catch((error: unknown) => {
        pausedUntilMs = Math.max(pausedUntilMs, untilMs);
        throw error;
      });
    },
    rest: async (waitMs) => {
      const isUncertain = last !== null && last.remaining > 0;
      const longestMs = isUncertain ? UNCERTAIN_REST_MS : LONGEST_REST_MS;
      await postpone(pool, key, "rest_until", Math.min(waitMs, longestMs));
    },
    probeSucceeded: async (probeId) => {
      // A limit reported since clears the probe, and stands.
      const text = `update supplier_account set probe_at = null, paused_until = null,
        rest_until = case when probe_is_counted then null else rest_until end
        where key = $1 and to_json(probe_at)::text = $2`;
      await query(pool, { name: "probe-proved", text, values: [key, probeId] });
    },
    askProbe: async () => {
      const text = "update supplier_account set probe_asked = true where key = $1";
      await query(pool, { name: "ask-probe", text, values: [key] });
      pausedUntilMs = 0;
    },
    last: () => last,
  };
}

type Verdict = {
  readonly verdict: "granted" | "probe" | "paused" | "resting" | "full";
  readonly waitMs: number;
  readonly probeId: string | null;
};

async function queryQuotaRow(
  pool: AccountQuotaDeps["pool"],
  key: AccountKey,
  call: CallClass,
  seen: (QuotaReading & { readonly ageMs: number }) | null,
): Promise<Permit> {
  const { ofMinute, leavesOfDay } = shares[call.priority];
  const reading =
    seen === null ? [null, null, null] : [seen.limit, seen.remaining, seen.resetInMs - seen.ageMs];
  const values = [key, ofMinute, call.isExempt, leavesOfDay, ...reading];
  const ask = () => query<Verdict>(pool, { name: "take-permit", text: takePermit, values });
  const [row] = await ask();
  if (row) return toPermit(row);
  const text = "insert into supplier_account (key) values ($1) on conflict do nothing";
  await query(pool, { name: "open-account", text, values: [key] });
  const [made] = await ask();
  if (!made) throw new AppError("quota_unknown", "An account's limits are gone", { retryable: true });
  return toPermit(made);
}

function toPermit({ verdict, waitMs, probeId }: Verdict): Permit {
  if (verdict === "granted") return { kind: "granted" };
  if (verdict === "probe") return { kind: "probe", id: probeId ?? "" };
  const because = verdict === "resting" ? "day" : "rate";
  return { kind: "wait", because, waitMs: Math.max(1, Math.ceil(waitMs)) };
}

/** A pause only grows, and starts when it is written: never before the service said it. */
async function postpone(
  pool: AccountQuotaDeps["pool"],
  key: AccountKey,
  column: "paused_until" | "rest_until",
  waitMs: number,
): Promise<void> {
  const until = "clock_timestamp() + $2::float8 * interval '1 millisecond'";
  const text = `insert into supplier_account (key, ${column}) values ($1, ${until})
    on conflict (key) do update set ${column} = greatest(supplier_account.${column}, ${until}), probe_at = null`;
  await query(pool, { name: `postpone-${column}`, text, values: [key, waitMs] });
}

async function query<Row extends object>(
  pool: AccountQuotaDeps["pool"],
  statement: pg.QueryConfig,
): Promise<readonly Row[]> {
  try {
    return (await pool.query<Row>(statement)).rows;
  } catch (cause) {
    throw new AppError("database_unavailable", "The account's limits could not be asked", {
      retryable: true,
      cause,
    });
  }
}

const perMinuteSql = `case day_limit ${apiPlans
  .map((plan) => `when ${plan.dailyRequests} then ${plan.perMinute}`)
  .join(" ")} else ${perMinuteOf(null)} end`;

/**
 * $1 account · $2 share of the minute · $3 exempt from the day · $4 part of the day to leave · $5 to $7 limit, remaining
 * and milliseconds to the end of the day, as an answer reported since this process asked last. A reading of a day that is over
 * says nothing of the next: a process that was idle over midnight would bring it.
 * A crash of the database may forget the last moments' counts, so leave is not waited for on its disk.
 */
const takePermit = `
with quick as (select set_config('synchronous_commit', 'off', true)),
known as (
  select key, day_limit, remaining, reset_at, paused_until, rest_until, slots, slot_second, probe_at, probe_asked
  from supplier_account, quick where key = $1 for update of supplier_account
),
moment as materialized (
  select known.*, clock_timestamp() as at from known
),
reported as materialized (
  select *, at + $7::float8 * interval '1 millisecond' as reported_reset, coalesce(reset_at <= at, true) as day_over,
    $5::int is null or $7::float8 <= 0
      or coalesce(at + $7::float8 * interval '1 millisecond' < reset_at - interval '1 minute', false) as is_old
  from moment
),
observed as materialized (
  select *, not is_old and (day_over or day_limit is distinct from $5::int
    or reported_reset > reset_at + interval '1 minute') as is_new
  from reported
),
day as materialized (
  select key, at, paused_until, probe_at, probe_asked,
    case when is_old then day_limit else $5::int end as day_limit,
    case when is_new then $6::int when day_over then null when is_old then remaining
      else least(remaining, $6::int) end as remaining,
    case when is_new then reported_reset when day_over then null else reset_at end as reset_at,
    case when is_new and $6::int > 0 then null else rest_until end as rest_until,
    greatest(slot_second, floor(extract(epoch from at))::bigint) as second,
    greatest(0, least(${COUNTED_SECONDS}, floor(extract(epoch from at))::bigint - slot_second))::int as gone,
    slots
  from observed
),
minute as materialized (
  select *, greatest(1, floor((${perMinuteSql}) * $2::float8)) as allowed,
    (array_fill(0, array[gone]) || coalesce(nullif(slots, '{}'), array_fill(0, array[${COUNTED_SECONDS}])))[1:${COUNTED_SECONDS}]
      as counts
  from day
),
-- A pause or a rest that is over stays written until a probe has shown that it is.
limited as materialized (
  select *, coalesce(paused_until > at, false) as is_paused, not $3::boolean and
    coalesce(rest_until > at or remaining <= floor(day_limit * $4::float8), false) as is_resting,
    paused_until <= at or (rest_until <= at and not $3::boolean) as is_unproved,
    (select sum(calls) from unnest(counts) calls) >= allowed as is_full
  from minute
),
judged as materialized (
  select *, case
    when probe_asked and $4::float8 = 0 and (is_paused or is_resting) then 'probe'
    when is_paused then 'paused'
    when is_resting then 'resting'
    when is_full then 'full'
    when is_unproved and probe_at > at - ${PROBE_SECONDS} * interval '1 second' then 'probed'
    when is_unproved then 'probe'
    else 'granted' end as verdict
  from limited
)
update supplier_account set
  day_limit = judged.day_limit, remaining = judged.remaining, reset_at = judged.reset_at,
  rest_until = judged.rest_until, slot_second = judged.second,
  probe_at = case when verdict = 'probe' then judged.at else judged.probe_at end,
  probe_asked = judged.probe_asked and verdict <> 'probe'
    and (verdict <> 'granted' or ($3::boolean and judged.rest_until is not null)),
  probe_is_counted = case when verdict = 'probe' then not $3::boolean else supplier_account.probe_is_counted end,
  slots = case when verdict in ('granted', 'probe') then (counts[1] + 1) || counts[2:] else counts end
from judged where supplier_account.key = judged.key
returning case verdict when 'probed' then 'paused' else verdict end as verdict,
  to_json(supplier_account.probe_at)::text as "probeId", case verdict
  when 'granted' then 0
  when 'probe' then 0
  when 'probed' then ${WHILE_PROBED_MS}
  when 'paused' then extract(epoch from judged.paused_until - at) * 1000
  when 'resting' then extract(epoch from greatest(case when judged.rest_until > at then judged.rest_until end,
    case when judged.remaining <= floor(judged.day_limit * $4::float8) then judged.reset_at end) - at) * 1000
  else (
    select min(later) * 1000 - (extract(epoch from at) - judged.second) * 1000
    from generate_series(1, ${COUNTED_SECONDS}) later
    where (select coalesce(sum(calls), 0) from unnest(counts[1:${COUNTED_SECONDS} - later]) calls) < allowed
  ) end::float8 as "waitMs"`;
