import type { ListingVariant, VariantLink, VariantLinkPart } from "@prisma/client";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { MappedVariant, NamedPart } from "./open-lines.ts";

/**
 * The shop's mapped variants behind an order's lines, in the mode of the connection (R23). What a person linked counts
 * before what was imported.
 */
export async function loadVariants(
  { ctx, shopify }: ReadRun,
  mode: Mode,
): Promise<ReadonlyMap<string, MappedVariant>> {
  const gids = shopify.lines.flatMap((line) => (line.variantId ? [line.variantId] : []));
  const where = { shopId: ctx.shop.id, mode, variantGid: { in: gids } };
  const [rows, links] = await Promise.all([
    ctx.db.listingVariant.findMany({ where, include: { listing: true } }),
    ctx.db.variantLink.findMany({ where, include: { parts: { orderBy: { position: "asc" } } } }),
  ]);
  const listed = rows.flatMap((row) =>
    row.variantGid === null ? [] : [toListedVariant(row, row.variantGid)],
  );
  return new Map([...listed, ...links.map(toLinkedVariant)].map((variant) => [variant.variantGid, variant]));
}

type ListingVariantRow = ListingVariant & {
  readonly listing: { readonly title: string; readonly supplierStoreId: string | null };
};

function toListedVariant(row: ListingVariantRow, variantGid: string): MappedVariant {
  return {
    variantGid,
    supplierStoreId: row.listing.supplierStoreId,
    title: [row.listing.title, row.title].filter(Boolean).join(" – "),
    parts: [toPart({ ...row, quantity: 1 }, null)],
  };
}

/** A bundle goes by the merchant's own name for it, and each part by the supplier's. */
function toLinkedVariant(link: VariantLink & { readonly parts: readonly VariantLinkPart[] }): MappedVariant {
  const { variantGid, supplierStoreId, parts } = link;
  // Written before links had parts.
  if (parts.length === 0) {
    return {
      variantGid,
      supplierStoreId,
      title: link.title,
      parts: [toPart({ ...link, quantity: 1 }, null)],
    };
  }
  const isBundle = parts.length > 1 || parts.some(({ quantity }) => quantity > 1);
  return {
    ...{ variantGid, supplierStoreId, title: isBundle ? link.variantTitle : link.title },
    parts: parts.map((part) => toPart(part, isBundle ? part.title : null)),
  };
}

type PartRow = Pick<
  VariantLinkPart,
  "supplierVariantId" | "sku" | "quantity" | "wholesalePkr" | "minResalePkr"
>;

function toPart(row: PartRow, title: string | null): NamedPart {
  return {
    variantId: row.supplierVariantId,
    sku: row.sku,
    title,
    quantityPerUnit: row.quantity,
    wholesalePrice: row.wholesalePkr,
    minResalePrice: row.minResalePkr,
  };
}
