import type { ListedVariant, Listing, PrismaClient } from "@prisma/client";
import { rupees } from "#app/domain/money/rupees.ts";
import type { StockedItemId } from "#app/platform/ids.ts";

type VariantOwner = Pick<Listing, "shopId" | "id" | "mode" | "supplierProductId">;

/** What of a variant its listing does not say; what is left out is as it begins. */
export type ListedVariantOverrides = Partial<
  Omit<ListedVariant, "id" | "shopId" | "listingId" | "mode" | "updatedAt">
>;

/** A variant of a listing, in its three tables: it costs 1,000 and is sold for 1,600, but not below 1,200. */
export async function createListedVariant(
  db: PrismaClient,
  { shopId, id: listingId, mode, supplierProductId }: VariantOwner,
  variant: ListedVariantOverrides & Pick<ListedVariant, "supplierVariantId">,
): Promise<{ readonly id: StockedItemId }> {
  const {
    // In `stocked_item`.
    variantGid,
    inventoryItemGid,
    pushedQuantity,
    stockMovedAt,
    stockUnsure,
    stockCap,
    stockDueAt,
    // In `stocked_component`.
    supplierTitle,
    wholesalePkr = rupees(1000),
    minResalePkr = rupees(1200),
    stock,
    stockAt,
    stockBy,
    reportedAt,
    // In `listing_variant`.
    pricePkr = rupees(1600),
    ...sold
  } = variant;
  const { supplierVariantId } = sold;
  return db.stockedItem.create({
    data: {
      ...{ shopId, listingId, mode, variantGid, inventoryItemGid },
      ...{ pushedQuantity, stockMovedAt, stockUnsure, stockCap, stockDueAt },
      components: {
        create: {
          ...{ mode, supplierProductId, supplierVariantId, title: supplierTitle },
          ...{ wholesalePkr, minResalePkr, stock, stockAt, stockBy, reportedAt },
        },
      },
      listingVariant: { create: { listingId, mode, pricePkr, ...sold } },
    },
  });
}
