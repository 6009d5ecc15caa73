import { z } from "zod";
import { setAvailable } from "../../commerce/inventory.ts";
import { addMedia } from "../../commerce/media.ts";
import { announceProduct, createProduct, createVariant, removeVariant } from "../../commerce/products.ts";
import { toPaisa } from "../../money.ts";
import type { ProductOperationState, ProductState, VariantState } from "../../state.ts";
import type { Scene } from "../../world.ts";
import { parseArgs, text } from "../arguments.ts";
import { productOperationView } from "../node.ts";
import { productView, variantsOf } from "../product-view.ts";
import { findProduct } from "../query-root.ts";
import type { Args, View } from "../view.ts";
import { changeItem } from "./inventory.ts";
import { setMetafields } from "./metafields.ts";
import { checkCustomId, checkFiles, checkLimits, checkVariants } from "./product-set-checks.ts";
import { type ProductInput, setArgs, type VariantInput } from "./product-set-input.ts";
import { changeProduct } from "./products.ts";
import { payload, refuseWith, UserErrors } from "./user-error.ts";

const ASYNC_DELAY_MS = 100;

export function productSetMutations(scene: Scene): View {
  return {
    productSet: (args: Args) => {
      const { identifier, input, synchronous } = parseArgs(setArgs, args, "productSet");
      if (synchronous === false) {
        return {
          product: null,
          userErrors: [],
          productSetOperation: productOperationView(scene, setLater(scene, identifier, input)),
        };
      }
      return {
        productSetOperation: null,
        ...payload(["product"], () => ({
          product: productView(scene, setProduct(scene, identifier, input)),
        })),
      };
    },
  };
}

function setLater(scene: Scene, identifier: unknown, input: ProductInput): ProductOperationState {
  const operation: ProductOperationState = {
    id: scene.world.ids.next("ProductSetOperation"),
    status: "CREATED",
    productId: null,
    userErrors: [],
  };
  scene.shop.operations.set(operation.id, operation);
  scene.world.scheduler.after(ASYNC_DELAY_MS, () => {
    try {
      operation.productId = setProduct(scene, identifier, input).id;
    } catch (error) {
      if (!(error instanceof UserErrors)) throw error;
      operation.userErrors = error.list.map(({ field, message, code }) => ({
        field: field ? [...field] : null,
        message,
        code: code ?? null,
      }));
    }
    operation.status = "COMPLETE";
  });
  return operation;
}

function setProduct(scene: Scene, identifier: unknown, input: ProductInput): ProductState {
  checkLimits(input);
  checkCustomId(identifier, input);
  checkCollections(scene, input);
  const found = findProduct(scene, identifier) ?? (input.id ? scene.shop.products.get(input.id) : undefined);
  const byId =
    typeof identifier === "object" &&
    identifier !== null &&
    typeof Reflect.get(identifier, "id") === "string";
  if (!found && (byId || input.id))
    throw refuseWith("Product does not exist", ["identifier", "id"], "PRODUCT_DOES_NOT_EXIST");
  if (!found && !input.title)
    throw refuseWith("Title can't be blank", ["input", "title"], "MISSING_FIELD_REQUIRED");
  if (input.variants && !input.productOptions && (!found || found.options.length === 0)) {
    throw refuseWith(
      "Product options input is required when updating variants",
      ["input"],
      "PRODUCT_OPTIONS_INPUT_MISSING",
    );
  }
  checkVariants(input);
  if (scene.world.rules.isOn("variant_file_among_files")) checkFiles(input);
  const unknown = input.files?.some(({ id }) => id && !found?.media.some((media) => media.id === id));
  if (unknown) throw refuseWith("File id does not exist", ["input", "files"], "INVALID_INPUT");
  const product =
    found ?? createProduct(scene, { title: input.title ?? "", handle: input.handle ?? handleOf(identifier) });
  changeProduct(product, input);
  replaceMetafields(scene, product.id, input.metafields, identifier);
  if (input.files) {
    const before = [...product.media];
    if (scene.world.rules.isOn("file_copied_anew")) product.media = [];
    const kept = input.files.flatMap((file) => {
      if (file.originalSource) return [addMedia(scene, product, toMedia(file, file.originalSource)).id];
      const media = before.filter(({ id }) => id === file.id && !product.media.some((one) => one.id === id));
      for (const one of media) one.alt = file.alt ?? one.alt;
      product.media.push(...media);
      return file.id ?? [];
    });
    product.media = product.media
      .filter(({ id }) => kept.includes(id))
      .sort((a, b) => kept.indexOf(a.id) - kept.indexOf(b.id));
  }
  if (input.collections) setCollections(scene, product, input.collections);
  if (input.productOptions) setOptions(scene, product, input.productOptions);
  if (input.variants) setVariants(scene, product, input.variants);
  else if (!found) createDefaultVariant(scene, product);
  announceProduct(scene, product, found ? "products/update" : "products/create");
  return product;
}

/** A list that is sent takes the place of the old one; the custom id that named the product is kept with it. */
function replaceMetafields(
  scene: Scene,
  ownerId: string,
  given: ProductInput["metafields"],
  identifier?: unknown,
): void {
  const custom = z
    .object({ customId: z.object({ key: z.string(), value: z.string(), namespace: text }) })
    .safeParse(identifier);
  const entries = [...(given ?? []), ...(custom.success && !given ? [custom.data.customId] : [])];
  if (given) {
    const keys = new Set(given.map(({ key }) => key));
    scene.shop.metafields = scene.shop.metafields.filter(
      (one) => one.ownerId !== ownerId || keys.has(one.key),
    );
  }
  setMetafields(
    scene,
    entries.map((entry) => ({ ...entry, ownerId })),
  );
}

function checkCollections({ shop }: Scene, { collections }: ProductInput): void {
  if (collections?.some((id) => !shop.collections.has(id)))
    throw refuseWith("Collection does not exist", ["input", "collections"], "INVALID_INPUT");
}

/** The list takes the place of the old one, among collections a person fills by hand. */
function setCollections({ shop }: Scene, product: ProductState, ids: readonly string[]): void {
  for (const collection of shop.collections.values()) {
    if (ids.includes(collection.id)) collection.productIds.add(product.id);
    else collection.productIds.delete(product.id);
  }
}

function setOptions(
  { world }: Scene,
  product: ProductState,
  options: NonNullable<ProductInput["productOptions"]>,
): void {
  const before = product.options;
  product.options = options.map(({ name, values }) => {
    const same = before.find((option) => option.name === name);
    return {
      id: same?.id ?? world.ids.next("ProductOption"),
      name: name ?? "",
      values: (values ?? []).map((value) => ({
        id: same?.values.find((one) => one.name === value.name)?.id ?? world.ids.next("ProductOptionValue"),
        name: value.name ?? "",
      })),
    };
  });
}

function setVariants(scene: Scene, product: ProductState, inputs: readonly VariantInput[]): void {
  const existing = variantsOf(scene, product);
  const kept = inputs.map((input) => {
    const variant = matching(existing, input) ?? createFrom(scene, product, input);
    changeVariant(scene, product, variant, input, !existing.includes(variant));
    return variant.id;
  });
  for (const { id } of existing) if (!kept.includes(id)) removeVariant(scene, product, id);
  product.variantIds = kept;
  for (const [index, variant] of variantsOf(scene, product).entries()) variant.position = index + 1;
}

function matching(existing: readonly VariantState[], input: VariantInput): VariantState | undefined {
  if (input.id) {
    const variant = existing.find(({ id }) => id === input.id);
    if (!variant)
      throw refuseWith(
        "Product variant does not exist",
        ["input", "variants"],
        "PRODUCT_VARIANT_DOES_NOT_EXIST",
      );
    return variant;
  }
  return existing.find(({ selectedOptions }) =>
    input.optionValues.every(({ optionName, name }) =>
      selectedOptions.some((option) => option.name === optionName && option.value === name),
    ),
  );
}

function createFrom(scene: Scene, product: ProductState, input: VariantInput): VariantState {
  return createVariant(scene, product, {
    price: toPaisa(input.price ?? 0),
    stockedAt: (input.inventoryQuantities ?? []).map(({ locationId }) => locationId),
    selectedOptions: product.options.map(({ name }) => ({
      name,
      value: input.optionValues.find((one) => one.optionName === name)?.name ?? "",
    })),
  });
}

function changeVariant(
  scene: Scene,
  product: ProductState,
  variant: VariantState,
  input: VariantInput,
  isNew: boolean,
): void {
  const item = scene.shop.items.get(variant.inventoryItemId);
  if (!item) return;
  if (input.price !== undefined && input.price !== null) variant.price = toPaisa(input.price);
  if (input.compareAtPrice !== undefined)
    variant.compareAtPrice = input.compareAtPrice === null ? null : toPaisa(input.compareAtPrice);
  variant.barcode = input.barcode ?? variant.barcode;
  variant.taxable = input.taxable ?? variant.taxable;
  variant.inventoryPolicy = input.inventoryPolicy ?? variant.inventoryPolicy;
  variant.updatedAt = scene.world.clock.now();
  if (input.sku !== undefined) item.sku = input.sku;
  if (input.inventoryItem) changeItem(scene, item, input.inventoryItem);
  if (input.file?.id) variant.mediaId = input.file.id;
  if (input.file?.originalSource) {
    variant.mediaId = addMedia(scene, product, toMedia(input.file, input.file.originalSource)).id;
  }
  if (input.metafields) replaceMetafields(scene, variant.id, input.metafields);
  if (!isNew && (input.inventoryQuantities?.length ?? 0) === 0) return;
  for (const { locationId, quantity } of input.inventoryQuantities ?? []) {
    if (!scene.shop.locations.has(locationId))
      throw refuseWith("Location does not exist", ["input", "variants"], "INVALID_INPUT");
    if (
      !isNew &&
      !item.levels.get(locationId)?.isActive &&
      scene.world.rules.isOn("quantities_only_where_stocked")
    )
      throw refuseWith("Inventory item is not stocked at location", ["input", "variants"], "INVALID_INPUT");
    setAvailable(scene, item, locationId, quantity);
  }
}

function createDefaultVariant(scene: Scene, product: ProductState): void {
  const { ids } = scene.world;
  product.options = [
    {
      id: ids.next("ProductOption"),
      name: "Title",
      values: [{ id: ids.next("ProductOptionValue"), name: "Default Title" }],
    },
  ];
  createVariant(scene, product, { price: 0, selectedOptions: [{ name: "Title", value: "Default Title" }] });
}

function handleOf(identifier: unknown): string | null {
  const handle: unknown = Reflect.get(Object(identifier), "handle");
  return typeof handle === "string" ? handle : null;
}

type FileInput = { readonly alt?: string | null; readonly filename?: string | null };

function toMedia({ alt, filename }: FileInput, originalSource: string) {
  return { originalSource, alt: alt ?? "", filename };
}
