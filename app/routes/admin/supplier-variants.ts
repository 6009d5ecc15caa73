import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { wholeCatalog } from "#app/domain/catalog/browse/catalog-filter.ts";
import { findStoredVariants } from "#app/domain/catalog/browse/find-supplier-variants.server.ts";
import { listCatalog } from "#app/domain/catalog/browse/list-catalog.server.ts";
import { toSupplierProductId } from "#app/platform/ids.ts";
import { requireShop } from "./require-shop.server.ts";

const query = z.object({
  search: z.string().trim().max(100).catch(""),
  product: z.string().max(100).transform(toSupplierProductId).nullable().catch(null),
});

/** What an item of the shop can be linked to: products by a search, or the variants of one. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const asked = query.parse({ product: null, ...Object.fromEntries(new URL(args.request.url).searchParams) });
  if (asked.product !== null)
    return { products: null, variants: await findStoredVariants(ctx, asked.product) };
  const filter = { ...wholeCatalog, search: asked.search };
  const { page } = await listCatalog(ctx, { filter, sort: "catalog", at: null });
  const cards = page.kind === "page" ? page.cards : [];
  const products = cards.map(({ supplierProductId, title, stock, imageUrl, wholesalePkr, storeName }) => ({
    ...{ supplierProductId, title, stock, imageUrl, wholesalePkr, storeName },
  }));
  return { products, variants: null };
}
