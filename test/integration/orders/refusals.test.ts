import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { retryPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import type { SupplierProductId, SupplierVariantId } from "#app/platform/ids.ts";
import { PUBLISHED_TERMS } from "#test/standins/supplier/terms.ts";
import { asId } from "#test/support/as-id.ts";
import type { Placing } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;
let variantId = "";

beforeAll(async () => {
  shop = await startPlacingShop({ products: ["cooker", "earbuds", "speaker"] });
  const where = { listing: { supplierProductId: asId<SupplierProductId>("prd_cooker") } };
  variantId = (await shop.app.db.listingVariant.findFirstOrThrow({ where })).supplierVariantId;
});
afterAll(() => shop.close());
beforeEach(() => mend());

/** Whatever made the service refuse is over. */
async function mend(): Promise<void> {
  const { control } = shop.supplier;
  await control.clearFaults();
  await shop.forgetLimits();
  await control.setTerms({ ...PUBLISHED_TERMS, blacklistRefusals: 1000 });
  await control.setAccount({ plan: "scale", tier: 4, status: "active", deposit: 2000 });
  await control.setUndefined({ codBelowCostPer: "order" });
  await control.setStock({ variantId, stock: 500 });
  await control.setPrice({ variantId, minResalePrice: 1200 });
}

/** The product's events arrive and are applied: what is applied later has a refused order looked at again. */
async function untilEventsApplied(): Promise<void> {
  await shop.supplier.control.settle();
  await shop.soon("the events to be applied", async () => {
    const where = { foldedAt: null, ignored: null, topic: { startsWith: "product." } };
    return (await shop.app.db.delivery.count({ where })) === 0;
  });
}

async function untilSoldOut(): Promise<void> {
  await shop.soon("the sold-out stock to be heard of", async () => {
    const where = { supplierVariantId: asId<SupplierVariantId>(variantId), stock: 0 };
    return (await shop.app.db.listedVariant.count({ where })) > 0;
  });
  await untilEventsApplied();
}

const cooker = () => ({ lines: [shop.line("cooker", 1600)] });

type Refusal = {
  readonly code: string;
  readonly because: () => Promise<unknown>;
  readonly order?: () => Placing;
  readonly after?: () => Promise<unknown>;
};

const control = () => shop.supplier.control;
const dearShipping = { bands: [{ upToKg: 10, cost: 300 }], perKgAbove: 30 };

/** How the service comes to refuse an order that looked well a moment before. */
const REFUSALS: readonly Refusal[] = [
  {
    code: "out_of_stock",
    because: async () => {
      await control().setStock({ variantId, stock: 0 });
      await untilSoldOut();
    },
  },
  {
    code: "price_below_minimum",
    // Had we heard of it, nothing would be sent.
    because: async () => {
      await control().armFault({ kind: "webhook_lost", event: "product.updated", times: 10 });
      await control().setPrice({ variantId, minResalePrice: 1700 });
      await untilEventsApplied();
    },
  },
  {
    code: "cod_below_cost",
    because: async () => {
      await control().setUndefined({ codBelowCostPer: "parcel" });
      await control().setTerms({ shippingRates: dearShipping });
    },
    order: () => ({ lines: [shop.line("earbuds", 800), shop.line("speaker", 2000)], shipping: 0 }),
  },
  { code: "deposit_required", because: () => control().setAccount({ deposit: 0 }) },
  { code: "customer_blocked", because: () => control().setTerms({ blacklistRefusals: 0 }) },
  {
    code: "prepaid_disabled",
    because: () => control().setTerms({ allowPrepaid: false }),
    order: () => ({ ...cooker(), payment: "paid" }),
  },
  {
    code: "insufficient_balance",
    because: async () => control().withdraw({ amount: await available() }),
    after: () => control().topUp({ amount: 1_000_000 }),
  },
];

async function available(): Promise<number> {
  const { wallets } = await control().audit();
  return wallets.find(({ mode }) => mode === "live")?.available ?? 0;
}

describe("a refusal of the service", () => {
  it.each(REFUSALS)(
    "$code holds the order until Retry, which is a new key under the same id",
    async (refusal) => {
      await refusal.because();
      await control().armFault({ kind: "daily_quota_exceeded", method: "GET", path: "/inventory", times: 1 });
      const { gid } = await shop.place(refusal.order?.() ?? cooker());
      const held = await shop.until(gid, (row) => row.holdCode === refusal.code, "the order to be held");
      const id = held.handoffs[0]?.externalOrderId ?? "";
      expect(held).toMatchObject({ holdCode: refusal.code, handoffs: [{ state: "refused" }] });
      expect(await shop.openCodes(held)).toEqual([refusal.code]);
      for (let wake = 0; wake < 3; wake += 1) {
        await shop.wake(gid);
        await shop.rested(gid);
      }
      expect(await shop.posts(id)).toMatchObject([{ code: refusal.code }]);
      await mend();
      await refusal.after?.();
      await retryPlacement(await shop.context(), { orderId: held.id, by: "Test" });
      const placed = await shop.untilState(gid, "placed");
      const keys = (await shop.posts(id)).map(({ idempotencyKey }) => idempotencyKey);
      expect(new Set(keys).size).toBe(2);
      expect(placed.handoffs).toMatchObject([
        {
          externalOrderId: id,
          attempts: [
            { number: 1, state: "refused", errorCode: refusal.code },
            { number: 2, state: "accepted" },
          ],
        },
      ]);
      expect(await shop.openCodes(placed)).toEqual([]);
      expect(
        (await shop.timeline(placed)).filter((code) => code === "held" || code === "hold_ended"),
      ).toEqual([...["held", "hold_ended"]]);
    },
  );

  it("opens one need however often the order is looked at, and submits nothing it cannot place", async () => {
    await control().setStock({ variantId, stock: 0 });
    const held = await shop.buy(cooker(), "waiting");
    for (let wake = 0; wake < 3; wake += 1) {
      await shop.wake(held.orderGid);
      await shop.rested(held.orderGid);
    }
    expect(held).toMatchObject({ holdCode: "out_of_stock", handoffs: [] });
    expect((await shop.timeline(held)).filter((code) => code === "held")).toHaveLength(1);
    expect(await shop.ours(held.orderGid)).toMatchObject([{ requestStatus: "UNSUBMITTED" }]);
    // It goes with the next stock, and not in the middle of another test.
    await mend();
    await shop.untilState(held.orderGid, "placed");
  });

  it("has Shopify show at once what the service was found to have", async () => {
    // The service tells when it answered to the second: within it, its last event may be the newer of the two.
    await untilEventsApplied();
    await pause(1000);
    await shop.supplier.control.armFault({ kind: "webhook_lost", times: 100, log: "absent" });
    await control().setStock({ variantId, stock: 0 });
    const held = await shop.buy(cooker(), "waiting");
    expect(held.holdCode).toBe("out_of_stock");
    const shown = () =>
      shop.shopify.control.state().products[0]?.variants[0]?.levels.map(({ available }) => available);
    await shop.soon("nothing to be for sale", async () => shown()?.every((available) => available === 0));
    await shop.supplier.control.clearFaults();
    await mend();
    await shop.wake(held.orderGid);
    await shop.untilState(held.orderGid, "placed");
  });

  it("ends by itself once the reason is gone", async () => {
    await control().setStock({ variantId, stock: 0 });
    const held = await shop.buy(cooker(), "waiting");
    await mend();
    await shop.wake(held.orderGid);
    const placed = await shop.untilState(held.orderGid, "placed");
    expect(await shop.openCodes(placed)).toEqual([]);
  });

  it.each(["suspended", "pending"] as const)(
    "of an account that is %s keeps the order, and tells",
    async (status) => {
      await control().setAccount({ status });
      const { gid } = await shop.place(cooker());
      const waiting = await shop.until(gid, (row) => row.holdCode !== null, "the order to be held");
      expect(waiting.handoffs.flatMap(({ parcels }) => parcels)).toEqual([]);
      expect(await shop.openCodes(waiting)).toHaveLength(1);
      await mend();
      await retryPlacement(await shop.context(), { orderId: waiting.id, by: "Test" });
      expect(await shop.untilState(gid, "placed")).toMatchObject({ holdCode: null });
    },
  );

  it("that strikes between the check and the order is followed by a fresh request, decided anew", async () => {
    await control().armFault({ kind: "rate_limited", method: "POST", path: "/orders", retryAfterSeconds: 1 });
    const placed = await shop.buy(cooker());
    const posts = await shop.posts(placed.handoffs[0]?.externalOrderId ?? "");
    expect(new Set(posts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
    expect(placed.handoffs).toHaveLength(1);
    expect(placed.handoffs[0]?.attempts).toMatchObject([
      { sends: 1, state: "refused", errorCode: "rate_limited" },
      { sends: 1, state: "accepted" },
    ]);
  });

  it("that ends by itself is tried again when its time has come, without a press", async () => {
    await control().armFault({ kind: "rate_limited", method: "POST", path: "/orders", retryAfterSeconds: 2 });
    const { gid } = await shop.place(cooker());
    await shop.until(gid, ({ state }) => state === "placed", "the order to be placed by itself");
    const [handoff] = (await shop.findOrder(gid))?.handoffs ?? [];
    expect(handoff?.attempts[0]?.retryAt).toBeInstanceOf(Date);
  });
});
