import type { Prisma } from "@prisma/client";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { InventoryItemGid, ShopId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { MappingPart } from "./mapping-part.ts";

/** One variant of a mapped product, however it is kept. Amounts in rupees. */
export type MappedRow = {
  readonly variantGid: string;
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

export const includeParts = { parts: { orderBy: { position: "asc" } } } as const;

/**
 * Holds the service's figures of a product still while its mapping is written anew from them: news that comes meanwhile
 * waits. In the order in which news locks them.
 */
export async function lockMappedRows(
  tx: Tx,
  { shopId, mode }: ShopModeKey,
  productGid: string,
): Promise<void> {
  await tx.$executeRaw`
    select from listing_variant as row
    join listing on listing.shop_id = row.shop_id and listing.id = row.listing_id
    where row.shop_id = ${shopId}::uuid and row.mode = ${mode} and listing.product_gid = ${productGid}
    order by row.id for no key update of row`;
  await tx.$executeRaw`
    select from variant_link_part as row
    join variant_link as link on link.shop_id = row.shop_id and link.id = row.link_id
    where row.shop_id = ${shopId}::uuid and row.mode = ${mode} and link.product_gid = ${productGid}
    order by row.link_id, row.supplier_variant_id for no key update of row`;
}

/** The mapped variants of some of the shop's products, in the mode asked for: those of links and of mapped listings. */
export async function loadMappedRows(
  tx: Tx,
  { shopId, mode }: ShopModeKey,
  productGids: readonly string[],
): Promise<ReadonlyMap<string, readonly MappedRow[]>> {
  const inProducts = { in: [...productGids] };
  const links = await tx.variantLink.findMany({
    where: { shopId, mode, productGid: inProducts },
    include: includeParts,
    orderBy: [{ at: "asc" }, { variantGid: "asc" }],
  });
  const listings = await tx.listing.findMany({
    where: { shopId, mode, origin: "mapped", productGid: inProducts },
    include: { variants: { orderBy: { supplierVariantId: "asc" } } },
  });
  const rows = [
    ...links.map((link) => ({ productGid: link.productGid, row: toRowOfLink(link) })),
    ...listings.flatMap((listing) =>
      listing.variants.flatMap((variant) => {
        const row = toRowOfListing(listing, variant);
        return row === null ? [] : [{ productGid: listing.productGid, row }];
      }),
    ),
  ];
  const byProduct = Map.groupBy(rows, ({ productGid }) => productGid ?? "");
  return new Map([...byProduct].map(([gid, own]) => [gid, own.map(({ row }) => row)]));
}

type VariantLinkRow = Prisma.VariantLinkGetPayload<{ include: typeof includeParts }>;

/** One link as a mapped variant. */
export function toRowOfLink(link: VariantLinkRow): MappedRow {
  // Written before links had parts.
  const parts =
    link.parts.length > 0 ? link.parts : [{ ...link, quantity: 1, stock: 0, stockAt: null, toldAt: null }];
  return {
    ...{ variantGid: link.variantGid, inventoryItemGid: link.inventoryItemGid },
    title: link.variantTitle || link.title,
    ...{ sku: link.variantSku, pricePkr: link.pricePkr, pushedQuantity: link.pushedQuantity },
    parts: parts.map((part) => toPart(part, link.at)),
  };
}

type StoredPart = Omit<MappingPart, "stockAt"> & { readonly stockAt: Date | null };

function toPart(part: StoredPart, since: Date): MappingPart {
  const { supplierProductId, supplierVariantId, supplierStoreId, title, sku } = part;
  const { quantity, wholesalePkr, minResalePkr, stock, toldAt } = part;
  return {
    ...{ supplierProductId, supplierVariantId, supplierStoreId, title, sku },
    ...{ quantity, wholesalePkr, minResalePkr, stock, stockAt: part.stockAt ?? since, toldAt },
  };
}

type ListedVariantRow = Prisma.ListingGetPayload<{ include: { variants: true } }>;

function toRowOfListing(
  listing: ListedVariantRow,
  variant: ListedVariantRow["variants"][number],
): MappedRow | null {
  if (variant.variantGid === null) return null;
  const title = [listing.title, variant.title].filter(Boolean).join(" – ");
  const { supplierProductId, supplierStoreId } = listing;
  const { supplierVariantId, wholesalePkr, minResalePkr, stock, toldAt } = variant;
  return {
    ...{ variantGid: variant.variantGid, inventoryItemGid: variant.inventoryItemGid, title },
    ...{ sku: variant.sku, pricePkr: variant.pricePkr, pushedQuantity: variant.pushedQuantity },
    parts: [
      {
        ...{ supplierProductId, supplierVariantId, supplierStoreId, sku: variant.sku },
        title: variant.supplierTitle ?? title,
        ...{ quantity: 1, wholesalePkr, minResalePkr, stock, toldAt },
        stockAt: variant.stockAt ?? listing.createdAt,
      },
    ],
  };
}
