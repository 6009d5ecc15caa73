import { gid } from "../ids.ts";
import type { Paisa } from "../money.ts";
import type { InventoryItemState, ProductState, VariantState } from "../state.ts";
import { productBody } from "../webhooks/product-body.ts";
import type { Scene } from "../world.ts";
import { activateLevel } from "./inventory.ts";

/** Products, variants and the inventory items that come with them. */
export function createProduct(
  scene: Scene,
  input: { readonly title: string; readonly handle?: string | null },
): ProductState {
  const { world, shop } = scene;
  const now = world.clock.now();
  const product: ProductState = {
    id: world.ids.next("Product"),
    handle: freeHandle(scene, input.handle ?? input.title),
    title: input.title,
    descriptionHtml: "",
    vendor: shop.name,
    productType: "",
    status: "ACTIVE",
    tags: [],
    templateSuffix: null,
    seo: { title: null, description: null },
    options: [],
    variantIds: [],
    media: [],
    publishedOn: new Map(),
    createdAt: now,
    updatedAt: now,
  };
  shop.products.set(product.id, product);
  return product;
}

function freeHandle({ shop }: Scene, from: string): string {
  const base =
    from
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "") || "product";
  const taken = new Set([...shop.products.values()].map(({ handle }) => handle));
  let handle = base;
  for (let count = 1; taken.has(handle); count += 1) handle = `${base}-${count}`;
  return handle;
}

export type NewVariant = {
  readonly selectedOptions: ReadonlyArray<{ readonly name: string; readonly value: string }>;
  readonly price: Paisa;
  readonly sku?: string | null;
  /** Locations the variant is said to be stocked at. */
  readonly stockedAt?: readonly string[];
};

export function createVariant(scene: Scene, product: ProductState, input: NewVariant): VariantState {
  const { world, shop } = scene;
  const now = world.clock.now();
  const number = world.ids.number("ProductVariant");
  const item: InventoryItemState = {
    id: world.ids.next("InventoryItem"),
    variantId: gid("ProductVariant", number),
    sku: input.sku ?? null,
    cost: null,
    tracked: true,
    requiresShipping: true,
    weightKg: 0,
    countryCodeOfOrigin: null,
    levels: new Map(),
    refusal: null,
    createdAt: now,
    updatedAt: now,
  };
  const variant: VariantState = {
    id: item.variantId,
    productId: product.id,
    inventoryItemId: item.id,
    price: input.price,
    compareAtPrice: null,
    barcode: null,
    taxable: true,
    inventoryPolicy: "DENY",
    position: product.variantIds.length + 1,
    selectedOptions: input.selectedOptions.map((option) => ({ ...option })),
    mediaId: null,
    createdAt: now,
    updatedAt: now,
  };
  shop.items.set(item.id, item);
  shop.variants.set(variant.id, variant);
  product.variantIds.push(variant.id);
  const isSaid = (input.stockedAt?.length ?? 0) > 0 && world.rules.isOn("quantities_name_where_stocked");
  if (!isSaid && world.rules.isOn("new_variant_at_merchant_locations")) {
    for (const { id, serviceId } of shop.locations.values()) if (!serviceId) activateLevel(scene, item, id);
  }
  return variant;
}

export function removeVariant({ shop }: Scene, product: ProductState, variantId: string): void {
  const variant = shop.variants.get(variantId);
  if (variant) shop.items.delete(variant.inventoryItemId);
  shop.variants.delete(variantId);
  product.variantIds = product.variantIds.filter((id) => id !== variantId);
}

export function announceProduct(
  { world, shop }: Scene,
  product: ProductState,
  topic: "products/create" | "products/update",
): void {
  product.updatedAt = world.clock.now();
  world.webhooks.emit(shop, topic, productBody(shop, product));
}

export function deleteProduct(scene: Scene, product: ProductState): void {
  for (const id of [...product.variantIds]) removeVariant(scene, product, id);
  scene.shop.products.delete(product.id);
  for (const { productIds } of scene.shop.collections.values()) productIds.delete(product.id);
  scene.shop.metafields = scene.shop.metafields.filter(({ ownerId }) => ownerId !== product.id);
  scene.world.webhooks.emit(scene.shop, "products/delete", { id: Number(product.id.split("/").at(-1)) });
}
