import {
  type InventoryItemGid,
  type ProductGid,
  type SupplierVariantId,
  toInventoryItemGid,
  toProductGid,
  toSupplierVariantId,
  toVariantGid,
  type VariantGid,
} from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import { readRest } from "#app/shopify/operations/read-rest.ts";
import type {
  ProductFieldsFragment,
  ProductVariantFieldsFragment,
  ProductVariantsQuery,
  ProductVariantsQueryVariables,
} from "#app/shopify/operations.generated.ts";
import { productVariantFields } from "./product-fields.ts";

export const productVariants = query<ProductVariantsQuery, ProductVariantsQueryVariables>(`#graphql
  query ProductVariants($id: ID!, $after: String) {
    product(id: $id) {
      variants(first: 200, after: $after) {
        nodes { ...ProductVariantFields }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
  ${productVariantFields}`);

export type ShopifyVariant = {
  readonly id: VariantGid;
  readonly sku: string | null;
  /** Decimals in the shop's currency. */
  readonly price: string;
  readonly compareAtPrice: string | null;
  readonly options: readonly { readonly name: string; readonly value: string }[];
  readonly inventoryItemId: InventoryItemGid;
  readonly tracked: boolean;
  readonly cost: string | null;
  /** The service's variant id, from our own metafield. */
  readonly supplierVariantId: SupplierVariantId | null;
};

export type ShopifyProduct = {
  readonly id: ProductGid;
  readonly handle: string;
  readonly title: string;
  /** ACTIVE, ARCHIVED, DRAFT, UNLISTED */
  readonly status: string;
  /** Whether customers find it in the online store; no draft is there. */
  readonly isOnline: boolean;
  readonly variants: readonly ShopifyVariant[];
};

/** Brings a product into our own type, reading the variants that did not fit its first page. */
export async function readWholeProduct(
  admin: AdminClient,
  product: ProductFieldsFragment,
): Promise<ShopifyProduct> {
  const variants = await readRest(product.variants, async (after) => {
    const page = await admin.run(productVariants, { id: product.id, after });
    return page.data.product?.variants ?? null;
  });
  const { id, handle, title, status, onlineStoreUrl } = product;
  const isOnline = onlineStoreUrl !== null && onlineStoreUrl !== undefined;
  return { id: toProductGid(id), handle, title, status, isOnline, variants: variants.map(toVariant) };
}

function toVariant(variant: ProductVariantFieldsFragment): ShopifyVariant {
  return {
    id: toVariantGid(variant.id),
    sku: variant.sku ?? null,
    price: variant.price,
    compareAtPrice: variant.compareAtPrice ?? null,
    options: variant.selectedOptions.map(({ name, value }) => ({ name, value })),
    inventoryItemId: toInventoryItemGid(variant.inventoryItem.id),
    tracked: variant.inventoryItem.tracked,
    cost: variant.inventoryItem.unitCost?.amount ?? null,
    supplierVariantId: variant.supplierVariantId
      ? toSupplierVariantId(variant.supplierVariantId.value)
      : null,
  };
}
