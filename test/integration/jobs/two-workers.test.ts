import { afterEach, describe, expect, it } from "vitest";
import { type App, createApp } from "#app/app.server.ts";
import type { WorkHandlers } from "#app/jobs/handlers.ts";
import { startWorker } from "#app/jobs/worker.server.ts";
import { connectDatabase } from "#app/platform/database/db.server.ts";
import { readEnv } from "#app/platform/process/env.server.ts";
import { idleHandlers } from "#test/support/app.ts";
import { nameOf, orderWork } from "#test/support/order-work.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { waitFor } from "#test/support/wait-for.ts";

type Member = { readonly app: App; close(): Promise<void> };

let database: TestDatabase;
let members: Member[] = [];
afterEach(async () => {
  await Promise.all(members.map((member) => member.close()));
  members = [];
  await database.drop();
});

/** An app with pools, a queue and a worker of its own, as in a process of its own. */
async function startMember(handlers: WorkHandlers<App>): Promise<Member> {
  const own = connectDatabase(database.url, { poolSize: 10 });
  const app = await createApp(readEnv({ NODE_ENV: "test", LOG_LEVEL: "silent" }), { database: own });
  const worker = await startWorker(app, { handlers });
  const close = async () => {
    await worker.stop();
    await app.close();
    await own.close();
  };
  return { app, close };
}

describe("two workers on one database", () => {
  it("share the work, run each row in one place at a time, and lose no mark", async () => {
    database = await createTestDatabase();
    const running = new Set<string>();
    const runs: { readonly by: number; readonly subject: string }[] = [];
    const together: string[] = [];
    const handlersOf = (by: number): WorkHandlers<App> => ({
      ...idleHandlers,
      "order.reconcile": async (app, claim) => {
        const subject = nameOf(claim.subject);
        if (running.has(subject)) together.push(subject);
        running.add(subject);
        runs.push({ by, subject });
        await app.db.shop.count();
        running.delete(subject);
        return { kind: "done" };
      },
    });
    members = [await startMember(handlersOf(1)), await startMember(handlersOf(2))];
    const { id: shopId } = await database.prisma.shop.create({ data: { domain: "one.myshopify.com" } });
    const subjects = Array.from({ length: 60 }, (_, index) => `order-${index}`);
    // Each is marked three times, from either side.
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(
        members.flatMap(({ app }, half) =>
          subjects
            .filter((_, index) => index % 2 === (half + round) % 2)
            .map((subject) => app.wake([orderWork(shopId, subject)])),
        ),
      );
    }
    const left = () =>
      database.prisma.$queryRaw<
        object[]
      >`select 1 from work where observed_generation < requested_generation or lease_token is not null`;
    await waitFor(async () => (await left()).length === 0, { what: "all marks to be worked off" });
    expect(together).toEqual([]);
    expect(new Set(runs.map(({ subject }) => subject))).toEqual(new Set(subjects));
    expect(new Set(runs.map(({ by }) => by))).toEqual(new Set([1, 2]));
    const rows = await database.prisma.work.findMany();
    expect(
      rows.map(({ requestedGeneration, observedGeneration }) => [requestedGeneration, observedGeneration]),
    ).toEqual(rows.map(() => [3n, 3n]));
  });
});
