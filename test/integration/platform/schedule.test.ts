import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ScheduleSpec } from "#app/domain/sweeps/schedule-spec.ts";
import { ensureSchedules, queueDueSchedules } from "#app/jobs/schedule.server.ts";
import { createCrypto } from "#app/platform/crypto/crypto.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { readEnv } from "#app/platform/process/env.server.ts";
import { asId } from "#test/support/as-id.ts";
import { insertConnection } from "#test/support/deliveries.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

const specs: readonly ScheduleSpec[] = [
  { kind: "orphans", per: "shop", everyMs: 600_000, shopStates: ["installed"] },
  { kind: "shop_life", per: "shop", everyMs: 86_400_000, shopStates: ["installed", "unavailable"] },
  { kind: "catalog", per: "connection", everyMs: 600_000, shopStates: ["installed"] },
];

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.prisma.shop.deleteMany());
afterAll(() => database.drop());

const db = () => database.prisma;
const ensure = () => ensureSchedules(db(), specs, 1);
const queue = () => queueDueSchedules(db(), specs, 1);
const makeDue = () =>
  db().schedule.updateMany({ data: { nextRunAt: new Date(Date.now() - 1000), queuedAt: null } });
const queued = async () =>
  (await db().work.findMany({ orderBy: { subject: "asc" } })).map(({ kind, subject, lane }) => [
    ...[kind, subject, lane],
  ]);

async function createShops(count: number, overrides = {}) {
  const names = Array.from({ length: count }, (_, index) => `shop-${index}.myshopify.com`);
  await db().shop.createMany({
    data: names.map((domain) => ({ domain, setUpAt: new Date(), ...overrides })),
  });
  return db().shop.findMany();
}

describe("the schedule", () => {
  it("gives each shop that is set up and each connection its rows, once", async () => {
    const [shop] = await createShops(1);
    await db().shop.create({ data: { domain: "new.myshopify.com" } });
    const crypto = createCrypto(readEnv({}).ENCRYPTION_KEYS);
    await insertConnection(db(), crypto, shop?.id ?? asId<ShopId>(""));
    await ensure();
    await ensure();
    const rows = await db().schedule.findMany({ orderBy: { kind: "asc" } });
    expect(rows.map(({ kind, mode }) => [kind, mode])).toEqual([
      ["catalog", "live"],
      ["orphans", ""],
      ["shop_life", ""],
    ]);
  });

  it("spreads the first runs of a thousand shops over half the interval", async () => {
    await createShops(1000);
    await ensure();
    const rows = await db().schedule.findMany({ where: { kind: "orphans" } });
    const minutes = rows.map(({ nextRunAt }) => Math.floor((nextRunAt.getTime() - Date.now()) / 60_000));
    const perMinute = [...Map.groupBy(minutes, (minute) => minute).values()].map((each) => each.length);
    expect(rows).toHaveLength(1000);
    expect(Math.min(...minutes)).toBeGreaterThanOrEqual(4);
    expect(Math.max(...minutes)).toBeLessThan(10);
    expect(Math.max(...perMinute)).toBeLessThan(300);
  });

  it("turns what is due into work and moves it on by its interval", async () => {
    await createShops(1);
    await ensure();
    expect(await queue()).toEqual([]);
    await makeDue();
    expect(await queue()).toHaveLength(2);
    expect(await queued()).toEqual([
      ["sweep.run", "orphans", "sweeps"],
      ["sweep.run", "shop_life", "sweeps"],
    ]);
    const orphans = await db().schedule.findFirstOrThrow({ where: { kind: "orphans" } });
    expect(orphans.nextRunAt.getTime() - Date.now()).toBeGreaterThan(590_000);
    expect(orphans.queuedAt).not.toBeNull();
    expect(await queue()).toEqual([]);
  });

  it("gives each due row to one of two processes that ask at the same time, and none waits", async () => {
    await createShops(60);
    await ensure();
    await makeDue();
    const [first, second] = await db().$transaction(async (tx) => {
      const taken = await queueDueSchedules(tx, specs, 1);
      return [taken, await queue()];
    });
    expect([first.length, second.length]).toEqual([120, 0]);
    expect(await queue()).toEqual([]);
    const requested = await db().work.findMany({ select: { requestedGeneration: true } });
    expect(requested.every((row) => row.requestedGeneration === 1n)).toBe(true);
  });

  it("waits for no run that writes its schedule, which locks its row of work first", async () => {
    await createShops(1);
    await ensure();
    await makeDue();
    await queue();
    await makeDue();
    const { id } = await db().work.findFirstOrThrow({ where: { subject: "orphans" } });
    await db().$transaction(async (run) => {
      await run.$queryRaw`select from work where id = ${id}::uuid for update`;
      const queued = await queue();
      expect(queued).toHaveLength(1);
      expect(queued.map((row) => row.id)).not.toContain(id);
      await run.schedule.updateMany({ where: { kind: "orphans" }, data: { progress: {} } });
    });
    expect((await queue()).map((row) => row.id)).toEqual([id]);
  });

  it.each(["unavailable", "uninstalled"])("lets the time of a shop that is %s pass by", async (state) => {
    await createShops(1, { state });
    await ensure();
    await makeDue();
    await queue();
    expect(await queued()).toEqual(state === "unavailable" ? [["sweep.run", "shop_life", "sweeps"]] : []);
    const orphans = await db().schedule.findFirstOrThrow({ where: { kind: "orphans" } });
    expect(orphans.nextRunAt.getTime()).toBeGreaterThan(Date.now());
  });

  it("lets the time of a connection that was ended pass by", async () => {
    const [shop] = await createShops(1);
    const crypto = createCrypto(readEnv({}).ENCRYPTION_KEYS);
    await insertConnection(db(), crypto, shop?.id ?? asId<ShopId>(""));
    await ensure();
    await db().supplierConnection.updateMany({ data: { disconnectedAt: new Date() } });
    await makeDue();
    await queue();
    expect((await queued()).map(([, subject]) => subject)).not.toContain("catalog/live");
  });

  it("brings work back that was given up", async () => {
    const [shop] = await createShops(1);
    const shopId = shop?.id ?? asId<ShopId>("");
    await ensure();
    await db().work.create({
      data: {
        shopId,
        kind: "sweep.run",
        subject: "orphans",
        lane: "bulk",
        deadAt: new Date(),
        nextRunAt: null,
      },
    });
    await makeDue();
    await queue();
    const work = await db().work.findFirstOrThrow({ where: { subject: "orphans" } });
    expect(work.deadAt).toBeNull();
    expect(work.nextRunAt).not.toBeNull();
  });
});
