import { ApiError } from "./api-error.ts";
import { pageOf } from "./pages.ts";
import { booleanParam, integerParam } from "./parse.ts";
import { toListedProductView, toProductView } from "./product-views.ts";
import type { Answer, Call, Catalog, Product, World } from "./state.ts";

export function listProducts(world: World, call: Call): Answer {
  const catalog = world.catalogs[call.mode];
  const matches = toProductFilter(catalog, call.query);
  const rows = [...catalog.products.values()].filter((product) => !product.removed && matches(product));
  const page = pageOf("products", rows, call.query, "ascending");
  const data = page.data.map((product) => toListedProductView(world, catalog, product));
  return { status: 200, body: { data, nextCursor: page.nextCursor } };
}

function toProductFilter(catalog: Catalog, query: URLSearchParams): (product: Product) => boolean {
  const search = query.get("search")?.trim().toLowerCase() ?? "";
  const category = query.get("category");
  const categoryIds = category === null ? null : categoryWithChildren(catalog, category);
  const minPrice = integerParam(query, "minPrice");
  const maxPrice = integerParam(query, "maxPrice");
  const inStock = booleanParam(query, "inStock");
  return (product) => {
    const price = Math.min(...product.variants.map(({ wholesalePrice }) => wholesalePrice));
    const text = [product.title, product.brand ?? "", ...product.tags].join(" ").toLowerCase();
    return (
      text.includes(search) &&
      (categoryIds === null || categoryIds.includes(product.categoryId ?? "")) &&
      (minPrice === null || price >= minPrice) &&
      (maxPrice === null || price <= maxPrice) &&
      (inStock === null || product.variants.some(({ stock }) => stock > 0) === inStock)
    );
  };
}

function categoryWithChildren(catalog: Catalog, id: string): string[] {
  const children = catalog.categories.filter(({ parentId }) => parentId === id);
  return [id, ...children.map((child) => child.id)];
}

export function getProduct(world: World, call: Call): Answer {
  const catalog = world.catalogs[call.mode];
  const product = catalog.products.get(call.params.id ?? "");
  if (product === undefined || product.removed) throw new ApiError("not_found", "No such product");
  return { status: 200, body: toProductView(world, catalog, product) };
}

/** Only categories that hold products; a main category counts those of its children. */
export function listCategories(world: World, call: Call): Answer {
  const catalog = world.catalogs[call.mode];
  const used = new Set([...catalog.products.values()].filter((p) => !p.removed).map((p) => p.categoryId));
  const holds = (id: string) => categoryWithChildren(catalog, id).some((member) => used.has(member));
  const data = catalog.categories
    .filter(({ id, parentId }) => parentId === null && holds(id))
    .map(({ id, name, slug }) => ({
      id,
      name,
      slug,
      children: catalog.categories
        .filter((child) => child.parentId === id && used.has(child.id))
        .map((child) => ({ id: child.id, name: child.name, slug: child.slug })),
    }));
  return { status: 200, body: { data } };
}
