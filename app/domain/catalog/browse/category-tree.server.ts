import type { Db } from "#app/platform/database/db.server.ts";
import { countByCategory } from "./find-catalog-ids.server.ts";
import type { CatalogScope } from "./save-catalog.server.ts";

export type CategoryLeaf = { readonly id: string; readonly name: string; readonly count: number };

/** A main category; its count holds those of its own. */
export type CategoryNode = CategoryLeaf & { readonly children: readonly CategoryLeaf[] };

/** The categories as last read, with how many products each holds. Empty before the first walk has begun. */
export async function listCategoryTree(db: Db, place: CatalogScope): Promise<readonly CategoryNode[]> {
  const [rows, counts] = await Promise.all([
    db.catalogCategory.findMany({
      where: { shopId: place.shopId, mode: place.mode },
      orderBy: { position: "asc" },
    }),
    countByCategory(db, place),
  ]);
  const countOf = new Map(counts.map(({ categoryId, count }) => [categoryId, count]));
  const leaves = rows.map(({ categoryId, parentId, name }) => ({
    ...{ id: categoryId, parentId, name },
    count: countOf.get(categoryId) ?? 0,
  }));
  return leaves
    .filter(({ parentId }) => parentId === null)
    .map(({ parentId: _, ...main }) => {
      const own = leaves.filter(({ parentId }) => parentId === main.id);
      const children = own.map(({ id, name, count }) => ({ id, name, count }));
      return { ...main, children, count: children.reduce((sum, { count }) => sum + count, main.count) };
    });
}
