import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listOrphans } from "#app/domain/catalog/mapping/list-orphans.server.ts";
import { takeOffLocation } from "#app/domain/catalog/mapping/take-off-location.server.ts";
import { listOpenOrdersOf, unmapVariants } from "#app/domain/catalog/mapping/unmap-variants.server.ts";
import { asId } from "#test/support/as-id.ts";
import { by, type MappingShop, part, startMappingShop } from "./mapping-shop.ts";

let shop: MappingShop;

beforeAll(async () => {
  shop = await startMappingShop({ products: [] });
});
afterAll(() => shop.close());

describe("unmapping", () => {
  it("empties and leaves our location, forgets the ids and the import, and keeps what is theirs", async () => {
    const own = shop.addOwn({ title: "Lantern", sku: "LAN", quantity: 7, price: 3000 });
    await shop.map(own.productId, { [own.variantId]: [part("prd_lantern")] });
    expect(await shop.importsOf("prd_lantern")).toHaveLength(1);
    expect(await unmapVariants(await shop.context(), { variantGids: [asId(own.variantId)], by })).toEqual({
      ...{ kind: "unmapped", variants: 1 },
    });
    await shop.soon(
      "the mapping to be forgotten",
      async () => (await shop.mappingOf(own.productId)) === null,
    );
    expect(await shop.atOurs(own.variantId)).toBeUndefined();
    expect(shop.metafields(own.variantId)).toEqual({});
    expect(await shop.importsOf("prd_lantern")).toEqual([]);
    const theirs = shop
      .variantInShopify(own.variantId)
      .levels.find(({ locationId }) => locationId === own.locationId);
    expect(theirs).toMatchObject({ isActive: true, available: 7 });
    expect(await unmapVariants(await shop.context(), { variantGids: [asId(own.variantId)], by })).toEqual({
      kind: "nothing_mapped",
    });
  });

  it("keeps at our location, with 0, what the merchant had put there before", async () => {
    const own = shop.addOwn({ title: "Free Delivery Thing", sku: "FREE", quantity: 3, price: 3000 });
    const { locationGid } = (await shop.context()).shop;
    shop.shopify.control.setStock({ variantId: own.variantId, locationId: locationGid ?? "", available: 5 });
    await shop.map(own.productId, { [own.variantId]: [part("prd_freight_free")] });
    await unmapVariants(await shop.context(), { variantGids: [asId(own.variantId)], by });
    await shop.soon(
      "the mapping to be forgotten",
      async () => (await shop.mappingOf(own.productId)) === null,
    );
    expect(await shop.atOurs(own.variantId)).toMatchObject({ available: 0 });
    shop.shopify.control.deleteProduct({ id: own.productId });
  });

  it("names the orders that wait for it", async () => {
    const own = shop.addOwn({ title: "Named", sku: "NAMED", quantity: 0, price: 1600 });
    await shop.map(own.productId, { [own.variantId]: [part("prd_cooker")] });
    await shop.settings({ paused: true });
    const { orderGid, name } = await shop.buy(
      { lines: [{ variantId: own.variantId, price: 1600, quantity: 1 }] },
      "waiting",
    );
    const found = await listOpenOrdersOf(await shop.context(), [asId(own.variantId)]);
    expect(found).toMatchObject({ orders: [{ name }], isAll: true });
    expect(
      (await listOpenOrdersOf(await shop.context(), [asId("gid://shopify/ProductVariant/1")])).orders,
    ).toEqual([]);
    await shop.settings({ paused: false });
    await shop.wake(orderGid);
    await shop.untilState(orderGid, "placed");
  });
});

describe("the look for orphans", () => {
  it("finds what is stocked at our location for nothing, until it is mapped or taken off", async () => {
    // What was unmapped before leaves our location in the background.
    await expect.poll(() => shop.sweep("orphans")).toMatchObject({ orphans: 0 });
    const { locationGid } = (await shop.context()).shop;
    const stray = shop.addOwn({ title: "Stray Kettle", sku: "KETTLE", quantity: 2, price: 1700 });
    const other = shop.addOwn({ title: "Stray Pan", sku: "PAN", quantity: 2, price: 1700 });
    for (const { variantId } of [stray, other]) {
      shop.shopify.control.setStock({ variantId, locationId: locationGid ?? "", available: 4 });
    }
    expect(await shop.sweep("orphans")).toMatchObject({ orphans: 2 });
    const { orphans, total } = await listOrphans(await shop.context());
    expect(total).toBe(2);
    expect(orphans).toMatchObject([
      { kind: "orphan", title: "Stray Kettle", productGid: stray.productId },
      { kind: "orphan", title: "Stray Pan" },
    ]);
    const take = async (variantGid: string) =>
      takeOffLocation(await shop.context(), { variantGid: asId(variantGid), by });
    expect(await take(other.variantId)).toEqual({ kind: "taken_off" });
    expect(await shop.atOurs(other.variantId)).toBeUndefined();
    await shop.map(stray.productId, { [stray.variantId]: [part("prd_cooker")] });
    expect(await take(stray.variantId)).toEqual({ kind: "mapped" });
    expect(await shop.sweep("orphans")).toMatchObject({ orphans: 0 });
    expect((await listOrphans(await shop.context())).total).toBe(0);
  });

  it("empties what Shopify keeps there, and says so", async () => {
    const { locationGid } = (await shop.context()).shop;
    const stray = shop.addOwn({ title: "Committed", sku: "COM", quantity: 0, price: 500 });
    shop.shopify.control.setStock({
      variantId: stray.variantId,
      locationId: locationGid ?? "",
      available: 4,
    });
    const held = await shop.buy({ lines: [{ variantId: stray.variantId, price: 500, quantity: 1 }] }, "held");
    expect(held.holdCode).toBe("variant_not_linked");
    const answer = await takeOffLocation(await shop.context(), { variantGid: asId(stray.variantId), by });
    expect(answer).toEqual({ kind: "only_emptied" });
    expect(await shop.atOurs(stray.variantId)).toMatchObject({ available: 0 });
  });

  it("finds mappings whose variant is gone, of links and of listings, until they are unmapped", async () => {
    const bundle = shop.addOwn({ title: "Gone Bundle", sku: "GB", quantity: 0, price: 5000 });
    const pair = shop.addOwn({
      ...{ title: "Gone Pair", sku: "GP", quantity: 0, price: 5000 },
      option: { name: "Size", values: ["S", "M"] },
    });
    const [small = ""] = pair.variantIds;
    await shop.map(bundle.productId, { [bundle.variantId]: [part("prd_heavy", 2)] });
    await shop.map(pair.productId, { [small]: [part("prd_no_images")] });
    shop.shopify.control.deleteProduct({ id: bundle.productId });
    shop.shopify.control.deleteVariant({ id: small });
    await shop.sweep("orphans");
    const { orphans } = await listOrphans(await shop.context());
    const gone = orphans.filter(({ kind }) => kind === "gone");
    expect(gone.map(({ title }) => title).toSorted()).toEqual([
      "Gone Bundle",
      expect.stringContaining("Gone Pair"),
    ]);
    await unmapVariants(await shop.context(), { variantGids: gone.map(({ variantGid }) => variantGid), by });
    await shop.soon("both to be forgotten", async () => {
      return (
        (await shop.mappingOf(bundle.productId)) === null && (await shop.mappingOf(pair.productId)) === null
      );
    });
    const after = (await listOrphans(await shop.context())).orphans;
    expect(after.filter(({ kind }) => kind === "gone")).toEqual([]);
  });
});
