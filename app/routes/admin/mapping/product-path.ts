const PRODUCT = "gid://shopify/Product/";

/** The page of a product of the merchant's own; its address holds the number Shopify shows. */
export function mappingPath(productGid: string): string {
  return `/mapping/${productGid.replace(PRODUCT, "")}`;
}

/** Null for what is no number of a product. */
export function toProductGid(number: string | undefined): string | null {
  return number !== undefined && /^\d{1,20}$/.test(number) ? `${PRODUCT}${number}` : null;
}
