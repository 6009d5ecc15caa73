import {
  type Listing,
  type ListingVariant,
  Prisma,
  type StockedComponent,
  type StockedItem,
  type VariantLink,
} from "@prisma/client";
import { pickByVariant } from "#app/domain/catalog/mapping/pick-by-variant.ts";
import type { ReadOrder } from "#app/domain/orders/reconcile/order-run.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { ShopId, VariantGid } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { MappedVariant, NamedPart } from "./open-lines.ts";

/**
 * The shop's mapped variants behind an order's lines, in the mode of the connection (R23). What a person linked counts
 * before what was imported.
 */
export async function loadVariants(
  { ctx, shopify }: ReadOrder,
  mode: Mode,
): Promise<ReadonlyMap<VariantGid, MappedVariant>> {
  const gids = shopify.lines.flatMap((line) => (line.variantId ? [line.variantId] : []));
  const items = await queryRows<ItemColumns>(ctx.db, variantsQuery(ctx.shop.id, mode, gids));
  return new Map(
    [...pickByVariant(items)].map(([variantGid, item]) => [variantGid, toMappedVariant(variantGid, item)]),
  );
}

type ComponentColumns = Pick<
  StockedComponent,
  "supplierVariantId" | "supplierStoreId" | "sku" | "title" | "quantity" | "wholesalePkr" | "minResalePkr"
>;

type ItemColumns = Pick<StockedItem, "variantGid" | "listingId"> & {
  readonly listed: ListedColumns | null;
  readonly link: Pick<VariantLink, "title" | "variantTitle"> | null;
  /** Null where there are none. */
  readonly components: readonly ComponentColumns[] | null;
};

type ListedColumns = Pick<ListingVariant, "title" | "sku"> &
  Pick<Listing, "supplierStoreId"> & { readonly listingTitle: string };

/** In one statement: every order that goes asks for them. */
function variantsQuery(shopId: ShopId, mode: Mode, gids: readonly VariantGid[]): Prisma.Sql {
  return Prisma.sql`
    select item.variant_gid as "variantGid", item.listing_id as "listingId",
      (select row_to_json(listed) from (
        select variant.title, variant.sku, listing.title as "listingTitle", listing.supplier_store_id as "supplierStoreId"
        from listing_variant as variant
          join listing on listing.shop_id = variant.shop_id and listing.id = variant.listing_id
        where variant.shop_id = item.shop_id and variant.id = item.id) as listed) as listed,
      (select row_to_json(link) from (
        select title, variant_title as "variantTitle" from variant_link
        where shop_id = item.shop_id and id = item.id) as link) as link,
      (select json_agg(component) from (
        select supplier_variant_id as "supplierVariantId", supplier_store_id as "supplierStoreId", sku, title, quantity,
          wholesale_pkr as "wholesalePkr", min_resale_pkr as "minResalePkr"
        from stocked_component where shop_id = item.shop_id and item_id = item.id order by position) as component
      ) as components
    from stocked_item as item
    where item.shop_id = ${shopId}::uuid and item.mode = ${mode} and item.variant_gid = any(${gids}::text[])`;
}

/** A bundle goes by the merchant's own name for it, and each part by the supplier's. */
function toMappedVariant(variantGid: VariantGid, { link, listed, components }: ItemColumns): MappedVariant {
  const parts = components ?? [];
  if (listed) {
    const { listingTitle, title, sku, supplierStoreId } = listed;
    return {
      ...{ variantGid, supplierStoreId },
      title: [listingTitle, title].filter(Boolean).join(" – "),
      parts: parts.map((part) => toPart({ ...part, sku }, null)),
    };
  }
  const isBundle = parts.length > 1 || parts.some(({ quantity }) => quantity > 1);
  return {
    ...{ variantGid, supplierStoreId: parts[0]?.supplierStoreId ?? null },
    title: (isBundle ? link?.variantTitle : link?.title) ?? "",
    parts: parts.map((part) => toPart(part, isBundle ? part.title : null)),
  };
}

function toPart(columns: ComponentColumns, title: string | null): NamedPart {
  return {
    variantId: columns.supplierVariantId,
    sku: columns.sku,
    title,
    quantityPerUnit: columns.quantity,
    wholesalePrice: columns.wholesalePkr,
    minResalePrice: columns.minResalePkr,
  };
}
