import type { Prisma } from "@prisma/client";
import type { InventoryReading } from "#app/supplier/catalog.ts";
import type { WrittenFor } from "../attention/open-attention.server.ts";
import { keepTold } from "../catalog/listings/keep-told.server.ts";
import { notePrices } from "../catalog/listings/note-prices.server.ts";
import { takeOffered } from "../catalog/listings/take-offered.server.ts";

/** What a reading of the inventory says beside stock: what variants cost, and whether they are offered at all. */
export async function takePrices(
  tx: Prisma.TransactionClient,
  writtenFor: WrittenFor,
  mode: string,
  { items: read, asOf }: InventoryReading,
): Promise<void> {
  const place = { shopId: writtenFor.shopId, mode };
  const told = read.map(({ variantId }) => ({ supplierVariantId: variantId, at: asOf }));
  const fresh = await keepTold(tx, place, told);
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
  await notePrices(tx, writtenFor, mode, priced);
  const offered = items.map(({ variantId, available }) => {
    return { supplierVariantId: variantId, offered: available };
  });
  await takeOffered(tx, writtenFor, mode, offered);
}
