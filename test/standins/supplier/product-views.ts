import { toIso } from "./clock.ts";
import { parcelShippingCost } from "./shipping-cost.ts";
import type { Catalog, Product, World } from "./state.ts";

/** A product as `GET /catalog/products/{id}` and the product events show it. */
export function toProductView(world: World, catalog: Catalog, product: Product): Record<string, unknown> {
  const { variants } = product;
  const stock = variants.reduce((sum, variant) => sum + Math.max(0, variant.stock), 0);
  const cheapest = [...variants].sort((a, b) => a.wholesalePrice - b.wholesalePrice)[0];
  return {
    id: product.id,
    title: product.title,
    description: product.description,
    images: product.images,
    brand: product.brand,
    tags: product.tags,
    category: toCategoryView(world, catalog, product),
    storeId: product.storeId,
    weightKg: product.weightKg,
    wholesalePrice: cheapest?.wholesalePrice ?? 0,
    suggestedPrice: cheapest?.suggestedPrice ?? 0,
    compareAtPrice: product.compareAtPrice,
    minResalePrice: cheapest?.minResalePrice ?? 0,
    inStock: stock > 0,
    stock,
    shipping: {
      required: !product.freeShipping,
      weightKg: product.weightKg,
      estimate: parcelShippingCost(world, [{ product, quantity: 1 }], null),
    },
    variants: variants.map(({ productId: _, ...variant }) => variant),
    updatedAt: toIso(product.updatedAt),
  };
}

/** A product in a list, whose variants the service may leave out. */
export function toListedProductView(
  world: World,
  catalog: Catalog,
  product: Product,
): Record<string, unknown> {
  const { variants, ...rest } = toProductView(world, catalog, product);
  switch (world.undefinedBehaviour.listVariants) {
    case "full":
      return { ...rest, variants };
    case "empty":
      return { ...rest, variants: [] };
    case "absent":
      return rest;
  }
}

function toCategoryView(world: World, catalog: Catalog, product: Product): Record<string, unknown> | null {
  const category = catalog.categories.find(({ id }) => id === product.categoryId);
  if (category === undefined) return null;
  switch (world.undefinedBehaviour.productCategory) {
    case "full":
      return { id: category.id, name: category.name, slug: category.slug };
    case "id_only":
      return { id: category.id };
    case "null":
      return null;
  }
}
