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
  return new Map(
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
}
