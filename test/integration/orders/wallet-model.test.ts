import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectionPlace } from "#app/domain/context/connection-place.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import {
  recordWalletTooLow,
  retryWhenFunded,
} from "#app/domain/orders/placement/waiting/watch-wallet.server.ts";
import type { AccountId, ShopId } from "#app/platform/ids.ts";
import { type ShopWork, toWorkRow } from "#app/platform/queue/work-kinds.ts";
import { SupplierError } from "#app/supplier/errors.ts";
import { asId } from "#test/support/as-id.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { createShopHarness, type ShopHarness } from "#test/support/shop-harness.ts";

let database: TestDatabase;
let harness: ShopHarness;

beforeAll(async () => {
  database = await createTestDatabase();
  harness = createShopHarness({ db: database.prisma, serviceBaseUrl: "http://localhost:1" });
});
afterAll(() => database.drop());

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("topUp" as const), amount: fc.integer({ min: 1, max: 900 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("spend" as const), amount: fc.integer({ min: 1, max: 900 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("order" as const),
      needs: fc.integer({ min: 1, max: 1500 }),
      /** Whether the quote told what it needs. */
      isToldNeed: fc.boolean(),
      /** What arrives between the service's refusal and our reading of the wallet. */
      arrives: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1500 })),
      reading: fc.constantFrom("answers" as const, "fails" as const, "dies" as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("look" as const), answers: fc.boolean() }) },
);

describe("orders that wait for the wallet", () => {
  it("are tried again once it holds what they need, whatever the order of looks, refusals, top-ups and spends", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const world = await startWorld();
        for (const each of steps) {
          if (each.kind === "topUp") world.available += each.amount;
          else if (each.kind === "spend") world.available = Math.max(0, world.available - each.amount);
          else if (each.kind === "look") await world.look(each.answers ? "answers" : "fails");
          else await world.order(each);
        }
        await world.look("answers");
        expect(world.swallowed()).toEqual([]);
        const before = world.tries;
        for (let look = 0; look < 6; look += 1) await world.look("answers");
        expect(world.tries - before).toBeLessThanOrEqual(3 * world.waiting());
      }),
      { numRuns: 40, seed: 14 },
    );
  });

  it("rest longer and longer where the service refuses what its own figures allow", async () => {
    const world = await startWorld();
    world.available = 1000;
    world.refusesAnyhow = true;
    await world.order({ needs: 100, isToldNeed: true, arrives: 0, reading: "answers" });
    for (let look = 0; look < 288; look += 1) await world.look("answers");
    expect(world.tries).toBeGreaterThan(3);
    expect(world.tries).toBeLessThan(16);
  });
});

type Waiting = { readonly gid: string; readonly handoffId: string; readonly needs: number; attempts: number };
type Refused = {
  readonly needs: number;
  readonly isToldNeed: boolean;
  readonly arrives: number;
  readonly reading: "answers" | "fails" | "dies";
};

/** A wallet at the service, as a number; what the service refuses is in our rows. */
async function startWorld() {
  const { id: shopId } = await harness.createShop();
  await addConnection(shopId);
  const real = await harness.contextOf(shopId);
  const orders = new Map<string, Waiting>();
  const world = {
    ...{ available: 100, tries: 0, refusesAnyhow: false, look, order, swallowed },
    waiting: () => orders.size,
  };
  let wallet: "answers" | "fails" = "answers";
  const client = {
    getWallet: async () => {
      if (wallet === "fails") throw outage();
      return { available: world.available, depositRequired: 2000, heldDeposit: 2000 };
    },
  };
  const woken: string[] = [];
  const ctx = {
    ...real,
    supplierIn: () => client as unknown as ReturnType<ShopContext["supplierIn"]>,
    wake: async (marks: readonly ShopWork[]) => {
      woken.push(...marks.map((mark) => toWorkRow(mark).subject));
    },
  };
  return world;

  async function look(answer: "answers" | "fails") {
    wallet = answer;
    harness.time.now = new Date(harness.time.now.getTime() + 5 * 60_000);
    await retryWhenFunded(ctx, "live");
    for (const gid of woken.splice(0)) await tryOrder(gid);
  }

  async function tryOrder(gid: string) {
    const waiting = orders.get(gid);
    if (!waiting) return;
    world.tries += 1;
    waiting.attempts += 1;
    if (world.available >= waiting.needs && !world.refusesAnyhow) {
      orders.delete(gid);
      await harness.db.order.updateMany({
        where: { shopId, orderGid: asId(gid) },
        data: { state: "placed" },
      });
      await harness.db.handoff.update({ where: { id: waiting.handoffId }, data: { state: "placed" } });
      world.available -= waiting.needs;
      return;
    }
    await addAttempt(shopId, waiting);
    await recordWalletTooLow(ctx, "live");
  }

  async function order({ needs, isToldNeed, arrives, reading }: Refused) {
    if (world.available >= needs && !world.refusesAnyhow) {
      world.available -= needs;
      return;
    }
    const waiting = await addOrder(shopId, { needs, isToldNeed });
    orders.set(waiting.gid, waiting);
    world.available += arrives;
    if (reading === "dies") return;
    wallet = reading;
    await recordWalletTooLow(ctx, "live");
  }

  function swallowed() {
    // One tried before others were served may find the money spent by them, so only what still fits is missed.
    return [...orders.values()].filter(({ needs }) => world.available >= needs);
  }
}

const outage = () =>
  new SupplierError("internal_error", "Not now", { kind: "unknown_outcome", retryable: true });

async function addConnection(shopId: ShopId): Promise<void> {
  const id = randomUUID();
  const none = Buffer.from("none");
  await harness.db.supplierConnection.create({
    data: {
      ...{ id, shopId, mode: "live", active: true, keyId: "lk_none", accountId: asId<AccountId>("none") },
      keySecretEnc: harness.crypto.seal("none", connectionPlace(id, "key_secret_enc")),
      ...{ webhookTokenHash: id, webhookTokenEnc: none, webhookSecretEnc: none },
    },
  });
}

type OrderNeed = { readonly needs: number; readonly isToldNeed: boolean };

async function addOrder(shopId: ShopId, { needs, isToldNeed }: OrderNeed): Promise<Waiting> {
  const ids = { order: randomUUID(), handoff: randomUUID() };
  const gid = `gid://shopify/Order/${ids.order}`;
  await harness.db.order.create({
    data: { ...{ id: asId(ids.order), shopId, orderGid: asId(gid), name: "#1" }, state: "held" },
  });
  await harness.db.handoff.create({
    data: {
      ...{
        id: asId(ids.handoff),
        shopId,
        orderId: asId(ids.order),
        mode: "live",
        sequence: 1,
        state: "refused",
      },
      ...{
        externalOrderId: asId(ids.handoff),
        paymentMode: "COD",
        collectsPkr: rupees(1),
        shippingPkr: rupees(1),
      },
      ...{ customerEnc: Buffer.from("x"), terms: isToldNeed ? { expected: { reserve: needs } } : {} },
    },
  });
  const waiting = { gid, handoffId: ids.handoff, needs, attempts: 1 };
  await addAttempt(shopId, waiting);
  return waiting;
}

async function addAttempt(shopId: ShopId, { handoffId, attempts }: Waiting): Promise<void> {
  const at = harness.time.now;
  await harness.db.handoffAttempt.create({
    data: {
      ...{
        shopId,
        handoffId: asId(handoffId),
        number: attempts,
        idempotencyKey: randomUUID(),
        bodyEnc: Buffer.from("x"),
      },
      ...{
        bodySha256: "",
        state: "refused",
        errorCode: "insufficient_balance",
        settledAt: at,
        createdAt: at,
      },
    },
  });
}
