import type { AdminClient } from "../admin-client.server.ts";
import { mutation } from "../operation.ts";
import type {
  ProductSetInput,
  ProductSetMutation,
  ProductSetMutationVariables,
} from "../operations.generated.ts";
import { type ProductIdentifier, toProductIdentifier } from "./find-product.ts";
import { payloadOf } from "./payload.ts";
import { productFields, productVariantFields } from "./product-fields.ts";
import { readWholeProduct, type ShopifyProduct } from "./to-shopify-product.ts";

export const productSet = mutation<ProductSetMutation, ProductSetMutationVariables>(
  `#graphql
  mutation ProductSet($identifier: ProductSetIdentifiers!, $input: ProductSetInput!) {
    productSet(identifier: $identifier, input: $input, synchronous: true) {
      product { ...ProductFields }
      userErrors { code field message }
    }
  }
  ${productFields}
  ${productVariantFields}`,
  { repeatable: true },
);

export type ProductVariantSpec = {
  readonly supplierVariantId: string;
  readonly sku: string | null;
  /** One value per option, by the option's name. */
  readonly options: readonly { readonly name: string; readonly value: string }[];
  /** Whole rupees. */
  readonly pricePkr: number;
  /** Cost per item, whole rupees (App Store requirement 5.5.2). */
  readonly costPkr: number;
  /** Left unset where the service does not know it (R30). */
  readonly weightKg: number | null;
};

export type ProductSpec = {
  readonly supplierProductId: string;
  readonly title: string;
  /** Sanitised by the caller. */
  readonly descriptionHtml: string;
  readonly status: "ACTIVE" | "DRAFT";
  readonly vendor?: string;
  readonly productType?: string;
  readonly tags?: readonly string[];
  /** Copied by Shopify from these addresses. */
  readonly images: readonly { readonly url: string; readonly alt: string }[];
  readonly options: readonly { readonly name: string; readonly values: readonly string[] }[];
  readonly variants: readonly ProductVariantSpec[];
};

/**
 * Creates the product of a listing, or brings the one that carries the same service product id to this shape: lists
 * replace what was there, so after the import only an unfinished import may call it again. Its stock is set apart
 * (`activateInventory`, `setQuantities`), so that a repeat never writes an old quantity.
 */
export async function setProduct(
  admin: AdminClient,
  spec: ProductSpec,
  identifier: ProductIdentifier = { supplierProductId: spec.supplierProductId },
): Promise<ShopifyProduct> {
  const { data } = await admin.run(productSet, {
    identifier: toProductIdentifier(identifier),
    input: toInput(spec),
  });
  const { product } = payloadOf(data.productSet, "productSet");
  return readWholeProduct(admin, payloadOf(product, "product"));
}

function toInput(spec: ProductSpec): ProductSetInput {
  return {
    title: spec.title,
    descriptionHtml: spec.descriptionHtml,
    status: spec.status,
    ...(spec.vendor === undefined ? {} : { vendor: spec.vendor }),
    ...(spec.productType === undefined ? {} : { productType: spec.productType }),
    ...(spec.tags === undefined ? {} : { tags: [...spec.tags] }),
    metafields: [metafield("supplier_product_id", "id", spec.supplierProductId)],
    files: spec.images.map(({ url, alt }) => ({ originalSource: url, alt, contentType: "IMAGE" as const })),
    productOptions: spec.options.map(({ name, values }, index) => ({
      name,
      position: index + 1,
      values: values.map((value) => ({ name: value })),
    })),
    variants: spec.variants.map(toVariantInput),
  };
}

function toVariantInput(variant: ProductVariantSpec) {
  return {
    optionValues: variant.options.map(({ name, value }) => ({ optionName: name, name: value })),
    price: String(variant.pricePkr),
    ...(variant.sku === null ? {} : { sku: variant.sku }),
    inventoryPolicy: "DENY" as const,
    inventoryItem: {
      tracked: true,
      requiresShipping: true,
      cost: String(variant.costPkr),
      ...(variant.weightKg === null
        ? {}
        : { measurement: { weight: { value: variant.weightKg, unit: "KILOGRAMS" as const } } }),
    },
    metafields: [metafield("supplier_variant_id", "single_line_text_field", variant.supplierVariantId)],
  };
}

function metafield(key: string, type: string, value: string) {
  return { namespace: "$app", key, type, value };
}
