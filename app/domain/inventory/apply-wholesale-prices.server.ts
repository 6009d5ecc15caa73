import type { Prisma } from "@prisma/client";
import type { AttentionScope } from "#app/domain/attention/open-attention.server.ts";
import { applyOfferedFacts } from "#app/domain/catalog/listings/sync/apply-offered-facts.server.ts";
import { recordReportedAt } from "#app/domain/catalog/listings/sync/record-reported-at.server.ts";
import { recordSupplierPrices } from "#app/domain/catalog/listings/sync/record-supplier-prices.server.ts";
import type { InventoryReading } from "#app/supplier/catalog.ts";
import type { Mode } from "#app/supplier/mode.ts";

/** What a reading of the inventory says beside stock: what variants cost, and whether they are offered at all. */
export async function applyWholesalePrices(
  tx: Prisma.TransactionClient,
  writtenFor: AttentionScope,
  mode: Mode,
  { items: read, asOf }: InventoryReading,
): Promise<void> {
  const place = { shopId: writtenFor.shopId, mode };
  const reported = read.map(({ variantId }) => ({ supplierVariantId: variantId, at: asOf }));
  const fresh = await recordReportedAt(tx, place, reported);
  const items = read.filter(({ variantId }) => fresh.has(variantId));
  const priced = items.flatMap(({ variantId, available, wholesalePrice, minResalePrice }) =>
    available
      ? [
          {
            supplierVariantId: variantId,
            wholesalePkr: wholesalePrice ?? null,
            minResalePkr: minResalePrice ?? null,
          },
        ]
      : [],
  );
  await recordSupplierPrices(tx, writtenFor, mode, priced);
  const offered = items.map(({ variantId, available }) => {
    return { supplierVariantId: variantId, offered: available };
  });
  await applyOfferedFacts(tx, writtenFor, mode, offered);
}
