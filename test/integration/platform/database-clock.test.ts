import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabaseClock } from "#app/platform/database/database-clock.server.ts";
import { createMetrics } from "#app/platform/observability/metrics.server.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A database whose clock is so far from this machine's. */
function databaseAhead(seconds: number): Parameters<typeof createDatabaseClock>[0]["pool"] {
  return Object.assign(Object.create(database.pool), {
    query: async (statement: { readonly text: string }) => {
      const { rows } = await database.pool.query<{ ms: number }>(statement.text);
      return { rows: rows.map(({ ms }) => ({ ms: ms + seconds * 1000 })) };
    },
  });
}

async function clockOf(aheadSeconds: number) {
  const warned: object[] = [];
  const metrics = createMetrics();
  const log = { warn: (entry: object) => void warned.push(entry) };
  const clock = createDatabaseClock({ pool: databaseAhead(aheadSeconds), log, metrics });
  await clock.sync();
  await clock.sync();
  const skew = (await metrics.clockSkewSeconds.get()).values[0]?.value ?? Number.NaN;
  return { clock, warned, skew };
}

describe("the clock", () => {
  it("is the database's, however far this machine's is off", async () => {
    const { clock } = await clockOf(60);
    const offMs = clock.now().getTime() - Date.now() - 60_000;
    expect(Math.abs(offMs)).toBeLessThan(1000);
  });

  it.each([
    [60, -60, 1],
    [-3, 3, 1],
    [1, -1, 0],
  ])("measures a database %i s ahead as a skew of %i s and warns %i time", async (ahead, expected, times) => {
    const { warned, skew } = await clockOf(ahead);
    expect(Math.abs(skew - expected)).toBeLessThan(0.9);
    expect(warned).toHaveLength(times);
  });
});
