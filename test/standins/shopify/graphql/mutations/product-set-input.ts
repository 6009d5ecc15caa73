import { z } from "zod";
import { decimal, idArg, text } from "../arguments.ts";
import { itemInput } from "./inventory.ts";
import { metafieldInput } from "./metafields.ts";

/** The part of productSet's input the stand-in models; anything else is refused by name. */
const fileInput = z.strictObject({
  originalSource: text,
  id: text,
  alt: text,
  contentType: text,
  filename: text,
  duplicateResolutionMode: text,
});
const variantInput = z.strictObject({
  id: text,
  sku: text,
  price: decimal.nullish(),
  compareAtPrice: decimal.nullish(),
  barcode: text,
  taxable: z.boolean().nullish(),
  position: z.number().nullish(),
  inventoryPolicy: text,
  file: fileInput.nullish(),
  inventoryItem: itemInput.nullish(),
  inventoryQuantities: z
    .array(z.strictObject({ locationId: idArg, name: z.string(), quantity: z.number() }))
    .nullish(),
  metafields: z.array(metafieldInput).nullish(),
  optionValues: z.array(z.strictObject({ optionName: text, name: text, id: text, optionId: text })),
});
/** What productUpdate and productSet have in common. */
export const productFields = {
  title: text,
  handle: text,
  descriptionHtml: text,
  vendor: text,
  productType: text,
  status: text,
  tags: z.array(z.string()).nullish(),
  templateSuffix: text,
  metafields: z.array(metafieldInput).nullish(),
};

const productInput = z.strictObject({
  id: text,
  ...productFields,
  files: z.array(fileInput).nullish(),
  collections: z.array(idArg).nullish(),
  productOptions: z
    .array(
      z.strictObject({
        id: text,
        name: text,
        position: z.number().nullish(),
        values: z.array(z.strictObject({ id: text, name: text })).nullish(),
      }),
    )
    .nullish(),
  variants: z.array(variantInput).nullish(),
});
export const setArgs = z.strictObject({
  identifier: z.unknown().optional(),
  input: productInput,
  synchronous: z.boolean().nullish(),
});
export type ProductInput = z.infer<typeof productInput>;
export type VariantInput = z.infer<typeof variantInput>;
