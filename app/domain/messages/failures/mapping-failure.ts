import { type ImportFailureCode, toImportFailure } from "./import-failure.ts";

/** Why a mapping could not be carried out; the merchant can mend it, or nobody can. */
export type MappingFailureCode =
  | Extract<
      ImportFailureCode,
      | "not_connected"
      | "not_set_up"
      | "connection_refused"
      | "product_gone"
      | "deleted_in_shopify"
      | "refused_by_supplier"
      | "refused_by_shopify"
    >
  | "sku_missing";

const WORDS: Readonly<Record<MappingFailureCode, string>> = {
  not_connected: "The supplier is not connected. Connect it in Settings, then try again.",
  not_set_up: "Karwan's location is missing in your store. Finish the set-up on the home page.",
  connection_refused: "The supplier refuses your key at the moment. See the connection in Settings.",
  product_gone: "The supplier no longer offers one of its goods. Map it to another, or unmap it.",
  deleted_in_shopify: "The product is not in your store any more. Unmap it.",
  refused_by_supplier: "The supplier refused to link it. Try again, or map it to other goods.",
  sku_missing:
    "Shopify stocks a variant at Karwan's location only if it has a SKU, and some of these have none. Add them in Shopify and try again, or let Karwan add them.",
  refused_by_shopify:
    "Shopify refused a change of its stock. Look at the product in Shopify, then try again.",
};

export function isMappingFailureCode(code: string): code is MappingFailureCode {
  return Object.hasOwn(WORDS, code);
}

export function describeMappingFailure(code: MappingFailureCode): string {
  return WORDS[code];
}

/** Nothing of the mapped product is in the shop any more. */
export class MappedProductGone extends Error {}

/** The merchant's own product has variants without a SKU; they are asked before one is written. */
export class SkuMissing extends Error {}

/** Null when trying again later may help. */
export function toMappingFailure(error: unknown): MappingFailureCode | null {
  if (error instanceof MappedProductGone) return "deleted_in_shopify";
  if (error instanceof SkuMissing) return "sku_missing";
  const failure = toImportFailure(error);
  if (failure === null) return null;
  return isMappingFailureCode(failure.code) ? failure.code : "refused_by_shopify";
}
