import { setAvailable } from "../commerce/inventory.ts";
import { announceProduct, createProduct, createVariant, deleteProduct } from "../commerce/products.ts";
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
        readonly sku?: string;
        readonly price?: string | number;
        readonly quantity?: number;
        readonly requiresShipping?: boolean;
        readonly weightKg?: number;
      } = {},
    ) {
      const scene = sceneOf(input);
      const product = createProduct(scene, { title: input.title ?? "Own Stock Lamp" });
      product.options = [
        {
          id: world.ids.next("ProductOption"),
          name: "Title",
          values: [{ id: world.ids.next("ProductOptionValue"), name: "Default Title" }],
        },
      ];
      const variant = createVariant(scene, product, {
        selectedOptions: [{ name: "Title", value: "Default Title" }],
        price: toPaisa(input.price ?? "500"),
        sku: input.sku ?? "OWN-1",
      });
      const item = scene.shop.items.get(variant.inventoryItemId);
      const location = [...scene.shop.locations.values()].find(({ isPrimary }) => isPrimary);
      if (item && location) {
        item.requiresShipping = input.requiresShipping ?? true;
        item.weightKg = input.weightKg ?? 0.5;
        setAvailable(scene, item, location.id, input.quantity ?? 100);
      }
      announceProduct(scene, product, "products/create");
      return {
        productId: product.id,
        variantId: variant.id,
        inventoryItemId: variant.inventoryItemId,
        locationId: location?.id ?? "",
      };
    },
    /** The merchant edits a product by hand. */
    editProduct(
      input: InShop & {
        readonly id: string;
        readonly title?: string;
        readonly descriptionHtml?: string;
        readonly status?: string;
        readonly price?: string | number;
      },
    ) {
      const scene = sceneOf(input);
      const product = scene.shop.products.get(input.id);
      if (!product) throw new Error(`The shop has no product ${input.id}`);
      product.title = input.title ?? product.title;
      product.descriptionHtml = input.descriptionHtml ?? product.descriptionHtml;
      product.status = input.status ?? product.status;
      if (input.price !== undefined) {
        for (const id of product.variantIds) {
          const variant = scene.shop.variants.get(id);
          if (variant) variant.price = toPaisa(input.price);
        }
      }
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
