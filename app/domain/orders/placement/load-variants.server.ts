import type { Prisma, StockedComponent } from "@prisma/client";
import { pickByVariant } from "#app/domain/catalog/mapping/pick-by-variant.ts";
import type { ReadOrder } from "#app/domain/orders/reconcile/order-run.ts";
import type { VariantGid } from "#app/platform/ids.ts";
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
  const items = await ctx.db.stockedItem.findMany({
    where: { shopId: ctx.shop.id, mode, variantGid: { in: gids } },
    include: includeMapping,
  });
  return new Map(
    [...pickByVariant(items)].map(([variantGid, item]) => [variantGid, toMappedVariant(variantGid, item)]),
  );
}

const includeMapping = {
  components: { orderBy: { position: "asc" } },
  link: { select: { title: true, variantTitle: true } },
  listingVariant: {
    select: { title: true, sku: true, listing: { select: { title: true, supplierStoreId: true } } },
  },
} as const satisfies Prisma.StockedItemInclude;

type ItemRow = Prisma.StockedItemGetPayload<{ include: typeof includeMapping }>;

/** A bundle goes by the merchant's own name for it, and each part by the supplier's. */
function toMappedVariant(
  variantGid: VariantGid,
  { link, listingVariant, components }: ItemRow,
): MappedVariant {
  if (listingVariant) {
    const { listing, title, sku } = listingVariant;
    return {
      ...{ variantGid, supplierStoreId: listing.supplierStoreId },
      title: [listing.title, title].filter(Boolean).join(" – "),
      parts: components.map((component) => toPart({ ...component, sku }, null)),
    };
  }
  const isBundle = components.length > 1 || components.some(({ quantity }) => quantity > 1);
  return {
    ...{ variantGid, supplierStoreId: components[0]?.supplierStoreId ?? null },
    title: (isBundle ? link?.variantTitle : link?.title) ?? "",
    parts: components.map((component) => toPart(component, isBundle ? component.title : null)),
  };
}

type ComponentRow = Pick<
  StockedComponent,
  "supplierVariantId" | "sku" | "quantity" | "wholesalePkr" | "minResalePkr"
>;

function toPart(row: ComponentRow, title: string | null): NamedPart {
  return {
    variantId: row.supplierVariantId,
    sku: row.sku,
    title,
    quantityPerUnit: row.quantity,
    wholesalePrice: row.wholesalePkr,
    minResalePrice: row.minResalePkr,
  };
}
