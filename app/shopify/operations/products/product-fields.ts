export const productVariantFields = `#graphql
  fragment ProductVariantFields on ProductVariant {
    id sku price compareAtPrice
    selectedOptions { name value }
    inventoryItem { id tracked unitCost { amount } }
    supplierVariantId: metafield(namespace: "$app", key: "supplier_variant_id") { value }
  }`;

export const productFields = `#graphql
  fragment ProductFields on Product {
    id handle title status onlineStoreUrl
    variants(first: 100) {
      nodes { ...ProductVariantFields }
      pageInfo { hasNextPage endCursor }
    }
  }`;
