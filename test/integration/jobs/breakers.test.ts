import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { getShop } from "#app/shopify/operations/shop/get-shop.ts";
import { breakerStates } from "#app/supplier/call-gate.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { asId } from "#test/support/as-id.ts";
import { type OrderHarness, startOrderHarness } from "#test/support/order-harness.ts";
import { waitFor } from "#test/support/wait-for.ts";

const ALWAYS = 1_000_000;

let shop: OrderHarness;
beforeEach(async () => {
  shop = await startOrderHarness();
});
afterEach(() => shop.close());

async function openClients() {
  const { admin, supplier } = await shop.context();
  if (supplier === null) throw new Error("The shop is not connected");
  return { admin, supplier };
}

/** One call of each group of the service's endpoints, and the code of what each met. */
async function callService(supplier: SupplierClient) {
  const outcomes = await Promise.allSettled([
    supplier.getMe(),
    supplier.listCategories(),
    supplier.quoteShipping({ city: "Lahore", items: [{ variantId: asId("var_nobody"), quantity: 1 }] }),
    supplier.cancelOrder(asId("ord_nobody")),
  ]);
  return outcomes.map((outcome) => (outcome.status === "fulfilled" ? "ok" : outcome.reason.code));
}

const ofLivingService = ["ok", "ok", "variant_not_found", "not_found"];
const serviceStates = () =>
  shop.app.callGates.list().flatMap(({ gate }) => breakerStates(gate).map(({ state }) => state));

/** The next call needs a new token, by our word and by Shopify's. */
async function expireToken(): Promise<void> {
  await shop.app.db.shopifySession.updateMany({ data: { expiresAt: new Date(0) } });
  shop.shopify.control.clock({ advance: { hours: 2 } });
}

const failShopify = (field?: "oauth") =>
  shop.shopify.control.faults({ requests: [{ kind: "status", status: 503, field, times: ALWAYS }] });

/** Calls Shopify, as several runs at once, until one is told so instead. */
const untilRefused = (admin: AdminClient, words: string) =>
  waitFor(
    async () => {
      const outcomes = await Promise.allSettled([getShop(admin), getShop(admin), getShop(admin)]);
      return outcomes.some(
        (outcome) => outcome.status === "rejected" && outcome.reason.message.includes(words),
      );
    },
    { what: `a call to meet "${words}"`, everyMs: 1 },
  );

// A side that still rests after the other has answered was not waited for.
describe("a side that is away", () => {
  it("holds up no call of the other: all breakers of the account are open, and Shopify answers", async () => {
    const { admin, supplier } = await openClients();
    await shop.supplier.control.armFault({ kind: "error", when: "before", status: 503, times: ALWAYS });
    const rests = async () => (await callService(supplier)).every((code) => code === "circuit_open");
    await waitFor(rests, { what: "the service's calls to rest", everyMs: 1 });
    await expireToken();
    expect(await getShop(admin)).toMatchObject({ domain: DEMO_SHOP });
    expect(serviceStates()).not.toContain("closed");
  });

  it("holds up no call of the other: the shop's breaker at Shopify is open, and the service answers", async () => {
    const { admin, supplier } = await openClients();
    failShopify();
    await untilRefused(admin, "was not sent: Shopify failed again and again");
    expect(await callService(supplier)).toEqual(ofLivingService);
    expect(shop.app.restingAtShopify().shops).toBe(1);
  });

  it("holds up no call of the other: the refresh of the token rests, and the service answers", async () => {
    const { admin, supplier } = await openClients();
    failShopify("oauth");
    await expireToken();
    await untilRefused(admin, "token endpoint rests after failures");
    expect(await callService(supplier)).toEqual(ofLivingService);
    const { refreshFailures } = await shop.app.db.shopifySession.findFirstOrThrow();
    expect(refreshFailures).toBeGreaterThan(0);
  });
});
