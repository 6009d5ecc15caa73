import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ListingSettings } from "#app/domain/policy/pricing/listing-policy.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { requestStockReconcile } from "#app/domain/stock-work/request-stock-reconcile.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";

export type StockSettings = Pick<ListingSettings, "stockBuffer" | "whenOutOfStock" | "whenStockEdited">;

export async function loadStockSettings(ctx: Pick<ShopContext, "shop" | "db">): Promise<StockSettings> {
  const { stockBuffer, whenOutOfStock, whenStockEdited } = await loadListingSettings(ctx);
  return { stockBuffer, whenOutOfStock, whenStockEdited };
}

/** Saves how stock is shown; what is left out stays. Every quantity then follows, by writes of what differs only. */
export async function saveStockSettings(
  ctx: ShopContext,
  { by, ...settings }: Partial<StockSettings> & { readonly by: string },
): Promise<void> {
  const shopId = ctx.shop.id;
  const mode = ctx.connection?.mode;
  await ctx.db.$transaction(async (tx) => {
    const saved = { ...settings, savedBy: by };
    const where = { shopId };
    await tx.listingSettings.upsert({ where, create: { shopId, ...saved }, update: saved });
    await recordFact(tx, shopId, {
      ...{ thing: "shop", thingId: shopId, actor: "person", by, code: "stock_settings_saved" },
      params: { ...settings },
    });
    if (mode === undefined) return;
    const written = { shopId, mode, inventoryItemGid: { not: null } };
    const items = await tx.stockedItem.findMany({ where: written, select: { id: true } });
    await requestStockReconcile(
      tx,
      shopId,
      items.map(({ id }) => id),
    );
  });
}
