import { Prisma } from "@prisma/client";
import { lockWholeItems } from "#app/domain/catalog/listings/lock-items.server.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { InventoryItemGid, ProductGid, ShopId, VariantGid } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { MappingPart } from "./mapping-part.ts";

/** One variant of a mapped product, however it is kept. Amounts in rupees. */
export type MappedRow = {
  readonly variantGid: VariantGid;
  readonly inventoryItemGid: InventoryItemGid | null;
  /** In the merchant's own words, product and variant. */
  readonly title: string;
  readonly sku: string | null;
  readonly pricePkr: Rupees | null;
  readonly pushedQuantity: number | null;
  readonly parts: readonly MappingPart[];
};

type Tx = Prisma.TransactionClient;
type ShopModeKey = { readonly shopId: ShopId; readonly mode: Mode };

/** What of a stocked item says how it is mapped. */
export const includeMapping = {
  components: { orderBy: { position: "asc" } },
  link: true,
  listingVariant: { include: { listing: true } },
} as const satisfies Prisma.StockedItemInclude;

/**
 * Holds the mapped variants of a product still while its mapping is written anew from the service's figures: events that
 * come meanwhile wait. In the order in which events lock them, and before any listing of the product.
 */
export async function lockMappedRows(
  tx: Tx,
  { shopId, mode }: ShopModeKey,
  productGid: ProductGid,
): Promise<void> {
  await lockWholeItems(
    tx,
    shopId,
    Prisma.sql`mode = ${mode} and item_id in (
      select item.id from stocked_item as item
      join listing on listing.shop_id = item.shop_id and listing.id = item.listing_id
      where listing.shop_id = ${shopId}::uuid and listing.product_gid = ${productGid}
      union all
      select id from variant_link where shop_id = ${shopId}::uuid and product_gid = ${productGid})`,
  );
}

/** The mapped variants of some of the shop's products, in the mode asked for: those of links and of mapped listings. */
export async function loadMappedRows(
  tx: Tx,
  { shopId, mode }: ShopModeKey,
  productGids: readonly ProductGid[],
): Promise<ReadonlyMap<string, readonly MappedRow[]>> {
  const productGid = { in: [...productGids] };
  const linked = await tx.stockedItem.findMany({
    where: { shopId, mode, link: { productGid } },
    include: includeMapping,
    orderBy: [{ link: { at: "asc" } }, { variantGid: "asc" }],
  });
  const listed = await tx.stockedItem.findMany({
    where: { shopId, mode, listing: { origin: "mapped", productGid } },
    include: includeMapping,
    orderBy: { listingVariant: { supplierVariantId: "asc" } },
  });
  const rows = [...linked, ...listed].flatMap((item) => {
    const { link, listingVariant } = item;
    const row = toMappedRow(item);
    return row === null ? [] : [{ productGid: (link ?? listingVariant?.listing)?.productGid ?? "", row }];
  });
  const byProduct = Map.groupBy(rows, (each) => each.productGid);
  return new Map([...byProduct].map(([gid, own]) => [gid, own.map(({ row }) => row)]));
}

type MappedItem = Prisma.StockedItemGetPayload<{ include: typeof includeMapping }>;

/** A stocked item as a mapped variant; null while it has no variant in Shopify. */
export function toMappedRow(item: MappedItem): MappedRow | null {
  const { variantGid, inventoryItemGid, pushedQuantity, link, listingVariant } = item;
  if (variantGid === null) return null;
  const kept = { variantGid, inventoryItemGid, pushedQuantity };
  const parts = item.components.map((component) => toPart(component, item.createdAt));
  if (link) {
    const { variantTitle, title, variantSku, pricePkr } = link;
    return { ...kept, title: variantTitle || title, sku: variantSku, pricePkr, parts };
  }
  if (!listingVariant) return null;
  const { listing, sku, pricePkr } = listingVariant;
  const title = [listing.title, listingVariant.title].filter(Boolean).join(" – ");
  const ofListing = { supplierStoreId: listing.supplierStoreId, sku };
  return {
    ...{ ...kept, title, sku, pricePkr },
    parts: parts.map((part) => ({ ...part, ...ofListing, title: part.title || title })),
  };
}

function toPart(component: MappedItem["components"][number], since: Date): MappingPart {
  const { supplierProductId, supplierVariantId, supplierStoreId, title, sku } = component;
  const { quantity, wholesalePkr, minResalePkr, stock, reportedAt } = component;
  return {
    ...{ supplierProductId, supplierVariantId, supplierStoreId, title, sku },
    ...{ quantity, wholesalePkr, minResalePkr, stock, stockAt: component.stockAt ?? since, reportedAt },
  };
}
