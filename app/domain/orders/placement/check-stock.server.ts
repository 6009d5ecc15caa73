import { toReport } from "#app/domain/inventory/fetch-stock.server.ts";
import type { StockReport } from "#app/domain/inventory/save-stock.server.ts";
import type { Hold } from "#app/domain/orders/reconcile/order-run.ts";
import type { SupplierVariantId } from "#app/platform/ids.ts";
import type { InventoryItem, InventoryReading } from "#app/supplier/catalog.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { OpenLine } from "./open-lines.ts";
import { type EarlierDemand, leftOf } from "./waiting/earlier-demand.server.ts";

export type StockCheck =
  /** The lines with the prices the service has now. */
  | { readonly kind: "ready"; readonly lines: readonly OpenLine[] }
  /** With the reading that holds it, which Shopify has to show as well. */
  | { readonly kind: "held"; readonly hold: Hold; readonly reports: readonly StockReport[] };

const MAX_IDS = 100;

/**
 * Asks for stock and prices before anything is sent (R2). A daily quota that is used up, or reads that fail, only skip
 * the question: `POST /orders` fails apart from reads (D-38) and answers a shortage itself.
 */
export async function checkStock(
  supplier: SupplierClient,
  lines: readonly OpenLine[],
  earlierDemand: EarlierDemand,
): Promise<StockCheck> {
  const unitsNeeded = unitsByVariant(lines);
  const reading = await readStock(supplier, [...unitsNeeded.keys()]);
  if (!reading) return { kind: "ready", lines };
  const stock = new Map(reading.items.map((item) => [item.variantId, item]));
  const holdWith = (hold: Hold): StockCheck => {
    return { kind: "held", hold, reports: reading.items.map((item) => toReport(item, reading.asOf)) };
  };
  for (const line of lines) {
    for (const { variantId, title: part } of line.parts) {
      const found = stock.get(variantId);
      if (!found) continue;
      const { variantGid } = line;
      const title = [line.title, part].filter(Boolean).join(": ");
      if (!found.available) return holdWith({ code: "variant_not_found", params: { title, variantGid } });
      const units = unitsNeeded.get(variantId) ?? 0;
      const available = leftOf(found.stock, earlierDemand.get(variantId));
      if (available < units) {
        const params = { title, available, variantId, wanted: units };
        return holdWith({ code: "out_of_stock", params });
      }
    }
  }
  return { kind: "ready", lines: lines.map((line) => withPricesOfNow(line, stock)) };
}

/** Units of each of the service's variants that lines need. */
export function unitsByVariant(lines: readonly OpenLine[]): ReadonlyMap<SupplierVariantId, number> {
  const units = new Map<SupplierVariantId, number>();
  for (const line of lines) {
    for (const { variantId, quantityPerUnit } of line.parts) {
      units.set(variantId, (units.get(variantId) ?? 0) + line.quantity * quantityPerUnit);
    }
  }
  return units;
}

function withPricesOfNow(line: OpenLine, stock: ReadonlyMap<SupplierVariantId, InventoryItem>): OpenLine {
  const parts = line.parts.map((part) => {
    const found = stock.get(part.variantId);
    return {
      ...part,
      wholesalePrice: found?.wholesalePrice ?? part.wholesalePrice,
      minResalePrice: found?.minResalePrice ?? part.minResalePrice,
    };
  });
  return { ...line, parts };
}

async function readStock(
  supplier: SupplierClient,
  ids: readonly SupplierVariantId[],
): Promise<InventoryReading | null> {
  try {
    return await supplier.readInventory(ids.slice(0, MAX_IDS));
  } catch (error) {
    if (isSupplierError(error) && error.kind === "wait" && error.code !== "rate_limited") return null;
    throw error;
  }
}
