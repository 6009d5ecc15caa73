import { type ProductGid, toProductGid } from "#app/platform/ids.ts";

const PRODUCT = "gid://shopify/Product/";

/** The page of a product of the merchant's own; its address holds the number Shopify shows. */
export function mappingPath(productGid: string): string {
  return `/mapping/${productGid.replace(PRODUCT, "")}`;
}

/** Null for what is no number of a product. */
export function findProductGid(number: string | undefined): ProductGid | null {
  return number !== undefined && /^\d{1,20}$/.test(number) ? toProductGid(`${PRODUCT}${number}`) : null;
}
