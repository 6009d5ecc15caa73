import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { SupplierProductId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { visibilityOf } from "../channels/visibility.ts";
import type { CardListing } from "./to-card.ts";

/** What of these products is in the store, by the product's id. */
export async function findListingsOf(
  { shop, db }: Pick<ShopContext, "shop" | "db">,
  mode: Mode,
  productIds: readonly SupplierProductId[],
): Promise<ReadonlyMap<SupplierProductId, CardListing>> {
  const rows = await db.listing.findMany({
    where: { shopId: shop.id, mode, supplierProductId: { in: [...productIds] }, unlinkedAt: null },
    select: { id: true, state: true, supplierProductId: true, productStatus: true, publishedOn: true },
  });
  return new Map(
    rows.map((row) => [
      row.supplierProductId,
      { id: row.id, state: row.state, visibility: visibilityOf(row) },
    ]),
  );
}
