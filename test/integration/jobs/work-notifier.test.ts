import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { openQueueConnection, type QueueConnection } from "#app/jobs/queue-backend.server.ts";
import { createWorkNotifier, type WorkNotifier } from "#app/jobs/work-notifier.server.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

let database: TestDatabase;
let queue: QueueConnection;
let notifier: WorkNotifier;

async function open(): Promise<void> {
  database = await createTestDatabase();
  const fail = (error: Error) => {
    throw error;
  };
  queue = await openQueueConnection({ ROLE: "web" }, database.url, fail);
  notifier = createWorkNotifier(queue, { onError: fail, clock: { now: () => new Date() } });
}
afterEach(async () => {
  await notifier.close();
  await queue.close();
  await database.drop();
});

type Job = { readonly queue: string; readonly workId: string; readonly priority: number };
const listJobs = () =>
  database.prisma.$queryRaw<Job[]>`
    select queue, data ->> 'workId' as "workId", priority from bullmq.job order by 2`;

describe("the work notifier", () => {
  it.each([1, 15, 16, 300])(
    "notifies once of each of %i rows, of reports after the others",
    async (count) => {
      await open();
      const rows = Array.from({ length: count }, (_, index) => ({
        ...{ id: randomUUID(), lane: "orders", isReport: index % 3 === 2 },
      }));
      await notifier.notify(rows);
      const expected = rows.map(({ id, isReport }) => [id, isReport ? 1 : 0] as const);
      const jobs = await listJobs();
      expect(new Map(jobs.map(({ workId, priority }) => [workId, priority]))).toEqual(new Map(expected));
      expect(jobs).toHaveLength(count);
      expect(await notifier.countPendingNotifications("orders")).toBe(count);
    },
  );

  it("notifies once of a row that is requested again and again in a burst, each lane for itself", async () => {
    await open();
    const [order, stock] = [randomUUID(), randomUUID()];
    const notified = Array.from({ length: 40 }, () =>
      notifier.notify([
        { id: order, lane: "orders" },
        { id: stock, lane: "stock" },
      ]),
    );
    await Promise.all(notified);
    const jobs = await listJobs();
    expect(new Set(jobs.map((job) => `${job.queue} ${job.workId}`))).toEqual(
      new Set([`work-orders ${order}`, `work-stock ${stock}`]),
    );
    expect(jobs).toHaveLength(2);
  });

  it("notifies of a burst all the same when the queue's tables are gone", async () => {
    await open();
    await notifier.notify([{ id: randomUUID(), lane: "bulk" }]);
    await database.prisma.$executeRaw`drop schema bullmq cascade`;
    await notifier.notify(Array.from({ length: 20 }, () => ({ id: randomUUID(), lane: "bulk" })));
    expect(await listJobs()).toHaveLength(20);
  });
});
