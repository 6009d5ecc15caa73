import { Prisma } from "@prisma/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ShopId } from "#app/platform/ids.ts";
import type { Lease } from "#app/platform/queue/lease.server.ts";
import { claimWork, requestReconcile } from "#app/platform/queue/work.server.ts";
import { orderWork } from "#test/support/order-work.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

let database: TestDatabase;
let shopId: ShopId;
let lease: Lease;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.prisma.shop.deleteMany();
  shopId = (await database.prisma.shop.create({ data: { domain: "one.myshopify.com" } })).id;
  const [row] = await requestReconcile(database.prisma, [orderWork(shopId, "order-1")]);
  // Due times are kept to the millisecond, so "now" may lie half of one ahead.
  await database.pool.query("select pg_sleep(0.002)");
  const claim = await claimWork(database.prisma, row?.id ?? "", 30_000);
  if (!claim) throw new Error("the row was not free");
  lease = claim.lease;
});

const takeOver = () => database.pool.query("update work set lease_token = gen_random_uuid()");
const nameOfShop = async () => (await database.prisma.shop.findUniqueOrThrow({ where: { id: shopId } })).name;
const leasedUntil = async () => (await database.prisma.work.findFirstOrThrow()).leaseUntil?.getTime() ?? 0;
const rename = (tx: Prisma.TransactionClient) =>
  tx.shop.update({ where: { id: shopId }, data: { name: "written" } });
/** Whether another connection finds the row of work unlocked. */
const isRowFree = async () =>
  (await database.pool.query("select from work for update skip locked")).rowCount === 1;
const isLost = { code: "lease_lost", retryable: true };

describe.each(["first", "last"] as const)("a transaction that renews the lease %s", (renews) => {
  it("commits what it wrote, and the renewal", async () => {
    const before = await leasedUntil();
    expect(await lease.transaction(rename, { renews })).toMatchObject({ name: "written" });
    expect(await nameOfShop()).toBe("written");
    expect(await leasedUntil()).toBeGreaterThan(before);
  });

  it("writes nothing once the lease is lost", async () => {
    await takeOver();
    await expect(lease.transaction(rename, { renews })).rejects.toMatchObject(isLost);
    expect(await nameOfShop()).toBe("");
  });

  it("takes the renewal back where it fails", async () => {
    const before = await leasedUntil();
    const failing = lease.transaction(
      async (tx) => {
        await rename(tx);
        throw new Error("failed");
      },
      { renews },
    );
    await expect(failing).rejects.toThrow("failed");
    expect([await nameOfShop(), await leasedUntil()]).toEqual(["", before]);
  });

  it("locks the row of work in its turn", async () => {
    expect(await lease.transaction(isRowFree, { renews })).toBe(renews === "last");
  });
});

it("does not begin to write where the lease was lost before a transaction that renews it first", async () => {
  await takeOver();
  let hasBegun = false;
  const late = lease.transaction(async () => {
    hasBegun = true;
  });
  await expect(late).rejects.toMatchObject(isLost);
  expect(hasBegun).toBe(false);
});

it("takes back what was written where the lease is lost before a transaction that renews it last ends", async () => {
  const late = lease.transaction(
    async (tx) => {
      await rename(tx);
      await takeOver();
    },
    { renews: "last" },
  );
  await expect(late).rejects.toMatchObject(isLost);
  expect(await nameOfShop()).toBe("");
});

describe("a single statement", () => {
  const statement = () => ({
    parts: {
      renamed: Prisma.sql`update shop set name = 'written' from held where id = ${shopId}::uuid returning name`,
    },
    result: Prisma.sql`select renamed.name, held.work_id as "workId" from held, renamed`,
  });

  it("writes its parts, returns its row, and renews the lease", async () => {
    const before = await leasedUntil();
    const row = await lease.statement<{ name: string; workId: string }>(statement());
    expect(row).toEqual({ name: "written", workId: lease.workId });
    expect(await nameOfShop()).toBe("written");
    expect(await leasedUntil()).toBeGreaterThan(before);
  });

  it.each([
    ["lost", "update work set lease_token = gen_random_uuid()"],
    ["run out", "update work set lease_until = clock_timestamp()"],
  ])("writes nothing once the lease is %s", async (_, ending) => {
    await database.pool.query(ending);
    await expect(lease.statement(statement())).rejects.toMatchObject(isLost);
    expect(await nameOfShop()).toBe("");
  });

  it("is a part of the transaction it is given", async () => {
    const before = await leasedUntil();
    const undone = database.prisma.$transaction(async (tx) => {
      await lease.statement({ ...statement(), tx });
      throw new Error("failed");
    });
    await expect(undone).rejects.toThrow("failed");
    expect([await nameOfShop(), await leasedUntil()]).toEqual(["", before]);
  });
});
