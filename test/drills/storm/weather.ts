import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { DrillHome } from "../drill-home.ts";
import type { Storm } from "./open-storm.ts";
import { EXHAUSTED_AT, type StormSize } from "./plan-storm.ts";

type Note = (line: string) => void;

/** Everything that goes wrong by chance, from now until the weather clears. */
export async function raiseWeather({ world }: Storm, seed: number): Promise<void> {
  const { control } = world.supplier;
  await control.seedFaults({ seed });
  const often = 0.02;
  const seldom = 0.005;
  await control.armFault({ kind: "error", when: "before", status: 503, probability: often });
  await control.armFault({ kind: "error", when: "after", status: 502, probability: often });
  await control.armFault({ kind: "cut", when: "after", probability: often });
  await control.armFault({ kind: "cut", when: "before", probability: often });
  await control.armFault({ kind: "truncate", probability: seldom });
  await control.armFault({ kind: "rate_limited", retryAfterSeconds: 5, probability: seldom });
  await control.armFault({ kind: "webhook_lost", log: "failed", probability: 0.03 });
  await control.armFault({ kind: "webhook_lost", log: "absent", probability: 0.03 });
  await control.armFault({ kind: "webhook_doubled", probability: 0.05 });
  await control.armFault({ kind: "webhook_reordered", probability: 0.05 });
  await control.armFault({ kind: "webhook_late", minutes: 0.3, probability: 0.05 });
  world.shopify.control.faults({
    seed,
    requests: [
      { kind: "status", status: 503, probability: often },
      { kind: "status_after", status: 502, probability: often },
      { kind: "cut_after", probability: often },
      { kind: "cut_before", probability: often },
      { kind: "throttled", probability: often },
    ],
    webhooks: [
      { kind: "lost", probability: 0.06 },
      { kind: "doubled", probability: 0.05 },
      { kind: "late", delayMs: 15_000, probability: 0.05 },
      { kind: "reordered", probability: 0.05 },
      { kind: "forged", probability: 0.01 },
    ],
  });
}

export async function clearWeather({ world }: Storm): Promise<void> {
  await world.supplier.control.clearFaults();
  world.shopify.control.faults({ clear: true });
}

/** What happens once, at parts of the time in which customers order. */
export async function playDisasters(
  storm: Storm,
  home: DrillHome,
  { orders, rate, outage }: StormSize,
  note: Note,
): Promise<void> {
  const startedAt = performance.now();
  const until = (part: number) =>
    pause(Math.max(0, (part * orders * 1000) / rate - (performance.now() - startedAt)));
  await until(0.15);
  note(`a queue wiped: ${await wipeQueue(storm)} rows`);
  await until(EXHAUSTED_AT);
  note(await exhaustDay(storm));
  await until(0.5);
  const { back } = await home.stopPostgres();
  note(`PostgreSQL stopped for ${outage} s`);
  await pause(outage * 1000);
  await back();
  await until(0.85);
  note(`a queue wiped: ${await wipeQueue(storm)} rows`);
}

/** The rows of all of BullMQ's tables but the one that says which version they are of. */
async function wipeQueue({ databaseUrl }: Storm): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'bullmq' and tablename !~ 'migration'",
    );
    let rows = 0;
    for (const { name } of tables.rows) {
      const { rowCount } = await client.query(`delete from bullmq.${pg.escapeIdentifier(name)}`);
      rows += rowCount ?? 0;
    }
    return rows;
  } finally {
    await client.end();
  }
}

/** A day that only ends hours after the drill would leave its account's reads at rest for all that is left. */
const LONGEST_REST_MS = 20 * 60_000;

/** All of one account's requests of the day are used up, some time before the service's midnight. */
async function exhaustDay({ world, accountIds }: Storm): Promise<string> {
  const { control } = world.supplier;
  const now = new Date(await control.clock.now());
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  const restMs = midnight - now.getTime();
  if (restMs > LONGEST_REST_MS)
    return "set up too slowly: the midnight at which a used-up day would end has passed";
  await control.spendQuota({ accountId: accountIds[0], day: 300_000 });
  return `the day of ${accountIds[0]} used up, ${Math.round(restMs / 1000)} s before its midnight`;
}
