import type { ProductInput } from "./product-set-input.ts";
import { refuseWith } from "./user-error.ts";

const MAX_VARIANTS = 2048;
const MAX_OPTIONS = 3;
const MAX_TOTAL_QUANTITY = 50_000;
export function checkLimits(input: ProductInput): void {
  if ((input.variants?.length ?? 0) > MAX_VARIANTS) {
    throw refuseWith(
      `The number of variants cannot exceed ${MAX_VARIANTS}.`,
      ["input", "variants"],
      "VARIANTS_OVER_LIMIT",
    );
  }
  if ((input.productOptions?.length ?? 0) > MAX_OPTIONS) {
    throw refuseWith(
      `Can only specify a maximum of ${MAX_OPTIONS} options`,
      ["input", "productOptions"],
      "OPTIONS_OVER_LIMIT",
    );
  }
  const quantities = (input.variants ?? []).flatMap(({ inventoryQuantities }) => inventoryQuantities ?? []);
  if (quantities.length > MAX_TOTAL_QUANTITY) {
    throw refuseWith(
      `Inventory quantity input exceeds the limit of ${MAX_TOTAL_QUANTITY}.`,
      ["input", "variants"],
      "INVENTORY_QUANTITIES_LIMIT_EXCEEDED",
    );
  }
}

/** A custom id in the identifier must not disagree with the metafields sent along. */
export function checkCustomId(identifier: unknown, input: ProductInput): void {
  const custom: unknown = Reflect.get(Object(identifier), "customId");
  if (typeof custom !== "object" || custom === null || !input.metafields) return;
  const key: unknown = Reflect.get(custom, "key");
  const value: unknown = Reflect.get(custom, "value");
  if (input.metafields.some((one) => one.key === key && one.value === value)) return;
  throw refuseWith(
    "The input metafields must contain the customId value.",
    ["identifier", "customId"],
    "METAFIELD_MISMATCH",
  );
}

export function checkVariants({ variants, productOptions }: ProductInput): void {
  if (!variants) return;
  const seen = new Set<string>();
  for (const [index, variant] of variants.entries()) {
    const key = variant.optionValues
      .map(({ optionName, name }) => `${optionName}=${name}`)
      .sort()
      .join("/");
    const field = ["input", "variants", String(index)];
    if (seen.has(key))
      throw refuseWith("The variant's option values are not unique.", field, "INVALID_VARIANT");
    seen.add(key);
    for (const { optionName, name } of variant.optionValues) {
      const option = productOptions?.find((one) => one.name === optionName);
      if (productOptions && !option)
        throw refuseWith("Option does not exist", field, "OPTION_DOES_NOT_EXIST");
      if (option && !option.values?.some((value) => value.name === name)) {
        throw refuseWith(`Option value does not exist: ${name}`, field, "OPTION_VALUE_DOES_NOT_EXIST");
      }
    }
    if (productOptions && variant.optionValues.length < productOptions.length) {
      throw refuseWith("Option values are missing for the variant.", field, "OPTION_VALUES_MISSING");
    }
  }
}

/** "Any file specified here must also be specified in the `files` input for the product." */
export function checkFiles({ variants, files }: ProductInput): void {
  const given = new Set((files ?? []).map(({ id, originalSource }) => id ?? originalSource));
  for (const [index, { file }] of (variants ?? []).entries()) {
    if (!file || given.has(file.id ?? file.originalSource)) continue;
    throw refuseWith(
      "The file must also be given in the product's files.",
      ["input", "variants", String(index), "file"],
      "INVALID_VARIANT",
    );
  }
}
