import { z } from "zod";
import { addMedia } from "../../commerce/media.ts";
import { announceProduct, deleteProduct } from "../../commerce/products.ts";
import { toPaisa } from "../../money.ts";
import type { ProductState, VariantState } from "../../state.ts";
import type { Scene } from "../../world.ts";
import { decimal, idArg, parseArgs, text } from "../arguments.ts";
import { productView, variantView } from "../product-view.ts";
import type { Args, View } from "../view.ts";
import { changeItem, itemInput } from "./inventory.ts";
import { metafieldInput, setMetafields } from "./metafields.ts";
import { productFields } from "./product-set-input.ts";
import { payload, refuseWith, type UserError, UserErrors } from "./user-error.ts";
import { checkMedia } from "./variant-media.ts";

const updateArgs = z.strictObject({
  product: z.strictObject({
    id: idArg,
    ...productFields,
    deleteConflictingConstrainedMetafields: z.boolean().nullish(),
  }),
  media: z
    .array(z.strictObject({ originalSource: z.string(), alt: text, mediaContentType: z.string() }))
    .nullish(),
});
const variantInput = z.strictObject({
  id: idArg,
  price: decimal.nullish(),
  compareAtPrice: decimal.nullish(),
  barcode: text,
  taxable: z.boolean().nullish(),
  inventoryPolicy: text,
  mediaId: text,
  inventoryItem: itemInput.nullish(),
  metafields: z.array(metafieldInput).nullish(),
});
const bulkArgs = z.strictObject({
  productId: idArg,
  variants: z.array(variantInput),
  allowPartialUpdates: z.boolean().nullish(),
});
export function productMutations(scene: Scene): View {
  return {
    productUpdate: (args: Args) =>
      payload(["product"], () => {
        const { product: input, media } = parseArgs(updateArgs, args, "productUpdate");
        const product = findProduct(scene, input.id);
        changeProduct(product, input);
        setMetafields(
          scene,
          (input.metafields ?? []).map((one) => ({ ...one, ownerId: product.id })),
        );
        for (const { originalSource, alt } of media ?? [])
          addMedia(scene, product, { originalSource, alt: alt ?? "" });
        announceProduct(scene, product, "products/update");
        return { product: productView(scene, product) };
      }),
    productDelete: (args: Args) =>
      payload(["deletedProductId"], () => {
        const id: unknown = Reflect.get(Object(args.input), "id");
        const product = findProduct(scene, String(id));
        deleteProduct(scene, product);
        return { deletedProductId: product.id };
      }),
    productVariantsBulkUpdate: (args: Args) => bulkUpdate(scene, args),
  };
}

function findProduct(scene: Scene, id: string): ProductState {
  const product = scene.shop.products.get(id);
  if (!product) throw refuseWith("Product does not exist", ["id"], "PRODUCT_DOES_NOT_EXIST");
  return product;
}

type ProductChange = Partial<
  Record<"title" | "handle" | "descriptionHtml" | "vendor" | "productType" | "status", string | null>
> & { tags?: string[] | null; templateSuffix?: string | null };

/** Applies what was sent and leaves the rest. */
export function changeProduct(product: ProductState, input: ProductChange): void {
  product.title = input.title ?? product.title;
  product.handle = input.handle ?? product.handle;
  product.descriptionHtml = input.descriptionHtml ?? product.descriptionHtml;
  product.vendor = input.vendor ?? product.vendor;
  product.productType = input.productType ?? product.productType;
  product.status = input.status ?? product.status;
  product.tags = input.tags ?? product.tags;
  product.templateSuffix = input.templateSuffix ?? product.templateSuffix;
}

function bulkUpdate(scene: Scene, args: Args) {
  const input = parseArgs(bulkArgs, args, "productVariantsBulkUpdate");
  const product = scene.shop.products.get(input.productId);
  if (!product) {
    return {
      product: null,
      productVariants: null,
      userErrors: [
        { field: ["productId"], message: "Product does not exist", code: "PRODUCT_DOES_NOT_EXIST" },
      ],
    };
  }
  const known = input.variants.filter(({ id }) => product.variantIds.includes(id));
  const errors = input.variants.flatMap(({ id }, index): UserError[] =>
    product.variantIds.includes(id)
      ? []
      : [
          {
            field: ["variants", String(index), "id"],
            message: "Product variant does not exist",
            code: "PRODUCT_VARIANT_DOES_NOT_EXIST",
          },
        ],
  );
  if (errors.length > 0 && !input.allowPartialUpdates) {
    return { product: null, productVariants: null, userErrors: errors };
  }
  try {
    for (const [index, one] of known.entries()) checkMedia(product, one, ["variants", String(index)]);
    for (const one of known) changeVariant(scene, one);
  } catch (error) {
    if (!(error instanceof UserErrors)) throw error;
    return { product: null, productVariants: null, userErrors: error.list };
  }
  announceProduct(scene, product, "products/update");
  const updated = known.flatMap(({ id }): VariantState[] => {
    const variant = scene.shop.variants.get(id);
    return variant ? [variant] : [];
  });
  return {
    product: productView(scene, product),
    productVariants: updated.map((variant) => variantView(scene, variant)),
    userErrors: errors,
  };
}

function changeVariant(scene: Scene, input: z.infer<typeof variantInput>): void {
  const variant = scene.shop.variants.get(input.id);
  const item = variant && scene.shop.items.get(variant.inventoryItemId);
  if (!variant || !item) return;
  if (input.price !== undefined && input.price !== null) variant.price = toPaisa(input.price);
  if (input.compareAtPrice !== undefined) {
    variant.compareAtPrice = input.compareAtPrice === null ? null : toPaisa(input.compareAtPrice);
  }
  variant.mediaId = input.mediaId ?? variant.mediaId;
  variant.barcode = input.barcode ?? variant.barcode;
  variant.taxable = input.taxable ?? variant.taxable;
  variant.inventoryPolicy = input.inventoryPolicy ?? variant.inventoryPolicy;
  variant.updatedAt = scene.world.clock.now();
  if (input.inventoryItem) changeItem(scene, item, input.inventoryItem);
  setMetafields(
    scene,
    (input.metafields ?? []).map((one) => ({ ...one, ownerId: variant.id })),
  );
}
