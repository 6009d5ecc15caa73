import { toOwnSku } from "#app/domain/catalog/import/own-sku.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { MappingId } from "#app/platform/ids.ts";
import { setSku } from "#app/shopify/operations/inventory/set-sku.ts";
import { findVariants } from "#app/shopify/operations/products/find-variants.ts";
import { loadMappedRows } from "./mapped-rows.server.ts";
import { retryMapping } from "./retry-mapping.server.ts";

type AddSkusDeps = Pick<ShopContext, "shop" | "db" | "clock" | "admin" | "wake">;
type AddSkusInput = { readonly mappingId: MappingId; readonly by: string };

/**
 * *Add SKUs*: mapped variants that have none get one of ours, those that have one keep it, and the mapping is carried out
 * again. False when there is no such mapping any more.
 */
export async function addSkus(ctx: AddSkusDeps, { mappingId, by }: AddSkusInput): Promise<boolean> {
  const shopId = ctx.shop.id;
  const mapping = await ctx.db.productMapping.findUnique({ where: { shopId_id: { shopId, id: mappingId } } });
  if (mapping === null) return false;
  const { productGid, mode, title } = mapping;
  const rows = (await loadMappedRows(ctx.db, { shopId, mode }, [productGid])).get(productGid) ?? [];
  const existing = await findVariants(
    ctx.admin,
    rows.map(({ variantGid }) => variantGid),
  );
  const lacking = existing.filter(({ sku }) => !sku);
  for (const { id, inventoryItemId } of lacking) {
    await setSku(ctx.admin, { inventoryItemId, sku: toOwnSku(id) });
  }
  const fact = { thing: "mapping", thingId: mappingId, actor: "person", by, code: "skus_added" } as const;
  const params = { title, count: lacking.length };
  await recordFact(ctx.db, shopId, { ...fact, params, at: ctx.clock.now() });
  return retryMapping(ctx, mappingId);
}
