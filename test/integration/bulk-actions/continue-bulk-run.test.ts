import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { BulkSubject, BulkSubjects } from "#app/domain/bulk-actions/bulk-subject.ts";
import { continueBulkRun } from "#app/domain/bulk-actions/continue-bulk-run.server.ts";
import { findBulkRun } from "#app/domain/bulk-actions/find-bulk-run.server.ts";
import { findRunning } from "#app/domain/bulk-actions/find-running.server.ts";
import { startBulkRun } from "#app/domain/bulk-actions/start-bulk-run.server.ts";
import { stopBulkRun } from "#app/domain/bulk-actions/stop-bulk-run.server.ts";
import { bulkSubjects } from "#app/jobs/bulk-subjects.server.ts";
import type { BulkRunId, ListingId } from "#app/platform/ids.ts";
import { finishWork } from "#app/platform/queue/finish-work.server.ts";
import { claimWork } from "#app/platform/queue/work.server.ts";
import {
  type ListingHarness,
  startListingHarness,
} from "#test/integration/catalog/listings/listing-harness.ts";
import { asId } from "#test/support/as-id.ts";

let harness: ListingHarness;

beforeAll(async () => {
  harness = await startListingHarness();
});
afterEach(() => harness.forget());
afterAll(() => harness?.close());

/** A run over so many listings, which only the engine knows. */
async function start(listings: number): Promise<BulkRunId> {
  const { db, shopId } = harness;
  const created = await db.listing.createManyAndReturn({
    data: Array.from({ length: listings }, (_, at) => ({
      shopId,
      mode: "live" as const,
      supplierProductId: asId(`prd_${at}`),
    })),
  });
  const ctx = await harness.context();
  const fact = { code: "listings_pressed", params: { action: "resync", listings } } as const;
  const run = await db.$transaction((tx) =>
    startBulkRun(ctx, tx, { kind: "resync", by: "7", fact }, { listingIds: created.map(({ id }) => id) }),
  );
  return run.id;
}

const done = { kind: "done" } as const;

function subjectsWith(subject: Partial<BulkSubject>): BulkSubjects {
  const plain = { purpose: "page", width: 1, itemsPerTurn: 50, sealsReasons: false } as const;
  return { ...bulkSubjects, resync: { ...plain, doItem: async () => done, ...subject } };
}

/** One turn of a worker. */
async function takeTurn(bulkRunId: BulkRunId, subjects: BulkSubjects) {
  const { db, shopId, context } = harness;
  const { id } = await db.work.findUniqueOrThrow({
    where: { shopId_kind_subject: { shopId, kind: "bulkRun.continue", subject: bulkRunId } },
  });
  const claim = await claimWork(db, id, 15_000);
  if (claim === null) throw new Error("The run's work cannot be claimed");
  const result = await continueBulkRun({ db, contextFor: context }, claim, { bulkRunId }, subjects);
  await finishWork(db, claim, result);
  return result;
}

async function pageOf(runId: BulkRunId) {
  return findBulkRun(await harness.context(), ["resync"], { runId, after: -1, onlyRefused: false });
}

describe("a run of a bulk action", () => {
  it("gives other work a turn, begins once, and is over when every item is settled", async () => {
    const runId = await start(3);
    let begun = 0;
    const subjects = subjectsWith({
      itemsPerTurn: 2,
      begin: async () => {
        begun += 1;
      },
    });
    expect(await takeTurn(runId, subjects)).toEqual({ kind: "requeue", afterMs: 0 });
    const running = await findRunning(await harness.context(), ["resync"]);
    expect(running).toEqual({ id: runId, kind: "resync", total: 3, settled: 2 });
    expect(await takeTurn(runId, subjects)).toEqual(done);
    expect(begun).toBe(1);
    expect(await pageOf(runId)).toMatchObject({
      run: { state: "done", finishedAt: expect.any(Date) },
      counts: { total: 3, done: 3, refused: 0 },
    });
    expect(await findRunning(await harness.context(), ["resync"])).toBeNull();
  });

  it("ends after the item it is at when it is stopped meanwhile", async () => {
    const runId = await start(2);
    const subjects = subjectsWith({
      doItem: async ({ ctx }) => {
        const stopped = { runId, kinds: ["resync"], isOver: "now", also: async () => undefined } as const;
        expect(await stopBulkRun(ctx, stopped)).toBe(true);
        return done;
      },
    });
    expect(await takeTurn(runId, subjects)).toEqual(done);
    expect(await pageOf(runId)).toMatchObject({ run: { state: "stopped" }, counts: { total: 2, done: 1 } });
  });

  it("keeps what was written for an item only together with its result", async () => {
    const runId = await start(2);
    const subjects = subjectsWith({
      doItem: async (_, { listingId, position }) => ({
        kind: "write",
        write: async (tx) => {
          await tx.listing.updateMany({
            where: { id: listingId ?? asId<ListingId>("") },
            data: { title: "Written" },
          });
          if (position === 0) throw new Error("its own trouble");
          return done;
        },
      }),
      refusalOf: () => "It was left as it was.",
    });
    await takeTurn(runId, subjects);
    const rows = (await pageOf(runId))?.rows;
    expect(rows).toMatchObject([
      { state: "refused", reason: "It was left as it was." },
      { state: "done", reason: null },
    ]);
    const titles = await harness.db.listing.findMany({ orderBy: { supplierProductId: "asc" } });
    expect(titles.map(({ title }) => title)).toEqual(["", "Written"]);
  });

  it("stands where it stood when a failure is no item's own", async () => {
    const runId = await start(2);
    const subjects = subjectsWith({
      doItem: async (_, { position }) => {
        if (position === 1) throw new Error("everybody's trouble");
        return done;
      },
    });
    await expect(takeTurn(runId, subjects)).rejects.toThrow("everybody's trouble");
    expect(await pageOf(runId)).toMatchObject({ run: { state: "running" }, counts: { done: 1 } });
  });

  it("keeps a reason sealed where the subject says so, and shows it all the same", async () => {
    const runId = await start(1);
    const reason = "The supplier says: not to Zqcanary.";
    const doItem = async () => ({ kind: "refused", reason }) as const;
    await takeTurn(runId, subjectsWith({ doItem, sealsReasons: true }));
    expect(await harness.db.bulkItem.findMany()).toMatchObject([{ state: "refused", reason: null }]);
    expect((await pageOf(runId))?.rows).toMatchObject([{ reason }]);
  });

  it("is left to work of its own where its kind has no subject", async () => {
    const runId = await start(1);
    expect(await takeTurn(runId, { ...bulkSubjects, resync: null })).toEqual(done);
    expect(await pageOf(runId)).toMatchObject({ run: { state: "running" }, counts: { done: 0 } });
  });
});
