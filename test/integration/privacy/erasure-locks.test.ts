import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eraseShop } from "#app/domain/privacy/erase-shop.server.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { createShopHarness, type ShopHarness } from "#test/support/shop-harness.ts";
import { waitFor } from "#test/support/wait-for.ts";

let database: TestDatabase;
let harness: ShopHarness;

beforeAll(async () => {
  database = await createTestDatabase();
  harness = createShopHarness({ db: database.prisma, serviceBaseUrl: "http://localhost:1" });
});
afterAll(() => database.drop());

async function isBlocked(): Promise<boolean> {
  const [row] = await harness.db.$queryRaw<{ count: number }[]>`
    select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (row?.count ?? 0) > 0;
}

describe("the erasure of a shop", () => {
  it("waits for a run under way before it takes what the run is about to write", async () => {
    const { id: shopId } = await harness.createShop();
    const everyMs = 600_000;
    await harness.db.schedule.create({
      data: { shopId, kind: "stock", mode: "live", everyMs, nextRunAt: new Date() },
    });
    await requestReconcile(harness.db, [
      { shopId, kind: "sweep.run", subject: { sweep: "stock", mode: "live" } },
    ]);
    const ctx = await harness.contextOf(shopId);
    const { erasing, written } = await harness.db.$transaction(async (tx) => {
      await tx.$executeRaw`select 1 from work where shop_id = ${shopId}::uuid for update`;
      const begun = Promise.allSettled([eraseShop(ctx)]);
      await waitFor(isBlocked, { what: "the erasure to wait", everyMs: 20 });
      const { count } = await tx.schedule.updateMany({ where: { shopId }, data: { everyMs: 1 } });
      return { erasing: begun, written: count };
    });
    expect(written).toBe(1);
    expect(await erasing).toMatchObject([{ status: "fulfilled", value: { schedule: 1 } }]);
    expect(await harness.db.work.count({ where: { shopId } })).toBe(0);
  });
});
