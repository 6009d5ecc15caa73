import { ordinaryProducts } from "./seed-ordinary.ts";
import { AWKWARD_PRODUCTS, CATEGORY_SEEDS, type ProductSeed, WORKED_PRODUCTS } from "./seed-products.ts";
import type { Catalog, Product, Variant } from "./state.ts";

const IMAGE_BASE = "https://images.karwan-catalog.example";

/** The same catalog every time. With a prefix, every product and variant id gets it (a sandbox with ids of its own). */
export function buildCatalog(now: number, idPrefix = ""): Catalog {
  const seeds = [...WORKED_PRODUCTS, ...AWKWARD_PRODUCTS, ...ordinaryProducts()];
  const products = seeds.map((seed, index) => buildProduct(seed, index + 1, now, idPrefix));
  return {
    categories: CATEGORY_SEEDS.map((category) => ({ ...category, slug: toSlug(category.name) })),
    products: new Map(products.map((product) => [product.id, product])),
    variants: new Map(
      products.flatMap(({ variants }) => variants.map((variant) => [variant.id, variant] as const)),
    ),
  };
}

function toSlug(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

export function buildProduct(seed: ProductSeed, seq: number, now: number, idPrefix: string): Product {
  const id = `${idPrefix}${seed.id}`;
  const images = seed.images ?? [1, 2].map((n) => `${IMAGE_BASE}/${seed.id}/${n}.jpg`);
  return {
    seq,
    id,
    title: seed.title,
    description: seed.description ?? `<p>${seed.title}. <strong>Checked before dispatch.</strong></p>`,
    images,
    brand: seed.brand ?? null,
    tags: seed.tags ?? [],
    categoryId: seed.category,
    storeId: seed.store,
    weightKg: seed.weightKg,
    compareAtPrice: seed.compareAt === undefined ? seed.suggested + 300 : seed.compareAt,
    freeShipping: seed.freeShipping ?? false,
    removed: false,
    variants: buildVariants(seed, id, images[0] ?? null),
    updatedAt: now,
  };
}

function buildVariants(seed: ProductSeed, productId: string, image: string | null): Variant[] {
  const options = (seed.colors ?? [null]).flatMap((color) =>
    (seed.sizes ?? [null]).map((size) => ({ color, size })),
  );
  return options.map(({ color, size }, index) => {
    const isDefault = color === null && size === null;
    const dearer = seed.sizes !== undefined && index % (seed.sizes.length || 1) === seed.sizes.length - 1;
    const extra = dearer ? 100 : 0;
    return {
      id: isDefault ? productId : `${productId}_v${index + 1}`,
      productId,
      isDefault,
      sku: `${seed.id.replace("prd_", "").toUpperCase()}${isDefault ? "" : `-${index + 1}`}`,
      color,
      size,
      title: isDefault ? "Default" : [color, size].filter((part) => part !== null).join(" / "),
      image: seed.isPicturedByColor && color ? `${IMAGE_BASE}/${seed.id}/${color.toLowerCase()}.jpg` : image,
      wholesalePrice: seed.wholesale + extra,
      suggestedPrice: seed.suggested + extra,
      minResalePrice: seed.minResale + extra,
      stock: seed.stock ?? 50,
    };
  });
}
