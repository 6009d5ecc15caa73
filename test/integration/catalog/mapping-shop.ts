import { expect } from "vitest";
import { saveMapping } from "#app/domain/catalog/mapping/save-mapping.server.ts";
import type { SupplierProductId, SupplierVariantId, VariantGid } from "#app/platform/ids.ts";
import { type SweepingShop, startSweepingShop } from "#test/integration/sweeps/sweeping-shop.ts";
import { asId } from "#test/support/as-id.ts";

export const by = "1";

export const part = (productId: string, quantity = 1, variantId = productId) => ({
  supplierProductId: asId<SupplierProductId>(productId),
  supplierVariantId: asId<SupplierVariantId>(variantId),
  quantity,
});
type Part = ReturnType<typeof part>;
type PartsOfVariants = Readonly<Record<string, readonly Part[]>>;

type OwnProduct = Parameters<SweepingShop["shopify"]["control"]["addOwnProduct"]>[0];

/** A shop with products of the merchant's own, to be mapped by a test. */
export type MappingShop = Awaited<ReturnType<typeof startMappingShop>>;

export async function startMappingShop(options: Parameters<typeof startSweepingShop>[0] = {}) {
  const shop = await startSweepingShop(options);
  return { ...shop, ...describeMappings(shop), ...describeShopify(shop) };
}

function describeMappings(shop: SweepingShop) {
  async function save(productGid: string, parts: PartsOfVariants, writeCost = false) {
    const variants = Object.entries(parts).map(([variantGid, held]) => ({
      variantGid: asId<VariantGid>(variantGid),
      parts: held,
    }));
    return saveMapping(await shop.context(), { productGid: asId(productGid), variants, writeCost, by });
  }
  const mappingOf = (productGid: string) =>
    shop.app.db.productMapping.findFirst({
      where: { shopId: shop.shopId, mode: "live", productGid: asId(productGid) },
    });
  const mapped = (productGid: string, state = "ready") =>
    shop.soon(`the mapping to be ${state}`, async () => {
      const row = await mappingOf(productGid);
      return row?.state === state ? row : null;
    });
  return {
    save,
    mappingOf,
    mapped,
    async map(productGid: string, parts: PartsOfVariants, writeCost = false) {
      expect(await save(productGid, parts, writeCost)).toMatchObject({ kind: "saved" });
      return mapped(productGid);
    },
    async importsOf(productId: string) {
      const { imports } = await shop.supplier.control.audit();
      return imports.filter((each) => each.productId === productId && each.mode === "live" && !each.deleted);
    },
  };
}

function describeShopify(shop: SweepingShop) {
  const { control } = shop.shopify;
  function variantInShopify(variantGid: string) {
    const product = control.state().products.find(({ variantIds }) => variantIds.includes(variantGid));
    const variant = product?.variants.find(({ id }) => id === variantGid);
    if (!product || !variant) throw new Error(`Shopify has no ${variantGid}`);
    return { product, ...variant };
  }
  return {
    addOwn: (input: OwnProduct) => control.addOwnProduct(input),
    variantInShopify,
    /** The level of a variant at our location. */
    async atOurs(variantGid: string) {
      const { locationGid } = (await shop.context()).shop;
      return variantInShopify(variantGid).levels.find(
        (level) => level.locationId === locationGid && level.isActive,
      );
    },
    metafields: (ownerId: string) =>
      Object.fromEntries(
        control
          .state()
          .metafields.filter((one) => one.ownerId === ownerId)
          .map(({ key, value }) => [key, value]),
      ),
  };
}
