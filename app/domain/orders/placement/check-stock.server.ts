import { toReport } from "#app/domain/inventory/fetch-stock.server.ts";
import type { StockReport } from "#app/domain/inventory/save-stock.server.ts";
import type { Hold } from "#app/domain/orders/reconcile/order-run.ts";
import type { SupplierVariantId } from "#app/platform/ids.ts";
import type { InventoryItem, InventoryReading } from "#app/supplier/catalog.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import type { SupplierErrorCode } from "#app/supplier/error-codes.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { OpenLine } from "./open-lines.ts";
import { type EarlierDemand, leftOf } from "./waiting/earlier-demand.server.ts";

export type StockCheck = {
  /** The lines with the prices the service has now; as they were where it was not asked. */
  readonly lines: readonly OpenLine[];
  /** Every shortage, line by line. */
  readonly holds: readonly Hold[];
  /** What the service said, which Shopify has to show as well where it holds the order. */
  readonly reports: readonly StockReport[];
  /** Why it said nothing; null where it was asked. */
  readonly skipped: SupplierErrorCode | null;
};

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
  const read = await readStock(supplier, [...unitsNeeded.keys()]);
  if (read.kind === "skipped") return { lines, holds: [], reports: [], skipped: read.code };
  const { items, asOf } = read.reading;
  const stock = new Map(items.map((item) => [item.variantId, item]));
  const shortage = { stock, unitsNeeded, earlierDemand };
  return {
    lines: lines.map((line) => withPricesOfNow(line, stock)),
    holds: lines.flatMap((line) => listShortages(line, shortage)),
    reports: items.map((item) => toReport(item, asOf)),
    skipped: null,
  };
}

type ShortageInput = {
  readonly stock: ReadonlyMap<SupplierVariantId, InventoryItem>;
  readonly unitsNeeded: ReadonlyMap<SupplierVariantId, number>;
  readonly earlierDemand: EarlierDemand;
};

function listShortages(
  { parts, title: lineTitle, variantGid }: OpenLine,
  { stock, unitsNeeded, earlierDemand }: ShortageInput,
): readonly Hold[] {
  return parts.flatMap(({ variantId, title: part }): readonly Hold[] => {
    const found = stock.get(variantId);
    if (!found) return [];
    const title = [lineTitle, part].filter(Boolean).join(": ");
    if (!found.available) return [{ code: "variant_not_found", params: { title, variantGid } }];
    const wanted = unitsNeeded.get(variantId) ?? 0;
    const available = leftOf(found.stock, earlierDemand.get(variantId));
    return available < wanted
      ? [{ code: "out_of_stock", params: { title, available, variantId, wanted } }]
      : [];
  });
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

type StockReading =
  | { readonly kind: "read"; readonly reading: InventoryReading }
  | { readonly kind: "skipped"; readonly code: SupplierErrorCode };

async function readStock(supplier: SupplierClient, ids: readonly SupplierVariantId[]): Promise<StockReading> {
  try {
    return { kind: "read", reading: await supplier.readInventory(ids.slice(0, MAX_IDS)) };
  } catch (error) {
    if (isSupplierError(error) && error.kind === "wait" && error.code !== "rate_limited")
      return { kind: "skipped", code: error.code };
    throw error;
  }
}
