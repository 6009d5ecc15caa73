import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createApp } from "#app/app.server.ts";
import { deliveryPlace } from "#app/domain/deliveries/delivery-place.ts";
import { receiveDelivery } from "#app/intake/receive-delivery.server.ts";
import { createCrypto } from "#app/platform/crypto/crypto.ts";
import { parseEncryptionKeys } from "#app/platform/crypto/encryption-keys.ts";
import { runResealPass } from "#app/platform/crypto/reseal.server.ts";
import { countSealedRows, registerSealingKeys } from "#app/platform/crypto/sealing-keys.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { readEnv } from "#app/platform/process/env.server.ts";
import { insertConnection } from "#test/support/deliveries.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

const [k1, k2] = [1, 2].map((n) => `k${n}:${Buffer.alloc(32, n).toString("base64")}`) as [string, string];
const ringOf = (...keys: readonly string[]) => parseEncryptionKeys(keys.join(",")) ?? [];
const [old, both, fresh] = [ringOf(k1), ringOf(k2, k1), ringOf(k2)];
const [oldCrypto, bothCrypto, freshCrypto] = [old, both, fresh].map((ring) => createCrypto(ring)) as [
  ReturnType<typeof createCrypto>,
  ReturnType<typeof createCrypto>,
  ReturnType<typeof createCrypto>,
];

let database: TestDatabase;
let shopId: ShopId;
const reported: object[] = [];
const reportError = (_error: unknown, entry: object) => {
  reported.push(entry);
  return "";
};

beforeEach(async () => {
  database = await createTestDatabase();
  shopId = (await database.prisma.shop.create({ data: { domain: "karwan-demo.myshopify.com" } })).id;
  reported.length = 0;
  await registerSealingKeys(database.pool, old);
});
afterEach(() => database.drop());

const place = (key: string) => deliveryPlace({ source: "shopify", key });

/** As an intake stores it. */
async function receive(key: string, crypto = oldCrypto): Promise<void> {
  await receiveDelivery(database.pool, crypto, {
    ...{ shop: { id: shopId }, source: "shopify", key, topic: "orders/updated", subject: null },
    ...{ rawBody: Buffer.from(`body of ${key}`), mark: { kind: "ignored", reason: "test" } },
  });
}

const bodyOf = async (key: string) =>
  Buffer.from((await database.prisma.delivery.findFirstOrThrow({ where: { key } })).bodyEnc);

/** One pass as a process runs it whose newest key is k2; nobody has sealed under k1 for as long as it takes. */
const pass = (options: Parameters<typeof runResealPass>[1] = {}) =>
  runResealPass({ pool: database.pool, crypto: bothCrypto, reportError }, { unusedForMs: 0, ...options });

describe("a pass over the sealed values", () => {
  it("seals anew what an older key sealed, and then starts without that key", async () => {
    await insertConnection(database.prisma, oldCrypto, shopId);
    for (const key of ["a", "b", "c"]) await receive(key);
    await registerSealingKeys(database.pool, both);
    await receive("d", bothCrypto);
    await expect(registerSealingKeys(database.pool, fresh)).rejects.toMatchObject({
      code: "sealing_key_missing",
    });

    expect(await pass({ batch: 2 })).toEqual({ resealed: 6, left: new Map([["k2", 7]]) });
    expect(await countSealedRows(database.pool, both)).toEqual([
      { key: "k2", rows: 7 },
      { key: "k1", rows: 0 },
    ]);
    await registerSealingKeys(database.pool, fresh);
    for (const key of ["a", "b", "c", "d"])
      expect(freshCrypto.openText(await bodyOf(key), place(key))).toBe(`body of ${key}`);
    expect(reported).toEqual([]);
  });

  it("never writes over a value that became another one meanwhile", async () => {
    await receive("a");
    await registerSealingKeys(database.pool, both);
    const newer = Buffer.from(bothCrypto.seal("a newer body", place("a")));
    // Whoever writes it comes between the reading of the value and its replacement.
    const overtaken = {
      query: async (text: string, values?: unknown[]) => {
        if (text.startsWith(`update "delivery"`))
          await database.pool.query("update delivery set body_enc = $1 where key = 'a'", [newer]);
        return database.pool.query(text, values);
      },
    } as typeof database.pool;
    const harness = { pool: overtaken, crypto: bothCrypto, reportError };
    expect(await runResealPass(harness, { unusedForMs: 0 })).toEqual({
      resealed: 0,
      left: new Map([["k1", 1]]),
    });
    expect(await bodyOf("a")).toEqual(newer);
    expect(await pass()).toEqual({ resealed: 0, left: new Map([["k2", 1]]) });
  });

  it("leaves erased values erased", async () => {
    await receive("a");
    await database.pool.query("update delivery set body_enc = ''");
    await registerSealingKeys(database.pool, both);
    expect(await pass()).toEqual({ resealed: 0, left: new Map() });
    expect(await bodyOf("a")).toEqual(Buffer.alloc(0));
  });

  it("is taken by one process at a time, and by another once its process died", async () => {
    for (const key of ["a", "b", "c"]) await receive(key);
    await registerSealingKeys(database.pool, both);
    const died = new Error("the process died");
    const dying = {
      query: (text: string, values?: unknown[]) =>
        text.startsWith("with mine") ? Promise.reject(died) : database.pool.query(text, values),
    } as typeof database.pool;
    const harness = { pool: dying, crypto: bothCrypto, reportError };
    await expect(runResealPass(harness, { unusedForMs: 0 })).rejects.toBe(died);
    expect(await pass()).toBeNull();
    await database.pool.query("update sealing_key set lease_until = clock_timestamp()");
    const passes = await Promise.all([pass(), pass(), pass()]);
    expect(passes.filter((each) => each !== null)).toEqual([{ resealed: 0, left: new Map([["k2", 3]]) }]);
  });

  it("ends when its process is asked to leave, and leaves the rest to the next", async () => {
    for (const key of ["a", "b", "c"]) await receive(key);
    await registerSealingKeys(database.pool, both);
    expect(await pass({ signal: AbortSignal.abort() })).toBeNull();
    expect(await pass()).toMatchObject({ resealed: 3 });
  });

  it("keeps an older key while a process may still seal under it", async () => {
    await receive("a");
    await registerSealingKeys(database.pool, both);
    expect(await pass({ unusedForMs: 60_000 })).toMatchObject({ resealed: 1 });
    await expect(registerSealingKeys(database.pool, fresh)).rejects.toThrow("k1");
    expect(await countSealedRows(database.pool, both)).toContainEqual({ key: "k1", rows: 1 });
    await receive("late");
    expect(await pass()).toEqual({ resealed: 1, left: new Map([["k2", 2]]) });
    await registerSealingKeys(database.pool, fresh);
  });

  it("does not seal back what a process with a later key has sealed", async () => {
    await receive("a");
    await registerSealingKeys(database.pool, both);
    await pass({ unusedForMs: 60_000 });
    const older = { pool: database.pool, crypto: createCrypto(ringOf(k1, k2)), reportError };
    expect(await runResealPass(older, { unusedForMs: 60_000 })).toBeNull();
    expect(freshCrypto.openText(await bodyOf("a"), place("a"))).toBe("body of a");
  });

  it("tells of a value that does not open, and keeps its key", async () => {
    await receive("a");
    await receive("b");
    await database.pool.query("update delivery set key = 'moved' where key = 'a'");
    await registerSealingKeys(database.pool, both);
    expect(await pass()).toEqual({
      resealed: 1,
      left: new Map([
        ["k2", 1],
        ["k1", 1],
      ]),
    });
    expect(reported).toEqual([{ event: "reseal_unreadable", subject: "delivery.body_enc" }]);
    await expect(registerSealingKeys(database.pool, fresh)).rejects.toThrow("k1");
  });

  it("comes daily where values name one key only, and finds a key that nobody noted", async () => {
    expect(await runResealPass({ pool: database.pool, crypto: oldCrypto, reportError })).not.toBeNull();
    expect(await runResealPass({ pool: database.pool, crypto: oldCrypto, reportError })).toBeNull();
    await receive("a", freshCrypto);
    await database.pool.query("update sealing_key set counted_at = now() - interval '25 hours'");
    const found = await runResealPass({ pool: database.pool, crypto: oldCrypto, reportError });
    expect(found?.left).toEqual(new Map([["k2", 1]]));
    await expect(registerSealingKeys(database.pool, old)).rejects.toThrow("k2");
  });
});

describe("the start of a process", () => {
  const start = (keys: string) =>
    createApp(readEnv({ NODE_ENV: "test", LOG_LEVEL: "silent", ENCRYPTION_KEYS: keys }), { database });

  it("is refused while values name a key that is not in the ring, and says which", async () => {
    await expect(start(k2)).rejects.toMatchObject({
      code: "sealing_key_missing",
      message: expect.stringContaining("ENCRYPTION_KEYS lacks k1"),
    });
    const { rows } = await database.pool.query("select id from sealing_key");
    expect(rows).toEqual([{ id: "k1" }]);
  });

  it("searches by the same hashes before, while and after the sealing key is replaced", async () => {
    const hashes: string[] = [];
    for (const keys of [k1, `${k2},${k1}`, k2]) {
      const app = await start(keys);
      hashes.push(app.crypto.hash("+923000000001", "phone"));
      await runResealPass(app, { unusedForMs: 0 });
      await app.close();
    }
    expect(new Set(hashes).size).toBe(1);
    expect(hashes[0]).not.toBe(createCrypto(old, Buffer.alloc(32, 1)).hash("+923000000001", "phone"));
  });

  it("keeps one hash key where several begin together", async () => {
    const apps = await Promise.all([start(k1), start(k1), start(k1)]);
    expect(new Set(apps.map(({ crypto }) => crypto.hash("x", "y"))).size).toBe(1);
    for (const app of apps) await app.close();
  });
});
