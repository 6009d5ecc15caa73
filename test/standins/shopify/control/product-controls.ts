import { publishEverywhere } from "../commerce/channels.ts";
import { setAvailable } from "../commerce/inventory.ts";
import {
  announceProduct,
  createProduct,
  createVariant,
  deleteProduct,
  removeVariant,
} from "../commerce/products.ts";
import { DEMO_SHOP } from "../defaults.ts";
import { toPaisa } from "../money.ts";
import { getShop, type World } from "../world.ts";

type InShop = { readonly shop?: string };

/** Controls over products: the merchant's own, and what the merchant does to ours by hand. */
export function productControls(world: World) {
  const sceneOf = ({ shop }: InShop) => ({ world, shop: getShop(world, shop ?? DEMO_SHOP) });
  return {
    /** A product the merchant stocks at a location of their own. */
    addOwnProduct(
      input: InShop & {
        readonly title?: string;
        /** Null: its variants have none. */
        readonly sku?: string | null;
        readonly price?: string | number;
        readonly quantity?: number;
        readonly requiresShipping?: boolean;
        readonly weightKg?: number;
        /** One variant a value; without options it is Shopify's "Default Title". */
        readonly option?: { readonly name: string; readonly values: readonly string[] };
        readonly tracked?: boolean;
      } = {},
    ) {
      const scene = sceneOf(input);
      const product = createProduct(scene, { title: input.title ?? "Own Stock Lamp" });
      const { name, values } = input.option ?? { name: "Title", values: ["Default Title"] };
      product.options = [
        {
          ...{ id: world.ids.next("ProductOption"), name },
          values: values.map((value) => ({ id: world.ids.next("ProductOptionValue"), name: value })),
        },
      ];
      publishEverywhere(scene, product);
      const location = [...scene.shop.locations.values()].find(({ isPrimary }) => isPrimary);
      const variants = values.map((value, index) => {
        const variant = createVariant(scene, product, {
          selectedOptions: [{ name, value }],
          price: toPaisa(input.price ?? "500"),
          sku: input.sku === null ? null : `${input.sku ?? "OWN-1"}${index === 0 ? "" : `-${index + 1}`}`,
        });
        const item = scene.shop.items.get(variant.inventoryItemId);
        if (item && location) {
          item.requiresShipping = input.requiresShipping ?? true;
          item.tracked = input.tracked ?? item.tracked;
          item.weightKg = input.weightKg ?? 0.5;
          setAvailable(scene, item, location.id, input.quantity ?? 100);
        }
        return variant;
      });
      announceProduct(scene, product, "products/create");
      return {
        productId: product.id,
        variantId: variants[0]?.id ?? "",
        variantIds: variants.map(({ id }) => id),
        inventoryItemId: variants[0]?.inventoryItemId ?? "",
        locationId: location?.id ?? "",
      };
    },
    /** The merchant deletes one variant of a product. */
    deleteVariant(input: InShop & { readonly id: string }) {
      const scene = sceneOf(input);
      const variant = scene.shop.variants.get(input.id);
      const product = variant && scene.shop.products.get(variant.productId);
      if (!variant || !product) throw new Error(`The shop has no variant ${input.id}`);
      removeVariant(scene, product, variant.id);
      announceProduct(scene, product, "products/update");
      return { id: input.id };
    },
    /** A collection the merchant fills by hand. */
    addCollection(input: InShop & { readonly title: string }) {
      const { shop } = sceneOf(input);
      const id = world.ids.next("Collection");
      shop.collections.set(id, {
        id,
        title: input.title,
        productIds: new Set(),
        updatedAt: world.clock.now(),
      });
      return { id };
    },
    /** The merchant edits a product by hand. */
    editProduct(
      input: InShop & {
        readonly id: string;
        readonly title?: string;
        readonly descriptionHtml?: string;
        readonly status?: string;
        readonly price?: string | number;
        /** The price is that of one variant only. */
        readonly variantId?: string;
        /** Images taken away, by their place from 0. */
        readonly removeImage?: number;
      },
    ) {
      const scene = sceneOf(input);
      const product = scene.shop.products.get(input.id);
      if (!product) throw new Error(`The shop has no product ${input.id}`);
      product.title = input.title ?? product.title;
      product.descriptionHtml = input.descriptionHtml ?? product.descriptionHtml;
      product.status = input.status ?? product.status;
      if (input.price !== undefined) {
        for (const id of product.variantIds.filter((one) => one === (input.variantId ?? one))) {
          const variant = scene.shop.variants.get(id);
          if (variant) variant.price = toPaisa(input.price);
        }
      }
      if (input.removeImage !== undefined) product.media.splice(input.removeImage, 1);
      announceProduct(scene, product, "products/update");
      return { id: product.id };
    },
    /** The merchant ticks a product's sales channels by hand, by their names; without names all of them. */
    setChannels(input: InShop & { readonly id: string; readonly names?: readonly string[] }) {
      const scene = sceneOf(input);
      const product = scene.shop.products.get(input.id);
      if (!product) throw new Error(`The shop has no product ${input.id}`);
      publishEverywhere(scene, product);
      for (const { id, name } of scene.shop.publications)
        if (input.names && !input.names.includes(name)) product.publishedOn.delete(id);
      announceProduct(scene, product, "products/update");
      return { id: product.id };
    },
    deleteProduct(input: InShop & { readonly id: string }) {
      const scene = sceneOf(input);
      const product = scene.shop.products.get(input.id);
      if (!product) throw new Error(`The shop has no product ${input.id}`);
      deleteProduct(scene, product);
      return { id: input.id };
    },
    /** The merchant writes a variant's SKU, or takes it away. */
    setSku(input: InShop & { readonly variantId: string; readonly sku: string | null }) {
      const { shop } = sceneOf(input);
      const item = shop.items.get(shop.variants.get(input.variantId)?.inventoryItemId ?? "");
      if (!item) throw new Error(`The shop has no variant ${input.variantId}`);
      item.sku = input.sku;
      return { sku: item.sku };
    },
    /** What stands of one item at one location; null where it is not stocked. */
    levelOf(input: InShop & { readonly inventoryItemId: string; readonly locationId: string }) {
      const { shop } = sceneOf(input);
      const level = shop.items.get(input.inventoryItemId)?.levels.get(input.locationId);
      return level ? { available: level.available, committed: level.committed } : null;
    },
    /** Shopify refuses every quantity of an item from now on, for a reason of its own; null: not any more. */
    refuseQuantities(
      input: InShop & {
        readonly inventoryItemId: string;
        readonly refusal: { readonly code: string | null; readonly message: string } | null;
      },
    ) {
      const item = sceneOf(input).shop.items.get(input.inventoryItemId);
      if (!item) throw new Error(`The shop has no item ${input.inventoryItemId}`);
      item.refusal = input.refusal;
      return { inventoryItemId: item.id };
    },
    /** The merchant changes a level by hand. */
    setStock(
      input: InShop & { readonly variantId: string; readonly locationId: string; readonly available: number },
    ) {
      const scene = sceneOf(input);
      const variant = scene.shop.variants.get(input.variantId);
      const item = variant && scene.shop.items.get(variant.inventoryItemId);
      if (!item) throw new Error(`The shop has no variant ${input.variantId}`);
      const level = setAvailable(scene, item, input.locationId, input.available);
      return { available: level.available };
    },
  };
}
