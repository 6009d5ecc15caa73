import type { InventoryItem } from "#app/supplier/catalog.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import { rupees } from "../money/rupees.ts";
import type { Need } from "../order-run.ts";
import { leftOf, type WantedBefore } from "../waiting/wanted-before.server.ts";
import type { OpenLine } from "./open-lines.ts";

export type StockCheck =
  /** The lines with the prices the service has now. */
  | { readonly kind: "ready"; readonly lines: readonly OpenLine[] }
  | { readonly kind: "held"; readonly need: Need };

const MAX_IDS = 100;

/**
 * Asks for stock and prices before anything is sent (R2). A daily quota that is used up, or reads that fail, only skip
 * the question: `POST /orders` fails apart from reads (D-38) and answers a shortage itself.
 */
export async function checkStock(
  supplier: SupplierClient,
  lines: readonly OpenLine[],
  wantedBefore: WantedBefore,
): Promise<StockCheck> {
  const wanted = unitsByVariant(lines);
  const stock = await readStock(supplier, [...wanted.keys()]);
  if (!stock) return { kind: "ready", lines };
  for (const line of lines) {
    for (const { variantId, title: part } of line.parts) {
      const found = stock.get(variantId);
      if (!found) continue;
      const { variantGid } = line;
      const title = [line.title, part].filter(Boolean).join(": ");
      if (!found.available)
        return { kind: "held", need: { code: "variant_not_found", params: { title, variantGid } } };
      const units = wanted.get(variantId) ?? 0;
      const available = leftOf(found.stock, wantedBefore.get(variantId));
      if (available < units) {
        const params = { title, available, variantId, wanted: units };
        return { kind: "held", need: { code: "out_of_stock", params } };
      }
    }
  }
  return { kind: "ready", lines: lines.map((line) => withPricesOfNow(line, stock)) };
}

function unitsByVariant(lines: readonly OpenLine[]): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  for (const line of lines) {
    for (const { variantId, quantityPerUnit } of line.parts) {
      units.set(variantId, (units.get(variantId) ?? 0) + line.quantity * quantityPerUnit);
    }
  }
  return units;
}

function withPricesOfNow(line: OpenLine, stock: ReadonlyMap<string, InventoryItem>): OpenLine {
  const parts = line.parts.map((part) => {
    const found = stock.get(part.variantId);
    return {
      ...part,
      wholesalePrice: rupees(found?.wholesalePrice ?? part.wholesalePrice),
      minResalePrice: rupees(found?.minResalePrice ?? part.minResalePrice),
    };
  });
  return { ...line, parts };
}

async function readStock(
  supplier: SupplierClient,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InventoryItem> | null> {
  try {
    const items = await supplier.getInventory(ids.slice(0, MAX_IDS));
    return new Map(items.map((item) => [item.variantId, item]));
  } catch (error) {
    if (isSupplierError(error) && error.kind === "wait" && error.code !== "rate_limited") return null;
    throw error;
  }
}
