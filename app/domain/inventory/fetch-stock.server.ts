import { findConnection } from "#app/domain/context/find-connection.server.ts";
import { saveQuota } from "#app/domain/context/save-quota.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { SupplierVariantId } from "#app/platform/ids.ts";
import type { InventoryItem } from "#app/supplier/catalog.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { StockReport } from "./save-stock.server.ts";

/** So many variants the service tells in one call (document, Limits). */
export const VARIANTS_PER_READ = 100;

/**
 * Asks the service for the stock of any number of variants. What it does not offer any more it has none of.
 * Nothing is asked of a connection that ended or is paused. Throws SupplierError.
 */
export async function fetchStock(
  ctx: ShopContext,
  mode: Mode,
  variantIds: readonly SupplierVariantId[],
): Promise<readonly StockReport[]> {
  const service = await findConnection(ctx, mode);
  if (service === null || ctx.pausedIn(mode)) return [];
  const client = service.client.withPurpose("sweep");
  const reports: StockReport[] = [];
  for (let from = 0; from < variantIds.length; from += VARIANTS_PER_READ) {
    const asked = variantIds.slice(from, from + VARIANTS_PER_READ);
    const { items, asOf } = await client.readInventory(asked);
    reports.push(...items.map((item) => toReport(item, asOf)));
  }
  await saveQuota(ctx, client, service.connection);
  return reports;
}

export function toReport({ variantId, available, stock }: InventoryItem, at: Date): StockReport {
  return { supplierVariantId: variantId, stock: available ? stock : 0, at };
}
