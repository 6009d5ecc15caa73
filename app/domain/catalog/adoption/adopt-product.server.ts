import { type Listing, Prisma } from "@prisma/client";
import { openAttention, resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import { findGoods } from "#app/domain/catalog/browse/find-goods.server.ts";
import { channelNames } from "#app/domain/catalog/channels/visibility.ts";
import type { ImportRun } from "#app/domain/catalog/import/import-run.ts";
import { planGoods } from "#app/domain/catalog/import/plan-goods.server.ts";
import { listingKey, type PlannedListing } from "#app/domain/catalog/import/plan-listing.ts";
import { lockItems } from "#app/domain/catalog/listings/lock-items.server.ts";
import { parseLocks, priceLock } from "#app/domain/catalog/listings/locks/listing-locks.ts";
import { requestListingReconcile } from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import { zeroInventory } from "#app/domain/catalog/listings/stock/zero-inventory.server.ts";
import {
  type ListedVariantInput,
  writeListedVariants,
} from "#app/domain/catalog/listings/write-listed-variants.server.ts";
import { NotAdopted } from "#app/domain/messages/failures/import-failure.ts";
import type { InventoryItemGid, SupplierProductId } from "#app/platform/ids.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { findProduct } from "#app/shopify/operations/products/find-product.ts";
import type { ShopifyProduct } from "#app/shopify/operations/products/to-shopify-product.ts";
import { updateVariants } from "#app/shopify/operations/products/update-variants.ts";
import { type Adoption, planAdoptedPrice, planAdoption, VARIANTS_MISSING } from "./plan-adoption.ts";

type SameGoodsAdoption = Extract<Adoption, { kind: "same_goods" }>;

/**
 * Step one of a product that came with the other mode's key: the product that stands in the shop is linked under this
 * listing's key, never made a second time (R23). Nothing of the merchant's is touched but the cost, and a price the app
 * gave itself; what this key does not open is emptied, so that nobody buys it. Each part may be repeated.
 */
export async function adoptProduct(run: ImportRun, listing: Listing): Promise<void> {
  const product =
    listing.productGid === null ? null : await findProduct(run.admin, { id: listing.productGid });
  if (product === null) throw new NotAdopted("deleted_in_shopify");
  const skus = product.variants.flatMap(({ sku }) => (sku ? [sku] : []));
  const goods = await findGoods(run.supplier, { ...listing, skus });
  const planned = goods === null ? null : await planGoods(run, listing, goods);
  if (goods === null || planned === null) return refuse(run, listing, product, "not_in_this_mode");
  const adoption = await planFor(run, planned, product, listing.title);
  if (adoption.kind === "other_goods") return refuse(run, listing, product, "other_goods_in_this_mode");
  await adopt(run, listing, { planned, goodsId: goods.id, product, adoption });
}

/**
 * Looks for a product of the same goods that came with the other mode's key, by our rows and by the id it carries
 * (D-17), and adopts it. False where there is none: the goods are then new to the shop.
 */
export async function adoptFromOtherMode(
  run: ImportRun,
  listing: Listing,
  { planned, goodsId }: Pick<AdoptionInput, "planned" | "goodsId">,
): Promise<boolean> {
  const adopted = await findInOtherMode(run, listing);
  if (adopted === null) return false;
  const adoption = await planFor(run, planned, adopted.product, adopted.title);
  if (adoption.kind === "other_goods") return false;
  await adopt(run, listing, { planned, goodsId, product: adopted.product, adoption });
  return true;
}

async function findInOtherMode(
  run: ImportRun,
  { mode, supplierProductId }: Listing,
): Promise<{ readonly product: ShopifyProduct; readonly title: string } | null> {
  const row = await run.db.listing.findFirst({
    where: {
      ...{ shopId: run.shop.id, mode: { not: mode }, supplierProductId, productGid: { not: null } },
      // A product of the merchant's own is mapped in each mode, never adopted.
      origin: { not: "mapped" },
    },
  });
  const otherKey = listingKey(mode === "live" ? "test" : "live", supplierProductId);
  const product = row?.productGid
    ? await findProduct(run.admin, { id: row.productGid })
    : await findProduct(run.admin, { supplierProductId: otherKey });
  return product === null ? null : { product, title: row?.title || product.title };
}

async function adopt(run: ImportRun, listing: Listing, found: AdoptionInput): Promise<void> {
  const { product, adoption } = found;
  if (adoption.changes.length > 0) {
    await updateVariants(run.admin, { productId: product.id, variants: adoption.changes });
  }
  await forgetQuantities(run, listing);
  await zeroVariants(run, listing, adoption.missing);
  failpoint("A1");
  await saveAdoption(run, listing, found);
  failpoint("A2");
}

/** From here on the work that keeps stock leaves its items alone, until they are stocked as what they are by now. */
async function forgetQuantities({ db, shop: { id: shopId } }: ImportRun, { id }: Listing): Promise<void> {
  await db.$transaction(async (tx) => {
    const items = await tx.stockedItem.findMany({ where: { shopId, listingId: id }, select: { id: true } });
    const ids = items.map((item) => item.id);
    await lockItems(tx, shopId, ids);
    await tx.stockedItem.updateMany({ where: { shopId, id: { in: ids } }, data: { pushedQuantity: null } });
  });
}

async function planFor(
  run: ImportRun,
  goods: PlannedListing,
  product: ShopifyProduct,
  knownTitle: string,
): Promise<Adoption> {
  const rows = await run.db.listedVariant.findMany({
    where: {
      shopId: run.shop.id,
      variantGid: { in: product.variants.map(({ id }) => id) },
      // A price the merchant fixed is not one the app gave.
      fixedPricePkr: null,
    },
    orderBy: { updatedAt: "asc" },
    select: { id: true, variantGid: true, pricePkr: true, listing: { select: { locked: true } } },
  });
  // Nor is one they set in Shopify: once it was noticed the row says it as well.
  const given = rows.filter((row) => parseLocks(row.listing.locked)[priceLock(row)] === undefined);
  const givenPrices = new Map(
    given.flatMap(({ variantGid, pricePkr }) =>
      variantGid === null ? [] : [[variantGid, pricePkr] as const],
    ),
  );
  return planAdoption({
    ...{ goods, givenPrices, existing: product.variants },
    knownTitle: knownTitle === "" ? product.title : knownTitle,
  });
}

async function refuse(
  run: ImportRun,
  listing: Listing,
  product: ShopifyProduct,
  reason: "not_in_this_mode" | "other_goods_in_this_mode",
): Promise<never> {
  const ours = product.variants.filter(({ supplierVariantId }) => supplierVariantId !== null);
  await zeroVariants(run, listing, ours);
  throw new NotAdopted(reason);
}

async function zeroVariants(
  run: ImportRun,
  listing: Listing,
  variants: readonly { readonly inventoryItemId: InventoryItemGid }[],
): Promise<void> {
  await zeroInventory(run.admin, {
    locationGid: run.locationGid,
    inventoryItemGids: variants.map(({ inventoryItemId }) => inventoryItemId),
    key: `empty/${listing.id}/${listing.updatedAt.toISOString()}`,
  });
}

type AdoptionInput = {
  readonly planned: PlannedListing;
  readonly goodsId: SupplierProductId;
  readonly product: ShopifyProduct;
  readonly adoption: SameGoodsAdoption;
};

async function saveAdoption(run: ImportRun, listing: Listing, found: AdoptionInput): Promise<void> {
  const shopId = run.shop.id;
  await run.db.$transaction(async (tx) => {
    const other = await tx.listing.findUnique({
      where: {
        shopId_mode_supplierProductId: { shopId, mode: listing.mode, supplierProductId: found.goodsId },
      },
    });
    if (other !== null && other.id !== listing.id) throw new NotAdopted("in_store_twice");
    const adopted = { ...listing, supplierProductId: found.goodsId };
    const rows = toRows(found.adoption);
    // Back on sale, where it was taken out while this key did not open it.
    if (await writeListedVariants(tx, run.clock.now(), adopted, rows)) {
      await requestListingReconcile(tx, shopId, [listing.id]);
    }
    const on = channelNames({ ...found.product, publicationIds: null }, []);
    await tx.listing.update({
      where: { shopId_id: { shopId, id: listing.id } },
      data: {
        supplierProductId: found.goodsId,
        title: found.planned.title,
        imageUrl: found.planned.imageUrl,
        supplierStoreId: found.planned.storeId,
        shippingPkr: found.planned.shippingPkr,
        productGid: found.product.id,
        productStatus: found.product.status,
        publishedOn: on === null ? Prisma.DbNull : [...on],
        step: "stock",
      },
    });
    await openVariantsMissing(tx, run, listing, found);
  });
}

function toRows({ variants, changes }: SameGoodsAdoption): readonly ListedVariantInput[] {
  return variants.map((variant) => {
    const { planned, existing } = variant;
    const gids = { variantGid: existing.id, inventoryItemGid: existing.inventoryItemId };
    return {
      ...planned,
      ...planAdoptedPrice(variant, changes),
      ...gids,
      offered: true,
      pushedQuantity: null,
    };
  });
}

async function openVariantsMissing(
  tx: Prisma.TransactionClient,
  run: ImportRun,
  listing: Listing,
  { planned, adoption }: AdoptionInput,
): Promise<void> {
  const written = { shopId: run.shop.id, now: run.clock.now() };
  const subject = { thing: "listing", thingId: listing.id } as const;
  if (adoption.missing.length === 0) {
    await resolveAttention(tx, written, subject, { by: "karwan" });
    return;
  }
  const names = adoption.missing.map(({ options }) => options.map(({ value }) => value).join(" / "));
  const params = { title: planned.title, names: names.join(", ").slice(0, 300) };
  await openAttention(tx, written, { ...subject, code: VARIANTS_MISSING, params });
}
