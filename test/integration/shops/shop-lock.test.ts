import { afterAll, beforeAll, expect, it } from "vitest";
import { lockShop } from "#app/domain/context/connection-rows.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { createShopHarness, type ShopHarness } from "#test/support/shop-harness.ts";

let database: TestDatabase;
let harness: ShopHarness;

beforeAll(async () => {
  database = await createTestDatabase();
  harness = createShopHarness({ db: database.prisma, serviceBaseUrl: "http://localhost:1" });
});
afterAll(() => database.drop());

it("a shop that is locked lets its runs write rows of its own, and no second one lock it", async () => {
  const { id: shopId } = await harness.createShop();
  const beside = (write: Parameters<typeof harness.db.$transaction>[0]) =>
    harness.db.$transaction(async (tx) => {
      await tx.$executeRaw`set local lock_timeout = '300ms'`;
      await write(tx);
    });
  const fact = { thing: "shop", thingId: shopId, actor: "karwan", code: "auto_pay_stopped" } as const;
  await harness.db.$transaction(async (tx) => {
    await lockShop(tx, shopId);
    await beside((other) => recordFact(other, shopId, { ...fact, params: {}, at: new Date() }));
    await expect(beside((other) => lockShop(other, shopId))).rejects.toThrow(/lock timeout/);
  });
  expect(await harness.db.timelineEntry.count({ where: { shopId } })).toBe(1);
});
