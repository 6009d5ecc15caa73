import type { Listing } from "@prisma/client";
import { setProduct } from "#app/shopify/operations/set-product.ts";
import type { ShopifyProduct } from "#app/shopify/operations/to-shopify-product.ts";
import { adoptTwin } from "./adopt-product.server.ts";
import { ProductWithoutPrice } from "./import-failure.ts";
import { matchVariants } from "./match-variants.ts";
import { planGoods } from "./plan-goods.server.ts";
import type { PlannedListing } from "./plan-listing.ts";
import type { ImportRun } from "./run-import.server.ts";

/**
 * Step one: the product in Shopify, found again by the service's id it carries, and our rows beside it. One that came
 * with the other mode's key is adopted instead (R23).
 */
export async function createListedProduct(run: ImportRun, listing: Listing): Promise<void> {
  const product = await run.supplier.getProduct(listing.supplierProductId);
  const planned = planGoods(run, listing, product);
  if (planned === null) throw new ProductWithoutPrice();
  if (await adoptTwin(run, listing, { planned, goodsId: product.id })) return;
  const created = await setProduct(run.admin, planned.product);
  await saveProduct(run, listing, planned, created);
}

async function saveProduct(
  run: ImportRun,
  listing: Listing,
  planned: PlannedListing,
  created: ShopifyProduct,
): Promise<void> {
  const shopId = run.shop.id;
  const { mode } = listing;
  const matched = matchVariants(planned.product.variants, created.variants);
  await run.db.$transaction(async (tx) => {
    await tx.listingVariant.deleteMany({
      where: {
        shopId,
        listingId: listing.id,
        supplierVariantId: { notIn: planned.variants.map((variant) => variant.supplierVariantId) },
      },
    });
    for (const { supplierVariantId, ...facts } of planned.variants) {
      const shopify = matched.get(supplierVariantId);
      const data = {
        ...facts,
        listingId: listing.id,
        variantGid: shopify?.id ?? null,
        inventoryItemGid: shopify?.inventoryItemId ?? null,
      };
      await tx.listingVariant.upsert({
        where: { shopId_mode_supplierVariantId: { shopId, mode, supplierVariantId } },
        create: { shopId, mode, supplierVariantId, ...data },
        update: data,
      });
    }
    await tx.listing.update({
      where: { shopId_id: { shopId, id: listing.id } },
      data: {
        title: planned.title,
        imageUrl: planned.imageUrl,
        supplierStoreId: planned.storeId,
        productGid: created.id,
        step: "stock",
      },
    });
  });
}
