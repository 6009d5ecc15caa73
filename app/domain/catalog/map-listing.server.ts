import type { Listing } from "@prisma/client";
import type { ImportRun } from "./run-import.server.ts";

/** Step three: the service learns which of our variants are which of its own (R31). Importing again updates the map. */
export async function mapListing(run: ImportRun, listing: Listing): Promise<void> {
  const shopId = run.shop.id;
  const variants = await run.db.listingVariant.findMany({
    where: { shopId, listingId: listing.id },
    orderBy: { supplierVariantId: "asc" },
  });
  const imports = await run.supplier.importProducts([
    {
      productId: listing.supplierProductId,
      ...(listing.productGid === null ? {} : { externalProductId: listing.productGid }),
      customTitle: listing.title,
      resalePrice: Math.min(...variants.map((variant) => variant.pricePkr)),
      variants: variants.flatMap(({ supplierVariantId, variantGid, sku }) =>
        variantGid === null
          ? []
          : [
              {
                variantId: supplierVariantId,
                externalVariantId: variantGid,
                ...(sku ? { externalSku: sku } : {}),
              },
            ],
      ),
    },
  ]);
  const own = imports.find((each) => each.productId === listing.supplierProductId);
  await run.db.listing.update({
    where: { shopId_id: { shopId, id: listing.id } },
    data: { step: "done", importId: own?.id ?? null },
  });
}
