import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { lastWallet, outdateWallet, readWallet } from "#app/domain/context/read-wallet.server.ts";
import { recordWalletTooLow } from "#app/domain/orders/placement/waiting/watch-wallet.server.ts";
import { findWallet } from "#app/domain/wallet/find-wallet.server.ts";
import { getFunds } from "#app/domain/wallet/funds/get-funds.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { connectInput, testKey } from "#test/integration/connection/connect-input.ts";
import { type SupplierStandin, startSupplierStandin } from "#test/standins/supplier/server.ts";
import { asId } from "#test/support/as-id.ts";
import { connectSupplier } from "#test/support/connect-supplier.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { createShopHarness, type ShopHarness } from "#test/support/shop-harness.ts";

let database: TestDatabase;
let standin: SupplierStandin;
let harness: ShopHarness;
let shopId: ShopId;

beforeAll(async () => {
  database = await createTestDatabase();
  standin = await startSupplierStandin({ tickEveryMs: 0, hosts: { "karwan.example": "http://127.0.0.1:9" } });
  harness = createShopHarness({ db: database.prisma, serviceBaseUrl: standin.baseUrl });
});
beforeEach(async () => {
  await standin.control.reset();
  await database.prisma.shop.deleteMany();
  await database.prisma.walletReading.deleteMany();
  shopId = (await harness.createShop()).id;
  await connectSupplier(await context(), connectInput());
});
afterEach(() => standin.control.clearFaults());
afterAll(async () => {
  await standin.close();
  await database.drop();
});

const context = () => harness.contextOf(shopId);
const look = async () => findWallet(await context());
const later = (seconds: number) => {
  harness.time.now = new Date(harness.time.now.getTime() + seconds * 1000);
};
const requestCount = async () => (await standin.control.requests({ path: "/wallet" })).length;

async function place() {
  const { connection, supplier } = await context();
  if (connection === null || supplier === null) throw new Error("Not connected");
  return { connection, supplier };
}

describe("the wallet on a page", () => {
  it("is asked of the service at most every 15 seconds, however many look at once", async () => {
    const before = await requestCount();
    const [first] = await Promise.all(Array.from({ length: 12 }, look));
    expect(first).toMatchObject({
      reading: {
        ...{ availablePkr: 50_000, pendingPkr: 0, pendingOrders: 0, heldPkr: 2000, heldDepositPkr: 2000 },
        ...{ heldReservePkr: 0, depositRequiredPkr: 2000, withdrawalsPendingPkr: 0 },
        readAt: harness.time.now,
      },
      failure: null,
    });
    await standin.control.topUp({ amount: 700 });
    later(14);
    expect(await look()).toEqual(first);
    expect(await requestCount()).toBe(before + 1);
    later(1);
    expect(await look()).toMatchObject({ reading: { availablePkr: 50_700, readAt: harness.time.now } });
    expect(await requestCount()).toBe(before + 2);
  });

  it("is one reading for every shop of the account, and another in test mode", async () => {
    await look();
    const before = await requestCount();
    const { accountId } = (await place()).connection;
    await connectSupplier(await context(), connectInput({ ...testKey, by: "Ali" }));
    const ofLive = await lastWallet(await context(), { accountId, mode: "live" });
    expect(ofLive.reading).toMatchObject({ availablePkr: 50_000 });
    const ofOther = await lastWallet(await context(), { accountId: asId("rsl_other"), mode: "live" });
    expect(ofOther).toEqual({ reading: null, failure: null });
    const { supplierIn } = await context();
    const client = supplierIn("test");
    const test = await harness.db.supplierConnection.findFirstOrThrow({ where: { shopId, mode: "test" } });
    await findWallet({ ...(await context()), connection: test, supplier: client });
    expect(await requestCount()).toBeGreaterThan(before);
    expect(await harness.db.walletReading.count()).toBe(2);
  });

  it("is kept from a key that is refused, and that refusal from other shops of the account", async () => {
    const secret = "a-secret-of-another-shop";
    const { accountId } = (await place()).connection;
    await standin.control.addKey({
      ...{ id: "lk_beside", secret, mode: "live", accountId, integrationId: "int_beside" },
    });
    const beside = (await harness.createShop()).id;
    const key = { keyId: "lk_beside", secret };
    const connected = await connectSupplier(await harness.contextOf(beside), connectInput(key));
    expect(connected).toMatchObject({ kind: "connected" });
    const lookBeside = async () => findWallet(await harness.contextOf(beside));
    const first = await look();
    await standin.control.revokeKey({ keyId: (await place()).connection.keyId });
    later(20);
    expect(await look()).toEqual({ ...first, failure: "invalid_key" });
    expect((await context()).connection).toMatchObject({ health: "invalid_key" });
    await standin.control.topUp({ amount: 700 });
    later(1);
    expect(await lookBeside()).toMatchObject({ reading: { availablePkr: 50_700 }, failure: null });
    const before = await requestCount();
    later(20);
    expect(await look()).toEqual({ reading: null, failure: "invalid_key" });
    expect(await requestCount()).toBe(before);
    expect(await lookBeside()).toMatchObject({ reading: { availablePkr: 50_700 }, failure: null });
    expect(await requestCount()).toBe(before + 1);
  });

  it("says why it could not be read, beside the last reading, and does not ask again meanwhile", async () => {
    await look();
    const { now } = harness.time;
    later(20);
    await standin.control.armFault({ kind: "cut", when: "before", path: "/wallet", times: 9 });
    expect(await look()).toMatchObject({
      reading: { availablePkr: 50_000, readAt: now },
      failure: "unreachable",
    });
    const failed = await requestCount();
    expect(await look()).toMatchObject({ reading: { readAt: now }, failure: "unreachable" });
    expect(await requestCount()).toBe(failed);
    // What waits for funds is not measured by a figure of before.
    expect(await getFunds(await context(), "7")).toMatchObject({ availablePkr: null, missingPkr: null });
    await standin.control.clearFaults();
    later(15);
    expect(await look()).toMatchObject({ reading: { readAt: harness.time.now }, failure: null });
  });

  it("is being read while another process asks", async () => {
    const { accountId } = (await place()).connection;
    await look();
    const { now } = harness.time;
    later(20);
    await harness.db.walletReading.updateMany({ data: { askedAt: harness.time.now } });
    const before = await requestCount();
    expect(await look()).toMatchObject({ reading: { readAt: now }, failure: "being_read" });
    expect(await requestCount()).toBe(before);
    // The other process died: somebody else asks.
    later(15);
    expect(await look()).toMatchObject({ reading: { readAt: harness.time.now }, failure: null });
    expect(await lastWallet(await context(), { accountId, mode: "live" })).toMatchObject({ failure: null });
  });

  it("is read anew once we spent from it", async () => {
    await look();
    const { connection } = await place();
    await standin.control.withdraw({ amount: 300 });
    await outdateWallet(await context(), connection);
    expect(await look()).toMatchObject({ reading: { availablePkr: 49_700 }, failure: null });
  });

  it("keeps the later of two answers that cross", async () => {
    const { connection, supplier } = await place();
    const early = await supplier.getWallet();
    await standin.control.topUp({ amount: 700 });
    const answer = Promise.withResolvers<typeof early>();
    const slow = readWallet(await context(), connection, { getWallet: () => answer.promise });
    later(1);
    await readWallet(await context(), connection, supplier);
    answer.resolve(early);
    await slow;
    expect(await look()).toMatchObject({ reading: { availablePkr: 50_700 }, failure: null });
  });

  it("of a shop without a supplier is nobody's", async () => {
    const other = await harness.contextOf((await harness.createShop()).id);
    expect(await findWallet(other)).toEqual({ reading: null, failure: "not_connected" });
  });
});

describe("a watch of the wallet", () => {
  it("reads it now, however young a page's reading is, and pages show what it read", async () => {
    await look();
    await standin.control.topUp({ amount: 700 });
    later(1);
    await recordWalletTooLow(await context(), "live");
    expect(await look()).toMatchObject({
      reading: { availablePkr: 50_700, readAt: harness.time.now },
      failure: null,
    });
  });
});
