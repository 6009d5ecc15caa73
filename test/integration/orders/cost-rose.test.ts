import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { saveMapping } from "#app/domain/catalog/mapping/save-mapping.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { requestPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import type { SupplierProductId, SupplierVariantId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
beforeEach(() => shop.supplier.control.setPrice({ variantId: "prd_cooker", wholesalePrice: 1000 }));
afterAll(() => shop.close());

const prepaid = (price: number) =>
  ({ lines: [shop.line("cooker", price)], payment: "paid", shipping: 0 }) as const;

/** The order is made while placing is paused; then the cost rises, and placing goes on. */
async function riseBefore(wholesalePrice: number, order: Parameters<PlacingShop["place"]>[0], state: string) {
  await shop.settings({ paused: true });
  const { gid } = await shop.place(order);
  await shop.untilState(gid, "waiting");
  await shop.supplier.control.setPrice({ variantId: "prd_cooker", wholesalePrice });
  await shop.settings({ paused: false });
  await shop.wake(gid);
  return shop.untilState(gid, state);
}

describe("an order whose goods cost more than when it was made", () => {
  it("is held when it would be placed at a loss, and placed when a person says so", async () => {
    const row = await riseBefore(1500, prepaid(1600), "held");
    expect(row.holdCode).toBe("margin_below_floor");
    expect(await shop.atService(row)).toEqual([]);
    const [issue] = await shop.app.db.attention.findMany({
      where: { shopId: shop.shopId, thingId: row.id, resolvedAt: null },
    });
    expect(issue).toMatchObject({
      code: "margin_below_floor",
      params: { margin: -100, floor: 0, rise: 500 },
    });
    await requestPlacement(await shop.context(), { orderId: row.id, by: "Ali" });
    expect(await shop.atService(await shop.untilState(row.orderGid, "placed"))).toHaveLength(1);
  });

  it("goes when it still leaves what the listing asks for", async () => {
    expect((await riseBefore(1200, prepaid(1600), "placed")).holdCode).toBeNull();
  });

  it("goes when the rise came before it was made", async () => {
    // A price of this test's own: the changes of those before are known as well.
    await shop.supplier.control.setPrice({ variantId: "prd_cooker", wholesalePrice: 1490 });
    const change = await shop.soon("the rise to be known", () =>
      shop.app.db.costChange.findFirst({
        where: { supplierVariantId: asId("prd_cooker"), toPkr: rupees(1490) },
      }),
    );
    // Shopify tells an order's creation to the second, so the rise is dated well before it.
    const anHourAgo = new Date(change.at.getTime() - 60 * 60_000);
    await shop.app.db.costChange.updateMany({
      where: { supplierVariantId: asId("prd_cooker") },
      data: { at: anHourAgo },
    });
    const row = await shop.buy(prepaid(1600));
    expect(row).toMatchObject({ state: "placed", holdCode: null });
  });

  it("is held as well when it is a product of the merchant's own that holds them", async () => {
    const { control } = shop.supplier;
    const { productId, variantId } = shop.shopify.control.addOwnProduct({ title: "Two spoons", quantity: 0 });
    const spoons = {
      supplierProductId: asId<SupplierProductId>("prd_spoons"),
      supplierVariantId: asId<SupplierVariantId>("prd_spoons"),
      quantity: 2,
    };
    await saveMapping(await shop.context(), {
      ...{ productGid: asId(productId), writeCost: false, by: "Ali" },
      variants: [{ variantGid: asId(variantId), parts: [spoons] }],
    });
    await shop.soon("the mapping to be carried out", async () => {
      const mapping = await shop.app.db.productMapping.findFirst({ where: { productGid: asId(productId) } });
      return mapping?.state === "ready";
    });
    await shop.settings({ paused: true });
    const lines = [{ variantId, price: 1000, quantity: 1 }];
    const { gid } = await shop.place({ lines, payment: "paid", shipping: 0 });
    await shop.untilState(gid, "waiting");
    await control.setPrice({ variantId: "prd_spoons", wholesalePrice: 600 });
    await shop.soon("the event of it", async () => {
      const linked = { item: { listingId: null }, supplierVariantId: asId<SupplierVariantId>("prd_spoons") };
      const where = { ...linked, wholesalePkr: rupees(600) };
      return (await shop.app.db.stockedComponent.count({ where })) === 1;
    });
    await shop.settings({ paused: false });
    await shop.wake(gid);
    expect((await shop.untilState(gid, "held")).holdCode).toBe("margin_below_floor");
  });

  it("goes at a price the merchant chose thin from the start", async () => {
    const row = await shop.buy({ ...prepaid(1200) });
    expect(row.state).toBe("placed");
  });
});
