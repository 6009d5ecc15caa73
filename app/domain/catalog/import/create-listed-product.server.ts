import type { Listing, Prisma } from "@prisma/client";
import { adoptFromOtherMode } from "#app/domain/catalog/adoption/adopt-product.server.ts";
import { matchVariants } from "#app/domain/catalog/adoption/match-variants.ts";
import { ONLINE_STORE } from "#app/domain/catalog/channels/visibility.ts";
import { toWritten } from "#app/domain/catalog/listings/sync/listing-content.ts";
import { writeListedVariants } from "#app/domain/catalog/listings/write-listed-variants.server.ts";
import { digestDescription } from "#app/domain/catalog/text/parse-html.server.ts";
import { PriceBelowMinimum, ProductWithoutPrice } from "#app/domain/messages/failures/import-failure.ts";
import { planAvailable } from "#app/domain/stock-work/plan-available.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { ProductGid } from "#app/platform/ids.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { createProduct } from "#app/shopify/operations/products/create-product.ts";
import { findProduct } from "#app/shopify/operations/products/find-product.ts";
import { setProduct } from "#app/shopify/operations/products/set-product.ts";
import type { ShopifyProduct } from "#app/shopify/operations/products/to-shopify-product.ts";
import type { Goods } from "./find-goods-to-import.server.ts";
import type { ImportRun } from "./import-run.ts";
import { planNewGoods } from "./plan-goods.server.ts";
import { countLeftImages, listingKey, type PlannedListing, type PlannedVariant } from "./plan-listing.ts";

/**
 * Step one: the product in Shopify with its first stock, and our rows beside it. That it was begun is written before it
 * is sent: whoever finds it begun looks first, and leaves the quantities of what stands there to the step of their own
 * (D-55). One that came with the other mode's key is adopted instead (R23).
 */
export async function createListedProduct(run: ImportRun, listing: Listing): Promise<void> {
  const goods = await run.goodsOf(listing.supplierProductId);
  const planned = await planNewGoods(run, listing, goods.product);
  if (planned === null) throw new ProductWithoutPrice();
  refuseBelowMinimum(planned.variants);
  if (run.looksFirst || listing.step === "create" || (await isInOtherMode(run, listing))) {
    if (await adoptFromOtherMode(run, listing, { planned, goodsId: goods.product.id })) return;
    if (await renewExistingProduct(run, listing, { planned, goods })) return;
  }
  await saveCreateStep(run, listing);
  await run.beforeEffect();
  failpoint("I1");
  const available = new Map(planned.variants.map((each) => [each.supplierVariantId, firstStock(run, each)]));
  const created = await createProduct(run.admin, planned.product, {
    locationId: run.locationGid,
    availableOf: (supplierVariantId) => available.get(supplierVariantId) ?? 0,
  });
  failpoint("I2");
  const { id: productGid, createdAt, isOnline } = created;
  await save(run, listing, { planned, goods, productGid, writtenAt: createdAt, isOnline, existing: null });
  failpoint("I3");
}

function refuseBelowMinimum(variants: readonly PlannedVariant[]): void {
  for (const { fixedPricePkr, minResalePkr, title } of variants) {
    if (fixedPricePkr === undefined || fixedPricePkr >= minResalePkr) continue;
    const which = title === "" ? "" : `${title}: `;
    const [chosen, lowest] = [fixedPricePkr, minResalePkr].map((pkr) => `Rs ${pkr.toLocaleString("en-US")}`);
    throw new PriceBelowMinimum(`${which}${chosen} was chosen, the lowest is ${lowest}.`);
  }
}

/** Nobody can have bought what is not there yet. */
function firstStock(run: ImportRun, { stock }: PlannedVariant): number {
  return planAvailable({ serviceStock: stock, buffer: run.settings.stockBuffer, sold: 0 });
}

type GoodsPlan = { readonly planned: PlannedListing; readonly goods: Goods };

/** Whether the product stood there already, from an attempt whose answer was lost or from before a reinstall. */
async function renewExistingProduct(run: ImportRun, listing: Listing, found: GoodsPlan): Promise<boolean> {
  const key = listingKey(listing.mode, listing.supplierProductId);
  if ((await findProduct(run.admin, { supplierProductId: key })) === null) return false;
  await run.beforeEffect();
  const existing = await setProduct(run.admin, found.planned.product);
  await save(run, listing, {
    ...found,
    productGid: existing.id,
    writtenAt: null,
    isOnline: existing.isOnline,
    existing,
  });
  return true;
}

async function isInOtherMode(run: ImportRun, { mode, supplierProductId }: Listing): Promise<boolean> {
  const where = { shopId: run.shop.id, mode: { not: mode }, supplierProductId, productGid: { not: null } };
  return (await run.db.listing.count({ where })) > 0;
}

async function saveCreateStep(run: ImportRun, { id }: Listing): Promise<void> {
  await run.db.listing.update({
    where: { shopId_id: { shopId: run.shop.id, id } },
    data: { step: "create" },
  });
}

type ProductToSave = GoodsPlan & {
  readonly productGid: ProductGid;
  /** When the product was last changed there by us, by Shopify's clock; null where it did not say. */
  readonly writtenAt: Date | null;
  /** Whether it is in the online store already. */
  readonly isOnline: boolean;
  /** The product with its variants where it was read whole; null where they are still to be read. */
  readonly existing: ShopifyProduct | null;
};

async function save(run: ImportRun, listing: Listing, saved: ProductToSave): Promise<void> {
  const { planned, existing } = saved;
  const { product } = planned;
  const images = product.images.map(({ url }) => url);
  const written = toWritten(
    { ...product, images },
    await digestDescription(run.shop.id, product.descriptionHtml),
  );
  await run.db.$transaction(async (tx) => {
    await saveVariants(run, tx, listing, saved);
    await openImagesLeftOut(run, tx, listing, saved);
    await tx.listing.update({
      where: { shopId_id: { shopId: run.shop.id, id: listing.id } },
      data: {
        title: planned.title,
        imageUrl: planned.imageUrl,
        supplierStoreId: planned.storeId,
        shippingPkr: planned.shippingPkr,
        productGid: saved.productGid,
        writtenAt: saved.writtenAt,
        written,
        productStatus: product.status,
        publishedOn: saved.isOnline ? [ONLINE_STORE] : [],
        step: existing === null ? "variants" : "stock",
      },
    });
  });
}

/** A picture that could not be copied is not left out in silence. */
async function openImagesLeftOut(
  { shop }: ImportRun,
  tx: Prisma.TransactionClient,
  { id }: Listing,
  { goods }: ProductToSave,
): Promise<void> {
  const count = countLeftImages(goods.product);
  if (count === 0) return;
  const fact = { thing: "listing", thingId: id, actor: "karwan", code: "images_left" } as const;
  await recordFact(tx, shop.id, { ...fact, params: { count } });
}

async function saveVariants(
  run: ImportRun,
  tx: Prisma.TransactionClient,
  listing: Listing,
  { planned, goods, existing }: ProductToSave,
): Promise<void> {
  const matched = existing && matchVariants(planned.product.variants, existing.variants);
  const rows = planned.variants.map((variant) => {
    const shopify = matched?.get(variant.supplierVariantId);
    return {
      ...variant,
      ...{ stockAt: goods.readAt, reportedAt: goods.readAt, offered: true },
      ...{ pushedPricePkr: variant.pricePkr, pushedCostPkr: variant.wholesalePkr },
      pushedQuantity: existing === null ? firstStock(run, variant) : null,
      variantGid: shopify?.id ?? null,
      inventoryItemGid: shopify?.inventoryItemId ?? null,
    };
  });
  await writeListedVariants(tx, run.clock.now(), listing, rows);
}
