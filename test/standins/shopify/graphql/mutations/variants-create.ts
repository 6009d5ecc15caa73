import { z } from "zod";
import { announceProduct, createVariant } from "../../commerce/products.ts";
import { toPaisa } from "../../money.ts";
import type { ProductState, VariantState } from "../../state.ts";
import type { Scene } from "../../world.ts";
import { decimal, idArg, parseArgs, text } from "../arguments.ts";
import { productView, variantsOf, variantView } from "../product-view.ts";
import type { Args, View } from "../view.ts";
import { changeItem, itemInput } from "./inventory.ts";
import { metafieldInput, setMetafields } from "./metafields.ts";
import { payload, refuseWith } from "./user-error.ts";
import { checkMedia } from "./variant-media.ts";

const variantInput = z.strictObject({
  price: decimal.nullish(),
  compareAtPrice: decimal.nullish(),
  barcode: text,
  taxable: z.boolean().nullish(),
  inventoryPolicy: text,
  mediaId: text,
  inventoryItem: itemInput.nullish(),
  metafields: z.array(metafieldInput).nullish(),
  optionValues: z.array(z.strictObject({ optionName: text, name: text, id: text, optionId: text })),
});
const createArgs = z.strictObject({
  productId: idArg,
  strategy: text,
  variants: z.array(variantInput),
});

type VariantInput = z.infer<typeof variantInput>;

/** Variants added to a product that is there: all of them or, when one is refused, none. */
export function variantsCreateMutations(scene: Scene): View {
  return {
    productVariantsBulkCreate: (args: Args) =>
      payload(["product", "productVariants"], () => {
        const input = parseArgs(createArgs, args, "productVariantsBulkCreate");
        const product = scene.shop.products.get(input.productId);
        if (!product) throw refuseWith("Product does not exist", ["productId"], "PRODUCT_DOES_NOT_EXIST");
        for (const [index, one] of input.variants.entries()) check(scene, product, one, index);
        const made = input.variants.map((one) => create(scene, product, one));
        announceProduct(scene, product, "products/update");
        return {
          product: productView(scene, product),
          productVariants: made.map((variant) => variantView(scene, variant)),
        };
      }),
  };
}

function check(scene: Scene, product: ProductState, input: VariantInput, index: number): void {
  const field = ["variants", String(index)];
  const unknown = input.optionValues.some(
    ({ optionName }) => !product.options.some(({ name }) => name === optionName),
  );
  if (unknown) throw refuseWith("Option does not exist", field, "INVALID_INPUT");
  if (input.optionValues.length < product.options.length) {
    throw refuseWith("You need to add option values", field, "NEED_TO_ADD_OPTION_VALUES");
  }
  const wanted = valuesOf(product, input);
  const exists = variantsOf(scene, product).some(({ selectedOptions }) =>
    selectedOptions.every(({ value }, at) => value === wanted[at]),
  );
  checkMedia(product, input, field);
  const title = wanted.join(" / ");
  if (exists) throw refuseWith(`The variant '${title}' already exists.`, field, "VARIANT_ALREADY_EXISTS");
}

function valuesOf(product: ProductState, { optionValues }: VariantInput): string[] {
  return product.options.map(
    ({ name }) => optionValues.find(({ optionName }) => optionName === name)?.name ?? "",
  );
}

/** Values a product does not have yet are added to its options. */
function create(scene: Scene, product: ProductState, input: VariantInput): VariantState {
  const values = valuesOf(product, input);
  for (const [at, option] of product.options.entries()) {
    const name = values[at] ?? "";
    if (option.values.some((value) => value.name === name)) continue;
    option.values.push({ id: scene.world.ids.next("ProductOptionValue"), name });
  }
  const variant = createVariant(scene, product, {
    price: toPaisa(input.price ?? 0),
    selectedOptions: product.options.map(({ name }, at) => ({ name, value: values[at] ?? "" })),
  });
  if (input.compareAtPrice) variant.compareAtPrice = toPaisa(input.compareAtPrice);
  variant.mediaId = input.mediaId ?? null;
  variant.barcode = input.barcode ?? null;
  variant.taxable = input.taxable ?? variant.taxable;
  variant.inventoryPolicy = input.inventoryPolicy ?? variant.inventoryPolicy;
  const item = scene.shop.items.get(variant.inventoryItemId);
  if (item && input.inventoryItem) changeItem(scene, item, input.inventoryItem);
  setMetafields(
    scene,
    (input.metafields ?? []).map((one) => ({ ...one, ownerId: variant.id })),
  );
  return variant;
}
