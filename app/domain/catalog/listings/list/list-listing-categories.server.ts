import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { modesShown } from "./find-listing-ids.server.ts";

export type ListingCategory = { readonly id: string; readonly label: string };

/** The categories of the cached catalog, each main one before its own; none before the first crawl. */
export async function listListingCategories(
  ctx: Pick<ShopContext, "shop" | "db" | "connection">,
): Promise<readonly ListingCategory[]> {
  const [mode] = modesShown(ctx);
  const rows = await ctx.db.catalogCategory.findMany({
    where: { shopId: ctx.shop.id, mode },
    orderBy: [{ position: "asc" }, { categoryId: "asc" }],
  });
  const children = Map.groupBy(rows, ({ parentId }) => parentId);
  return (children.get(null) ?? []).flatMap(({ categoryId: id, name }) => [
    { id, label: name },
    ...(children.get(id) ?? []).map((child) => ({ id: child.categoryId, label: `– ${child.name}` })),
  ]);
}
