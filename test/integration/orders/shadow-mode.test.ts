import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requestPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { createOrderRule } from "#app/domain/orders/rules/change-order-rules.server.ts";
import { exportShadowDecisions } from "#app/domain/orders/shadow/export-shadow-decisions.server.ts";
import { getShadowPage } from "#app/domain/orders/shadow/list-shadow-decisions.server.ts";
import { shadowSince } from "#app/domain/orders/shadow/shadow-mode.ts";
import { endShadowMode, startShadowMode } from "#app/domain/orders/shadow/switch-shadow-mode.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { asId } from "#test/support/as-id.ts";
import type { OrderRow, Placing } from "#test/support/order-harness.ts";
import { listEffects } from "./list-effects.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(async () => {
  armFailpoints(undefined);
  await shop.close();
});
beforeEach(async () => {
  armFailpoints(undefined);
  await shop.supplier.control.clearFaults();
  await shop.supplier.control.setStock({ variantId: "prd_cooker", stock: 500 });
  await shop.app.db.orderRule.deleteMany();
  await begin();
});

/** Where a test before ended it, it begins anew, with both switches on beneath it. */
async function begin(): Promise<void> {
  if (shadowSince((await shop.context()).shop)) return;
  await shop.settings({ autoCod: true, autoPrepaid: true });
  await startShadowMode(await shop.context(), { by: "Ali" });
}

let phones = 0;
const freshPhone = () => {
  phones += 1;
  return `+92300${String(3_000_000 + phones)}`;
};
const cooker = (more: Partial<Placing> = {}): Placing => ({
  lines: [shop.line("cooker", 1600)],
  customer: { firstName: "Ayesha", lastName: "Example", phone: freshPhone() },
  ...more,
});
const inCity = (city: string): Partial<Placing> => ({
  shippingAddress: {
    ...{ firstName: "Ayesha", lastName: "Example", address1: "House 5", city },
    ...{ countryCode: "PK", phone: freshPhone() },
  },
});

const decisionOf = ({ id }: Pick<OrderRow, "id">) =>
  shop.app.db.shadowDecision.findFirst({ where: { shopId: shop.shopId, orderId: id } });

const everything = { verdict: null, outcome: null, after: null } as const;

async function rowOf({ id }: OrderRow) {
  const { rows } = await getShadowPage(await shop.context(), everything);
  return rows.find(({ orderId }) => orderId === id);
}

describe("in shadow mode", () => {
  it("an order is decided and left: nothing but reads and quotes reaches either side", async () => {
    const before = await listEffects(shop);
    const row = await shop.buy(cooker(), "to_place");
    expect(await listEffects(shop)).toEqual(before);
    expect(row).toMatchObject({ holdCode: "shadow_mode", hasOpenIssue: false, route: "COD" });
    expect(await shop.atService(row)).toEqual([]);
    expect(await decisionOf(row)).toMatchObject({
      ...{ verdict: "place", code: null, holds: [], paymentMode: "COD", collectsPkr: 1800 },
    });
  });

  it("a prepaid order is decided with what would leave the wallet", async () => {
    const row = await shop.buy(cooker({ payment: "paid" }), "to_place");
    expect(await decisionOf(row)).toMatchObject({ verdict: "place", paymentMode: "PREPAID" });
  });

  it("what would have been held opens no issue, and its row holds none of the customer's words", async () => {
    const row = await shop.buy(cooker(inCity("Zarqanabad")), "to_place");
    expect(await shop.openCodes(row)).toEqual([]);
    const decision = await decisionOf(row);
    expect(decision).toMatchObject({ verdict: "hold", code: "city_unknown" });
    expect(JSON.stringify(decision)).not.toContain("Zarqanabad");
    expect((await rowOf(row))?.reasons).toHaveLength(1);
  });

  it("a customer who would have been asked to confirm keeps it, with the limit in words", async () => {
    const draft = { kind: "value", limit: "1000" } as const;
    const made = await createOrderRule(await shop.context(), { effect: "confirm", draft, by: "Ali" });
    expect(made.ok).toBe(true);
    const row = await shop.buy(cooker(), "to_place");
    expect(await decisionOf(row)).toMatchObject({ verdict: "hold", code: "awaiting_confirmation" });
    expect(await shop.app.db.orderConfirmation.count()).toBe(0);
    expect((await rowOf(row))?.reasons.join()).toMatch(/Ask the customer before [^T]*:/);
  });

  it("what would have waited for stock is placed in its row once the stock is there", async () => {
    await shop.supplier.control.setStock({ variantId: "prd_cooker", stock: 0 });
    const row = await shop.buy(cooker(), "to_place");
    expect(await decisionOf(row)).toMatchObject({ verdict: "wait", code: "out_of_stock" });
    await shop.supplier.control.setStock({ variantId: "prd_cooker", stock: 500 });
    await shop.wake(row.orderGid);
    await shop.soon("the stock to be seen", async () => (await decisionOf(row))?.verdict === "place");
  });

  it("deliveries that repeat write its row once", async () => {
    const row = await shop.buy(cooker(), "to_place");
    const first = await decisionOf(row);
    for (let time = 0; time < 3; time += 1) {
      await shop.wake(row.orderGid);
      await shop.rested(row.orderGid);
    }
    expect(await decisionOf(row)).toEqual(first);
    expect(await shop.app.db.shadowDecision.count({ where: { orderId: row.id } })).toBe(1);
  });

  it("what would have been placed stays so, whatever its goods come to afterwards", async () => {
    const row = await shop.buy(cooker(), "to_place");
    const first = await decisionOf(row);
    await shop.supplier.control.setStock({ variantId: "prd_cooker", stock: 0 });
    await shop.wake(row.orderGid);
    await shop.rested(row.orderGid);
    expect(first).toMatchObject({ verdict: "place" });
    expect(await decisionOf(row)).toEqual(first);
  });

  it.each(["H2", "H9"])(
    "an order interrupted at %s has one row, and nothing of it was sent",
    async (point) => {
      armFailpoints(`${point}:throw`);
      const row = await shop.buy(cooker(), "to_place");
      expect(await decisionOf(row)).toMatchObject({ verdict: "place" });
      expect(row.handoffs).toEqual([]);
      expect(await shop.atService(row)).toEqual([]);
    },
  );

  it("a press on Place sends it, and its row says so", async () => {
    const row = await shop.buy(cooker(), "to_place");
    expect(await rowOf(row)).toMatchObject({ outcome: "open", isSame: null });
    await requestPlacement(await shop.context(), { orderId: row.id, by: "Ali" });
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await shop.atService(placed)).toHaveLength(1);
    expect(await rowOf(placed)).toMatchObject({ verdict: "place", outcome: "placed", isSame: true });
  });

  it("a request the merchant makes in Shopify is honoured, and what holds it is asked about", async () => {
    const row = await shop.buy(cooker(), "to_place");
    const request = async ({ orderGid }: OrderRow) => {
      const [ours] = await shop.ours(orderGid);
      shop.shopify.control.requestFulfillment({ id: ours?.id ?? "", notifyCustomer: false });
    };
    await request(row);
    expect(await shop.atService(await shop.untilState(row.orderGid, "placed"))).toHaveLength(1);
    const held = await shop.buy(cooker(inCity("Qarnazabad")), "to_place");
    await request(held);
    expect(await shop.openCodes(await shop.untilState(held.orderGid, "held"))).toEqual(["city_unknown"]);
    expect(await rowOf(held)).toMatchObject({ verdict: "hold", outcome: "open" });
  });

  it("an order the merchant sends by himself is told as that", async () => {
    const before = (await getShadowPage(await shop.context(), everything)).sums.would.place;
    const row = await shop.buy(cooker(), "to_place");
    const [ours] = await shop.ours(row.orderGid);
    shop.shopify.control.fulfill({ id: ours?.id ?? "", company: "TCS", number: "779001" });
    const sent = await shop.untilState(row.orderGid, "finished_in_shopify");
    expect(await shop.atService(sent)).toEqual([]);
    expect(await rowOf(sent)).toMatchObject({ outcome: "fulfilled", isSame: true });
    const { sums } = await getShadowPage(await shop.context(), everything);
    expect(sums.same).toBe(sums.ended);
    expect(sums.would.place).toBe(before + 1);
    const shown = await getShadowPage(await shop.context(), { ...everything, outcome: "fulfilled" });
    expect(shown.rows.map(({ orderId }) => orderId)).toEqual([row.id]);
  });

  it("another shop sees none of it", async () => {
    const ctx = await shop.context();
    const other = { ...ctx, shop: { ...ctx.shop, id: asId<ShopId>("00000000-0000-4000-8000-000000000001") } };
    const page = await getShadowPage(other, everything);
    expect([page.rows, page.sums.would]).toEqual([[], { place: 0, hold: 0, wait: 0 }]);
  });

  it("its file names each order once and no customer, and who took it is written down", async () => {
    const { name } = await shop.buy(cooker(inCity("Zarqanabad")), "to_place");
    const ctx = await shop.context();
    const lines: string[] = [];
    const input = { query: everything, by: "Sara" };
    for await (const text of exportShadowDecisions(ctx, input)) lines.push(text);
    const fact = { shopId: shop.shopId, code: "orders_exported", by: "Sara" } as const;
    expect(await shop.app.db.timelineEntry.count({ where: fact })).toBe(1);
    const rows = lines.join("").trim().split("\n").slice(1);
    const since = { decidedAt: { gte: ctx.shop.shadowSince ?? new Date() } };
    expect(rows).toHaveLength(await shop.app.db.shadowDecision.count({ where: since }));
    expect(rows.filter((row) => row.includes(name))).toHaveLength(1);
    expect(rows.join("")).not.toMatch(/Ayesha|abad|House/);
  });
});

describe("shadow mode that ends", () => {
  const end = async (switches: { readonly autoPrepaid: boolean; readonly autoCod: boolean }) =>
    endShadowMode(await shop.context(), { by: "Ali", ...switches });

  it("places nothing of its days by itself, and what comes afterwards it does", async () => {
    const left = await shop.buy(cooker(), "to_place");
    const before = (await listEffects(shop)).attempts;
    expect(await end({ autoPrepaid: true, autoCod: true })).toBe(true);
    const row = await shop.until(
      left.orderGid,
      ({ holdCode }) => holdCode === "older_than_automatic",
      "the order to be looked at again",
    );
    expect(row.state).toBe("to_place");
    const inTwoSeconds = new Date(Date.now() + 2000).toISOString();
    await shop.buy(cooker({ createdAt: inTwoSeconds }), "placed");
    await shop.wake(left.orderGid);
    expect((await shop.rested(left.orderGid)).state).toBe("to_place");
    expect((await listEffects(shop)).attempts).toBe(before + 1);
  });

  it("ends once, and keeps who did and when", async () => {
    await end({ autoPrepaid: true, autoCod: true });
    expect(await end({ autoPrepaid: false, autoCod: false })).toBe(false);
    const row = await shop.app.db.shop.findUniqueOrThrow({ where: { id: shop.shopId } });
    expect(row).toMatchObject({ autoCodBy: "Ali", shadowUntil: expect.any(Date) });
    const facts = await shop.app.db.timelineEntry.findMany({
      where: { shopId: shop.shopId, thing: "shop", code: "switched" },
      orderBy: { id: "asc" },
    });
    expect(facts.slice(-2)).toMatchObject([
      { params: { shadow: true }, by: "Ali" },
      { params: { shadow: false, autoCod: true, autoPrepaid: true }, by: "Ali" },
    ]);
  });

  it("may leave both switches off", async () => {
    const row = await shop.buy(cooker(), "to_place");
    await end({ autoPrepaid: false, autoCod: false });
    const off = await shop.until(
      row.orderGid,
      ({ holdCode }) => holdCode === "automatic_off",
      "it to be off",
    );
    expect(off.state).toBe("to_place");
  });

  it("loses its rows with their order", async () => {
    const row = await shop.buy(cooker(), "to_place");
    expect(await decisionOf(row)).not.toBeNull();
    await shop.app.db.order.deleteMany({ where: { id: row.id } });
    expect(await decisionOf(row)).toBeNull();
  });
});
