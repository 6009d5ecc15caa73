import type { SupplierProductId } from "#app/platform/ids.ts";
import type { SupplierProduct } from "#app/supplier/catalog.ts";
import type { SupplierClient } from "#app/supplier/client.ts";

/** For so long a page takes the service's word that it has no such product: asking again would use up the day's calls. */
const KNOWN_MISS_MS = 60_000;

/** A product as the service shows it now, for a page. @throws SupplierError `not_found` for one it does not offer */
export function readProductForPage(
  supplier: Pick<SupplierClient, "getProduct">,
  supplierProductId: SupplierProductId,
): Promise<SupplierProduct> {
  return supplier.getProduct(supplierProductId, { knownMissMs: KNOWN_MISS_MS });
}
