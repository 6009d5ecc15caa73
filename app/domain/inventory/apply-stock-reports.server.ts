import type { StockSource } from "#app/domain/catalog/listings/listing-state.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { requestStockReconcile } from "#app/domain/stock-work/request-stock-reconcile.server.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { type StockReport, saveStock } from "./save-stock.server.ts";

export type { StockReport } from "./save-stock.server.ts";

/** Writes what the service said, and has the quantities in Shopify follow. */
export async function applyStockReports(
  ctx: Pick<ShopContext, "shop" | "db">,
  { mode, by }: { readonly mode: Mode; readonly by: StockSource },
  reports: readonly StockReport[],
): Promise<void> {
  if (reports.length === 0) return;
  const shopId = ctx.shop.id;
  await ctx.db.$transaction(async (tx) => {
    await requestStockReconcile(tx, shopId, await saveStock(tx, { shopId, mode, by }, reports));
  });
}
