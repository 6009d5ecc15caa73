import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMerchant, waitForOrder } from "#test/demo/merchant.ts";
import { setUpShop } from "#test/demo/set-up-shop.ts";
import { getVariant } from "#test/demo/shop-products.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { LeftAtStart } from "#test/support/app-process.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { startWorld, type World } from "#test/support/world.ts";

let database: TestDatabase;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  const env = { NODE_ENV: "test", WORK_LEASE_MS: "2000", SWEEP_INTERVAL_SCALE: "0.005" };
  world = await startWorld({ databaseUrl: database.url, env });
});
afterAll(async () => {
  await world?.close();
  await database?.drop();
});

/** It may be killed before it has said that it is ready. */
async function howItLeft(failpoint: string): Promise<NodeJS.Signals | null> {
  try {
    await world.restartApp({ FAILPOINTS: failpoint });
  } catch (error) {
    if (error instanceof LeftAtStart) return error.signal;
    throw error;
  }
  return (await world.app.left).signal;
}

describe("a process killed in the middle of its sweeps", () => {
  it("leaves nothing that the next one does not take up, with every webhook lost", async () => {
    const merchant = createMerchant(world, DEMO_SHOP);
    await setUpShop(merchant, { key: DEMO_LIVE_KEY, productIds: ["prd_cooker"] });
    const lines = [{ variantId: getVariant(world, DEMO_SHOP, "Pressure Cooker Gasket Set"), quantity: 1 }];
    world.shopify.control.faults({ webhooks: [{ kind: "lost", times: 100_000 }] });
    await world.supplier.control.armFault({ kind: "webhook_lost", times: 100_000 });
    await world.app.stop();
    const orders = [1, 2, 3].map((digit) =>
      world.shopify.control.placeOrder({
        ...{ shop: DEMO_SHOP, shipping: 200, payment: "cod", lines },
        customer: { firstName: "Ayesha", lastName: "Example", phone: `+92300123451${digit}` },
      }),
    );
    for (const failpoint of ["R1:kill:2", "R2:kill:4"]) {
      expect(await howItLeft(failpoint)).toBe("SIGKILL");
    }
    await world.restartApp();
    for (const { name } of orders) await waitForOrder(merchant, name, ["placed"]);
    const audit = await world.supplier.control.audit();
    expect(Object.values(audit.postsPerExternalOrderId)).toHaveLength(3);
    for (const { id } of audit.orders) await world.supplier.control.moveParcel({ id, status: "DELIVERED" });
    for (const { name } of orders) await waitForOrder(merchant, name, ["delivered"]);
    const shown = world.shopify.control.state().orders;
    expect(shown.map(({ financialStatus }) => financialStatus)).toEqual(["PAID", "PAID", "PAID"]);
    expect(shown.map(({ fulfillments }) => fulfillments.length)).toEqual([1, 1, 1]);
  }, 120_000);
});
