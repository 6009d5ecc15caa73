import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { requestPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { type OrderPreview, previewOrder } from "#app/domain/orders/preview/preview-order.server.ts";
import { createOrderRule } from "#app/domain/orders/rules/change-order-rules.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import type { OrderRow, Placing } from "#test/support/order-harness.ts";
import { listEffects } from "./list-effects.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ products: ["cooker", "earbuds"] });
  await shop.settings({ autoCod: false, autoPrepaid: false });
});
afterAll(() => shop.close());
afterEach(async () => {
  await shop.supplier.control.clearFaults();
  await shop.supplier.control.setStock({ variantId: "prd_cooker", stock: 500 });
  await shop.forgetLimits();
});

type Planned = Extract<OrderPreview, { kind: "planned" }>;

async function preview({ id }: OrderRow): Promise<Planned> {
  const shown = await previewOrder(await shop.context(), id);
  if (shown?.kind !== "planned") throw new Error(`Nothing was planned: ${JSON.stringify(shown)}`);
  return shown;
}

let phones = 0;
/** Another customer each time: the same phone and items within hours would be asked about. */
const customer = () => {
  phones += 1;
  return { firstName: "Ayesha", lastName: "Example", phone: `+92300${String(2_000_000 + phones)}` };
};

const buy = (order: Placing) => shop.buy({ customer: customer(), ...order }, "to_place");

async function place({ id, orderGid }: OrderRow): Promise<OrderRow> {
  await requestPlacement(await shop.context(), { orderId: id, by: "Ali" });
  return shop.untilState(orderGid, "placed");
}

const orders: readonly [string, () => Placing][] = [
  ["one thing, cash on delivery", () => ({ lines: [shop.line("cooker", 1600)] })],
  ["three of one, with a discount", () => ({ lines: [{ ...shop.line("cooker", 1600, 3), discount: 100 }] })],
  ["goods of two stores", () => ({ lines: [shop.line("cooker", 1600, 2), shop.line("earbuds", 4000)] })],
  ["a prepaid order", () => ({ lines: [shop.line("cooker", 1650)], payment: "paid", shipping: 150 })],
  [
    "a part paid before",
    () => ({ lines: [shop.line("cooker", 1600, 2)], payment: "partly", paidAmount: 500 }),
  ],
];

describe("a preview", () => {
  it.each(orders)("tells of %s what is then placed", async (_what, order) => {
    const row = await buy(order());
    const before = await listEffects(shop);
    const shown = await preview(row);
    expect(await listEffects(shop)).toEqual(before);
    const placed = await place(row);
    const [handoff] = placed.handoffs;
    const { terms } = await shop.app.db.handoff.findFirstOrThrow({ where: { id: handoff?.id } });
    expect(shown).toMatchObject({
      now: "waits_for_press",
      holds: [],
      quoteSkipped: null,
      stockSkipped: null,
    });
    expect(shown.items.map(({ quantity, pricePkr, costPkr }) => ({ quantity, pricePkr, costPkr }))).toEqual(
      handoff?.items.map(({ quantity, resalePkr, wholesalePkr }) => ({
        ...{ quantity, pricePkr: resalePkr, costPkr: wholesalePkr },
      })),
    );
    expect(shown.parcels).toBe(handoff?.parcels.length);
    const { money } = shown;
    expect(money).toMatchObject({
      ...{ basis: "quote", paymentMode: handoff?.paymentMode, customerPaysPkr: handoff?.collectsPkr },
    });
    expect(terms).toMatchObject({
      wholesaleTotal: money?.wholesalePkr,
      quote: { shippingCost: money?.shippingPkr },
      expected: {
        ...{ fee: money?.feePkr, deliveredNet: money?.deliveredPkr, refusedNet: money?.refusedPkr },
        ...{ reserve: money?.heldPkr, walletNow: money?.walletPkr },
      },
    });
  });

  it("names every reason to hold it, where placing stops at the first of each", async () => {
    await shop.supplier.control.setStock({ variantId: "prd_cooker", stock: 0 });
    const lines = [shop.line("cooker", 1600), shop.line("earbuds", 4000)];
    const shippingAddress = {
      ...{ firstName: "Ayesha", lastName: "Example", address1: "House 5", city: "Zarqanabad" },
      ...{ countryCode: "PK", phone: "+923001234599" },
    };
    const row = await buy({ lines, shippingAddress });
    const shown = await preview(row);
    expect(shown.holds.map(({ code }) => code)).toEqual(["city_unknown", "out_of_stock"]);
    expect(shown.money).toMatchObject({ basis: "known_terms", customerPaysPkr: 5800 });
    await requestPlacement(await shop.context(), { orderId: row.id, by: "Ali" });
    const held = await shop.untilState(row.orderGid, "held");
    expect(await shop.openCodes(held)).toEqual(["city_unknown", "out_of_stock"]);
  });

  it("names what the merchant's rules keep of an order that would go by itself", async () => {
    await shop.settings({ autoCod: true });
    const draft = { kind: "value", limit: "1000" } as const;
    for (const effect of ["hold", "confirm"] as const)
      await createOrderRule(await shop.context(), { effect, draft, by: "Ali" });
    const row = await shop.buy({ customer: customer(), lines: [shop.line("cooker", 1600)] }, "held");
    const shown = await preview(row);
    await shop.app.db.orderRule.deleteMany();
    await shop.settings({ autoCod: false });
    expect(shown.holds.map(({ code }) => code)).toEqual(["held_by_rule", "awaiting_confirmation"]);
    expect(shown.holds.map(({ sentence }) => sentence).join()).not.toMatch(/\dT\d/);
    expect(shown.money).toMatchObject({ basis: "quote" });
  });

  it("says that stock was not looked at once the day's requests are used up, and still has its quote", async () => {
    const row = await buy({ lines: [shop.line("cooker", 1600)] });
    await shop.supplier.control.armFault({
      ...{ kind: "daily_quota_exceeded", method: "GET", path: "/inventory", times: 5 },
    });
    const shown = await preview(row);
    expect(shown).toMatchObject({ stockSkipped: "daily_quota_exceeded", quoteSkipped: null });
    expect(shown.money).toMatchObject({ basis: "quote" });
  });

  it("names the order it repeats without taking a turn among those of its phone", async () => {
    const first = customer();
    await shop.settings({ autoCod: true });
    await shop.buy({ lines: [shop.line("cooker", 1600)], customer: first });
    await shop.settings({ autoCod: false });
    const second = await buy({ lines: [shop.line("cooker", 1600)], customer: first });
    expect((await preview(second)).holds.map(({ code }) => code)).toEqual(["looks_twice"]);
    const { phoneTurn } = await shop.app.db.order.findFirstOrThrow({ where: { id: second.id } });
    expect(phoneTurn).toBeNull();
  });

  it("has nothing to tell of an order that is placed, and finds none of another shop", async () => {
    const placed = await place(await buy({ lines: [shop.line("cooker", 1600)] }));
    const ctx = await shop.context();
    expect(await previewOrder(ctx, placed.id)).toMatchObject({ kind: "not_planned" });
    const other = { ...ctx, shop: { ...ctx.shop, id: asId<ShopId>("00000000-0000-4000-8000-000000000001") } };
    expect(await previewOrder(other, placed.id)).toBeNull();
  });

  it("shows no customer who was erased, though Shopify still tells of them", async () => {
    const { id } = await buy({ lines: [shop.line("cooker", 1600)] });
    await shop.app.db.order.update({ where: { id }, data: { customerEnc: null } });
    expect(await previewOrder(await shop.context(), id)).toEqual({
      ...{ kind: "not_planned", sentence: expect.stringContaining("is not kept here") },
    });
  });

  it("asks the service nothing while it refuses the key, and says so", async () => {
    const row = await buy({ lines: [shop.line("cooker", 1600)] });
    const where = { shopId: shop.shopId, mode: "live" } as const;
    const { supplierConnection } = shop.app.db;
    await supplierConnection.updateMany({ where, data: { pausedAt: new Date(), health: "invalid_key" } });
    const shown = await preview(row);
    await supplierConnection.updateMany({ where, data: { pausedAt: null, health: "ok" } });
    expect(shown.holds.map(({ code }) => code)).toEqual(["invalid_key"]);
    expect(shown).toMatchObject({ stockSkipped: "invalid_key", quoteSkipped: "invalid_key" });
    expect(shown.money).toMatchObject({ basis: "known_terms" });
  });

  // The last one: calls that fail are left out for a while afterwards.
  it("shows known terms, and says so, while the service does not answer", async () => {
    const row = await buy({ lines: [shop.line("cooker", 1600)] });
    await shop.supplier.control.armFault({ kind: "error", when: "before", status: 503, times: 50 });
    const shown = await preview(row);
    expect(shown).toMatchObject({ quoteSkipped: expect.any(String), money: { basis: "known_terms" } });
    expect(shown.money).toMatchObject({ customerPaysPkr: 1800, wholesalePkr: 1000 });
    expect(shown.holds).toEqual([]);
  });
});
