import type { VariantLink } from "@prisma/client";
import { rupees } from "../money/rupees.ts";
import type { ReadRun } from "../order-run.ts";
import type { MappedVariant } from "./open-lines.ts";

/** The shop's mapped variants behind an order's lines, in the mode of the connection (R23). */
export async function loadVariants(
  { ctx, shopify }: ReadRun,
  mode: string,
): Promise<ReadonlyMap<string, MappedVariant>> {
  const gids = shopify.lines.flatMap((line) => (line.variantId ? [line.variantId] : []));
  const rows = await ctx.db.listingVariant.findMany({
    where: { shopId: ctx.shop.id, mode, variantGid: { in: gids } },
    include: { listing: true },
  });
  const links = await ctx.db.variantLink.findMany({
    where: { shopId: ctx.shop.id, mode, variantGid: { in: gids } },
  });
  const listed = new Map(
    rows.flatMap((row) =>
      row.variantGid === null
        ? []
        : [
            [
              row.variantGid,
              {
                variantGid: row.variantGid,
                supplierStoreId: row.listing.supplierStoreId,
                title: [row.listing.title, row.title].filter(Boolean).join(" – "),
                part: {
                  variantId: row.supplierVariantId,
                  sku: row.sku,
                  quantityPerUnit: 1,
                  wholesalePrice: rupees(row.wholesalePkr),
                  minResalePrice: rupees(row.minResalePkr),
                },
              },
            ],
          ],
    ),
  );
  return new Map([...listed, ...links.map((link) => [link.variantGid, toMapped(link)] as const)]);
}

/** What a person linked counts before what was imported. */
function toMapped(link: VariantLink): MappedVariant {
  return {
    variantGid: link.variantGid,
    supplierStoreId: link.supplierStoreId,
    title: link.title,
    part: {
      variantId: link.supplierVariantId,
      sku: link.sku,
      quantityPerUnit: 1,
      wholesalePrice: rupees(link.wholesalePkr),
      minResalePrice: rupees(link.minResalePkr),
    },
  };
}
