import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reconcileMapping } from "#app/domain/catalog/mapping/reconcile-mapping.server.ts";
import { saveMapping } from "#app/domain/catalog/mapping/save-mapping.server.ts";
import { unmapVariants } from "#app/domain/catalog/mapping/unmap-variants.server.ts";
import type { SupplierProductId, SupplierVariantId, VariantGid } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { findHoldWords } from "#test/support/find-hold-words.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;
let kitchenSet = "";

const by = "1";
const part = (productId: string, quantity = 1) => ({
  ...{
    supplierProductId: asId<SupplierProductId>(productId),
    supplierVariantId: asId<SupplierVariantId>(productId),
    quantity,
  },
});

/** One cooker and two sets of spoons, both of one store: wholesale 1,400, minimum 1,800. */
const PARTS = [part("prd_cooker"), part("prd_spoons", 2)];

/** A product of the merchant's own with nothing left at their own location, mapped; returns its variant. */
async function mapOwn(title: string, parts: readonly ReturnType<typeof part>[]): Promise<string> {
  const { productId, variantId } = shop.shopify.control.addOwnProduct({ title, quantity: 0, price: 2400 });
  const saved = await saveMapping(await shop.context(), {
    ...{ productGid: asId(productId), writeCost: false, by },
    variants: [{ variantGid: asId(variantId), parts }],
  });
  if (saved.kind !== "saved") throw new Error(JSON.stringify(saved));
  const where = { shopId_id: { shopId: shop.shopId, id: saved.mappingId } };
  await shop.soon("the mapping to be carried out", async () => {
    const row = await shop.app.db.productMapping.findUnique({ where });
    return row?.state === "ready";
  });
  return variantId;
}

beforeAll(async () => {
  shop = await startPlacingShop({ products: [] });
  kitchenSet = await mapOwn("Kitchen Set", PARTS);
});
afterAll(() => shop.close());

const line = (price: number, quantity = 1, variantId = kitchenSet) => ({ variantId, price, quantity });

async function itemsAtService(row: OrderRow) {
  const parcels = await shop.atService(row);
  return parcels.flatMap(({ items }) =>
    items.map(({ variantId, quantity, resalePrice }) => ({ variantId, quantity, resalePrice })),
  );
}

function availableOf(variantId: string): number | undefined {
  const { services, products } = shop.shopify.control.state();
  const variant = products.flatMap(({ variants }) => variants).find(({ id }) => id === variantId);
  return variant?.levels.find(({ locationId }) => services.some((each) => each.locationId === locationId))
    ?.available;
}

async function ship(row: OrderRow): Promise<void> {
  const externalOrderId = row.handoffs[0]?.externalOrderId;
  await shop.supplier.control.moveParcel({ externalOrderId, status: "SHIPPED" });
}

describe("an order of a bundle", () => {
  it("collects on delivery what the customer pays, to the rupee, over the goods the bundle holds", async () => {
    const row = await shop.buy({ lines: [line(2400, 2)] });
    const [parcel, ...others] = await shop.atService(row);
    expect(others).toEqual([]);
    expect(parcel).toMatchObject({ codAmount: 5000, wholesaleTotal: 2800 });
    expect(await itemsAtService(row)).toEqual([
      { variantId: "prd_cooker", quantity: 1, resalePrice: 1628 },
      { variantId: "prd_cooker", quantity: 1, resalePrice: 1629 },
      { variantId: "prd_spoons", quantity: 1, resalePrice: 385 },
      { variantId: "prd_spoons", quantity: 3, resalePrice: 386 },
    ]);
  });

  it("is one fulfillment of the bundles in the line, not of the pieces in them, and arrives", async () => {
    const row = await shop.buy({ lines: [line(2400, 3)] });
    await ship(row);
    const shipped = await shop.untilState(row.orderGid, "on_the_way");
    const [fulfillment, ...others] = shop.inShopify(row.orderGid).fulfillments;
    expect(others).toEqual([]);
    expect(fulfillment?.lines).toMatchObject([{ quantity: 3 }]);
    expect(await shop.ours(row.orderGid)).toMatchObject([{ status: "CLOSED" }]);
    expect(shop.parcels(shipped)).toHaveLength(1);
    const externalOrderId = row.handoffs[0]?.externalOrderId;
    await shop.supplier.control.moveParcel({ externalOrderId, status: "DELIVERED" });
    await shop.untilState(row.orderGid, "delivered");
    await shop.soon("it to be marked as paid", async () => {
      return shop.inShopify(row.orderGid).financialStatus === "PAID";
    });
  });

  it("is not offered again when its mapping is carried out anew, where no event came of the goods that went", async () => {
    const row = await shop.buy({ lines: [line(2400, 2)] });
    await ship(row);
    await shop.untilState(row.orderGid, "on_the_way");
    await shop.rested(row.orderGid);
    const stockAt = new Date((row.handoffs[0]?.placedAt?.getTime() ?? 0) - 60_000);
    await shop.app.db.stockedComponent.updateMany({
      where: {
        shopId: shop.shopId,
        supplierVariantId: { in: ["prd_cooker", "prd_spoons"].map((id) => asId(id)) },
      },
      data: { stock: 100, stockAt },
    });
    const offered = availableOf(kitchenSet);
    const { id } = await shop.app.db.productMapping.findFirstOrThrow({ where: { shopId: shop.shopId } });
    await reconcileMapping(await shop.context(), id);
    expect(availableOf(kitchenSet)).toBe(offered);
  });

  it("goes out prepaid with the same goods", async () => {
    const row = await shop.buy({ lines: [line(2399)], payment: "paid" });
    expect(row.route).toBe("PREPAID");
    const items = await itemsAtService(row);
    expect(items.reduce((sum, { quantity, resalePrice }) => sum + quantity * resalePrice, 0)).toBe(2399);
    expect(items.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(3);
  });

  it("is held below the sum of its parts' minimums, and goes at exactly that", async () => {
    const held = await shop.buy({ lines: [line(1799)] }, "held");
    expect(held.holdCode).toBe("price_below_minimum");
    const row = await shop.buy({ lines: [line(1800)] });
    expect(await itemsAtService(row)).toMatchObject([{ resalePrice: 1200 }, { resalePrice: 300 }]);
  });

  it("waits where one of its parts is short, by the part's own name", async () => {
    await shop.supplier.control.setStock({ variantId: "prd_spoons", stock: 1 });
    const held = await shop.buy({ lines: [line(2400)] }, "waiting");
    expect(held.holdCode).toBe("out_of_stock");
    const words = await findHoldWords(shop.app, { thingId: held.id, resolvedAt: null });
    expect(words).toMatchObject({
      ...{ title: "Kitchen Set: Steel Spoon Set", variantId: "prd_spoons", available: 1, wanted: 2 },
    });
    await shop.supplier.control.setStock({ variantId: "prd_spoons", stock: 500 });
    await shop.untilState(held.orderGid, "placed");
  });

  it("keeps the goods it was placed with when the bundle is changed afterwards", async () => {
    const set = await mapOwn("Tea Set", [part("prd_mugs", 2)]);
    const row = await shop.buy({ lines: [line(2400, 2, set)] });
    const saved = await saveMapping(await shop.context(), {
      ...{ productGid: asId(productOf(set)), writeCost: null, by },
      variants: [{ variantGid: asId(set), parts: [part("prd_mugs", 3)] }],
    });
    expect(saved.kind).toBe("saved");
    await ship(row);
    await shop.untilState(row.orderGid, "on_the_way");
    expect(shop.inShopify(row.orderGid).fulfillments[0]?.lines).toMatchObject([{ quantity: 2 }]);
  });
});

describe("two variants of the shop that are one of the supplier's", () => {
  it("are both placed as it", async () => {
    const { productId, variantIds } = shop.shopify.control.addOwnProduct({
      ...{ title: "Bedsheet", quantity: 0, price: 2500, sku: "SHEET" },
      option: { name: "Wrapping", values: ["Plain", "Gift"] },
    });
    const saved = await saveMapping(await shop.context(), {
      ...{ productGid: asId(productId), writeCost: false, by },
      variants: variantIds.map((id) => ({ variantGid: asId<VariantGid>(id), parts: [part("prd_bedsheet")] })),
    });
    expect(saved.kind).toBe("saved");
    await shop.soon("both to be stocked", async () => {
      const where = { variantGid: { in: variantIds.map((id) => asId<VariantGid>(id)) }, listingId: null };
      const links = await shop.app.db.stockedItem.findMany({ where });
      return links.length === 2 && links.every(({ pushedQuantity }) => pushedQuantity !== null);
    });
    const [plain = "", gift = ""] = variantIds;
    const row = await shop.buy({ lines: [line(2500, 1, plain), line(2600, 1, gift)] });
    expect(await itemsAtService(row)).toEqual([
      { variantId: "prd_bedsheet", quantity: 1, resalePrice: 2500 },
      { variantId: "prd_bedsheet", quantity: 1, resalePrice: 2600 },
    ]);
  });
});

describe("an order of what is mapped to nothing", () => {
  it("is held, also after it was unmapped, and goes once it is mapped again", async () => {
    const lamp = await mapOwn("Lamp", [part("prd_lantern")]);
    await shop.settings({ paused: true });
    const waiting = await shop.buy({ lines: [line(2400, 1, lamp)] }, "waiting");
    expect(await unmapVariants(await shop.context(), { variantGids: [asId(lamp)], by })).toEqual({
      ...{ kind: "unmapped", variants: 1 },
    });
    await shop.settings({ paused: false });
    await shop.wake(waiting.orderGid);
    const held = await shop.untilState(waiting.orderGid, "held");
    expect(held.holdCode).toBe("variant_not_linked");
    await saveMapping(await shop.context(), {
      ...{ productGid: asId(productOf(lamp)), writeCost: null, by },
      variants: [{ variantGid: asId(lamp), parts: [part("prd_lantern")] }],
    });
    await shop.untilState(waiting.orderGid, "placed");
  });
});

function productOf(variantGid: string): string {
  const product = shop.shopify.control
    .state()
    .products.find(({ variantIds }) => variantIds.includes(variantGid));
  if (!product) throw new Error(`No product has ${variantGid}`);
  return product.id;
}
