import type { SupplierControl, VariantRef } from "./control.ts";
import type { Mode, Product, Variant, World } from "./state.ts";
import { emitProductEvent } from "./stock.ts";

type ProductChange = Parameters<SupplierControl["setProduct"]>[0];
type NewVariant = Parameters<SupplierControl["addVariant"]>[0];
type PriceChange = Parameters<SupplierControl["setPrice"]>[0];

function getProduct(world: World, mode: Mode, productId: string): Product {
  const product = world.catalogs[mode].products.get(productId);
  if (product === undefined) throw new Error(`No product ${productId}`);
  return product;
}

function getVariant(world: World, { variantId, mode }: VariantRef): { variant: Variant; product: Product } {
  const variant = world.catalogs[mode ?? "live"].variants.get(variantId);
  if (variant === undefined) throw new Error(`No variant ${variantId}`);
  return { variant, product: getProduct(world, mode ?? "live", variant.productId) };
}

export function changeStock(world: World, input: VariantRef & { stock: number }): void {
  const { variant, product } = getVariant(world, input);
  variant.stock = input.stock;
  product.updatedAt = world.clock.now();
  emitProductEvent(world, input.mode ?? "live", product, "product.stock_changed", ["stock"]);
}

export function changePrice(world: World, input: PriceChange): void {
  const { variant, product } = getVariant(world, input);
  const changes: string[] = [];
  for (const field of ["wholesalePrice", "minResalePrice", "suggestedPrice"] as const) {
    const value = input[field];
    if (value === undefined) continue;
    variant[field] = value;
    changes.push(field);
  }
  product.updatedAt = world.clock.now();
  emitProductEvent(world, input.mode ?? "live", product, "product.updated", changes);
}

export function changeProduct(world: World, input: ProductChange): void {
  const product = getProduct(world, input.mode ?? "live", input.productId);
  const { title, description, images, compareAtPrice, variantImages = {} } = input;
  product.title = title ?? product.title;
  product.description = description ?? product.description;
  product.images = images ?? product.images;
  for (const variant of product.variants) variant.image = variantImages[variant.id] ?? variant.image;
  if (compareAtPrice !== undefined) product.compareAtPrice = compareAtPrice;
  product.updatedAt = world.clock.now();
  const changes = Object.entries({ title, description, images, compareAtPrice }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  emitProductEvent(world, input.mode ?? "live", product, "product.updated", changes);
}

export function withdrawProduct(world: World, input: { productId: string; mode?: Mode }): void {
  const product = getProduct(world, input.mode ?? "live", input.productId);
  product.removed = true;
  product.updatedAt = world.clock.now();
  emitProductEvent(world, input.mode ?? "live", product, "product.removed", ["removed"]);
}

export function withdrawVariant(world: World, input: VariantRef): void {
  const { variant, product } = getVariant(world, input);
  const mode = input.mode ?? "live";
  product.variants = product.variants.filter(({ id }) => id !== variant.id);
  world.catalogs[mode].variants.delete(variant.id);
  product.updatedAt = world.clock.now();
  emitProductEvent(world, mode, product, "product.updated", ["variants"]);
}

/** A variant more, its prices and stock those of the product's first unless said otherwise. */
export function addVariant(world: World, input: NewVariant): void {
  const mode = input.mode ?? "live";
  const product = getProduct(world, mode, input.productId);
  const [first] = product.variants;
  if (first === undefined) throw new Error(`Product ${input.productId} has no variant to go by`);
  const { productId: _, mode: __, ...given } = input;
  const variant: Variant = {
    ...{ ...first, isDefault: false, image: null, sku: null, color: null, size: null, title: "" },
    ...given,
    productId: product.id,
  };
  product.variants.push(variant);
  world.catalogs[mode].variants.set(variant.id, variant);
  product.updatedAt = world.clock.now();
  emitProductEvent(world, mode, product, "product.updated", ["variants"]);
}

export function restoreProduct(world: World, input: { productId: string; mode?: Mode }): void {
  getProduct(world, input.mode ?? "live", input.productId).removed = false;
}
