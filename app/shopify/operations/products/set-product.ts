import type { LocationGid, SupplierVariantId } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import type { AmountPkr } from "#app/shopify/amount-pkr.ts";
import { mutation } from "#app/shopify/operation.ts";
import { payloadOf } from "#app/shopify/operations/payload.ts";
import type {
  ProductSetInput,
  ProductSetMutation,
  ProductSetMutationVariables,
} from "#app/shopify/operations.generated.ts";
import { type ProductIdentifier, toProductIdentifier } from "./find-product.ts";
import { type ImageSpec, toImageFile } from "./image-file.ts";
import { productFields, productVariantFields } from "./product-fields.ts";
import { productSetPoints } from "./product-set-points.ts";
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
  { repeatable: true, extraPoints: productSetPoints },
);

export type ProductVariantSpec = {
  readonly supplierVariantId: SupplierVariantId;
  readonly sku: string | null;
  /** One value per option, by the option's name. */
  readonly options: readonly { readonly name: string; readonly value: string }[];
  /** Whole rupees. */
  readonly pricePkr: AmountPkr;
  /** Whole rupees; null or left out: none. */
  readonly compareAtPkr?: AmountPkr | null;
  /** Cost per item, whole rupees (App Store requirement 5.5.2). */
  readonly costPkr: AmountPkr;
  /** Left unset where the service does not know it (R30). */
  readonly weightKg: number | null;
  /** Its own picture, one of the product's; null or left out: none. */
  readonly imageUrl?: string | null;
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
  /** Gids of collections filled by hand; the product stands in these and no others of them. */
  readonly collections?: readonly string[];
  /** Copied by Shopify from these addresses. */
  readonly images: readonly ImageSpec[];
  readonly options: readonly { readonly name: string; readonly values: readonly string[] }[];
  readonly variants: readonly ProductVariantSpec[];
};

/**
 * Creates the product of a listing, or brings the one that carries the same service product id to this shape: lists
 * replace what was there, so after the import only an unfinished import may call it again. Its stock is set apart
 * (`activateInventory`, `setQuantities`), so that a repeat never writes an old quantity; `createProduct` is for what is
 * not there yet.
 */
export async function setProduct(
  admin: AdminClient,
  spec: ProductSpec,
  identifier: ProductIdentifier = { supplierProductId: spec.supplierProductId },
): Promise<ShopifyProduct> {
  const { data } = await admin.run(productSet, {
    identifier: toProductIdentifier(identifier),
    input: toProductInput(spec),
  });
  const { product } = payloadOf(data.productSet, "productSet");
  return readWholeProduct(admin, payloadOf(product, "product"));
}

/** What is new is stocked at this location, with these units. */
export type FirstStock = {
  readonly locationId: LocationGid;
  /** By the service's variant id. */
  readonly availableOf: (supplierVariantId: SupplierVariantId) => number;
};

/** The shape of a product; with `stock` for one that is not there yet, else its quantities stay as they are. */
export function toProductInput(spec: ProductSpec, stock: FirstStock | null = null): ProductSetInput {
  const files = spec.images.map(toImageFile);
  const fileOf = new Map(spec.images.map(({ url }, index) => [url, files[index]]));
  return {
    title: spec.title,
    descriptionHtml: spec.descriptionHtml,
    status: spec.status,
    ...(spec.vendor === undefined ? {} : { vendor: spec.vendor }),
    ...(spec.productType === undefined ? {} : { productType: spec.productType }),
    ...(spec.tags === undefined ? {} : { tags: [...spec.tags] }),
    ...(spec.collections === undefined ? {} : { collections: [...spec.collections] }),
    metafields: [metafield("supplier_product_id", "id", spec.supplierProductId)],
    files,
    productOptions: spec.options.map(({ name, values }, index) => ({
      name,
      position: index + 1,
      values: values.map((value) => ({ name: value })),
    })),
    // A variant's file must be one of the product's, word for word.
    variants: spec.variants.map((variant) => ({
      ...toVariantInput(variant, stock),
      ...(variant.imageUrl && fileOf.has(variant.imageUrl) ? { file: fileOf.get(variant.imageUrl) } : {}),
    })),
  };
}

function toVariantInput(variant: ProductVariantSpec, stock: FirstStock | null) {
  return {
    optionValues: variant.options.map(({ name, value }) => ({ optionName: name, name: value })),
    price: String(variant.pricePkr),
    ...(variant.compareAtPkr == null ? {} : { compareAtPrice: String(variant.compareAtPkr) }),
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
    ...(stock === null
      ? {}
      : {
          inventoryQuantities: [
            {
              locationId: stock.locationId,
              name: "available",
              quantity: stock.availableOf(variant.supplierVariantId),
            },
          ],
        }),
  };
}

function metafield(key: string, type: string, value: string) {
  return { namespace: "$app", key, type, value };
}
