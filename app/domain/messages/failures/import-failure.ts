import { isShopifyError } from "#app/shopify/errors.ts";
import { isSupplierError } from "#app/supplier/errors.ts";

export type ImportFailureCode =
  | "not_connected"
  | "not_set_up"
  /** The shop sells in another currency: prices in rupees would be written as that. */
  | "currency_not_pkr"
  /** The key or the account is refused until a person acts. */
  | "connection_refused"
  /** The supplier no longer offers it. */
  | "product_gone"
  /** The same, found only when its product had been made: it is hidden. */
  | "gone_while_importing"
  /** It came with another mode's key, and the key in use does not open it (R23). */
  | "not_in_this_mode"
  /** The key in use opens something else under its number. */
  | "other_goods_in_this_mode"
  /** The product it was to be linked to is not in the shop any more. */
  | "deleted_in_shopify"
  /** Another product of the shop is linked to the same goods. */
  | "in_store_twice"
  /** The supplier states no price for it, or every variant was left out. */
  | "product_without_price"
  /** The price chosen is below the lowest the supplier allows now. */
  | "price_below_minimum"
  | "refused_by_supplier"
  | "refused_by_shopify"
  /** Shopify does not let the app in, or not to its products. */
  | "shop_closed"
  /** The run it belonged to was stopped before its turn. */
  | "left_out"
  /** It failed the same way several times, for a reason the merchant cannot mend. */
  | "stopped";

export type ImportFailure = {
  readonly code: ImportFailureCode;
  /** The other side's own words, or null. */
  readonly detail: string | null;
};

/** Why an import cannot go on by itself; null when trying again later may help. */
export function toImportFailure(error: unknown): ImportFailure | null {
  if (isSupplierError(error) && error.kind === "connection") {
    return { code: "connection_refused", detail: error.message };
  }
  if (isSupplierError(error) && error.kind === "definite") {
    const gone = error.code === "not_found" || error.code === "variant_not_found";
    return { code: gone ? "product_gone" : "refused_by_supplier", detail: error.message };
  }
  if (isShopifyError(error, "user_errors") || isShopifyError(error, "access_denied")) {
    return { code: "refused_by_shopify", detail: error.userErrors[0]?.message ?? error.message };
  }
  if (error instanceof NotAdopted) return { code: error.reason, detail: null };
  if (error instanceof GoneWhileImporting) return { code: "gone_while_importing", detail: null };
  if (error instanceof PriceBelowMinimum) return { code: "price_below_minimum", detail: error.message };
  return error instanceof ProductWithoutPrice ? { code: "product_without_price", detail: null } : null;
}

type AdoptionFailure = Extract<
  ImportFailureCode,
  "not_in_this_mode" | "other_goods_in_this_mode" | "deleted_in_shopify" | "in_store_twice"
>;

/** A product of the other mode that cannot be linked in this one. */
export class NotAdopted extends Error {
  readonly reason: AdoptionFailure;

  constructor(reason: AdoptionFailure) {
    super(`Not adopted: ${reason}`);
    this.reason = reason;
  }
}

/** The supplier's product holds no variant that could be sold. */
export class ProductWithoutPrice extends Error {}

/** The service took the product off before it was linked. */
export class GoneWhileImporting extends Error {}

/** The message is for the merchant. */
export class PriceBelowMinimum extends Error {}

export type FailureText = { readonly title: string; readonly whatToDo: string };

const texts: Readonly<Record<ImportFailureCode, FailureText>> = {
  not_connected: {
    title: "The supplier is not connected.",
    whatToDo: "Connect it under Settings, then import again.",
  },
  not_set_up: {
    title: "The supplier's location is missing in your store.",
    whatToDo: "Finish the set-up on the home page, then import again.",
  },
  currency_not_pkr: {
    title: "Your store does not sell in rupees.",
    whatToDo:
      "Nothing was added, as the supplier's prices are in rupees. Change the store's currency in Shopify, then import again.",
  },
  connection_refused: {
    title: "The supplier refuses your key at the moment.",
    whatToDo: "See the connection under Settings, then import again.",
  },
  product_gone: {
    title: "The supplier no longer offers this product.",
    whatToDo: "Nothing was added to your store. Choose another product.",
  },
  gone_while_importing: {
    title: "The supplier took this product off while it was being added.",
    whatToDo: "It is a draft in your store, hidden from customers. Delete it in Shopify, or try again later.",
  },
  not_in_this_mode: {
    title: "The supplier does not offer this product under the key in use.",
    whatToDo: "Its stock was set to 0, so nobody can buy it. Hide it in Shopify, or try again later.",
  },
  other_goods_in_this_mode: {
    title: "The supplier offers another product under this number now.",
    whatToDo: "Nothing was linked, and its stock was set to 0. Hide it in Shopify and import the right one.",
  },
  deleted_in_shopify: {
    title: "This product is not in your store any more.",
    whatToDo: "Nothing was linked. Try again to add it anew.",
  },
  in_store_twice: {
    title: "This product is in your store twice.",
    whatToDo: "The other one is linked. Delete one of the two in Shopify, so that nobody buys this one.",
  },
  product_without_price: {
    title: "The supplier states no price for this product.",
    whatToDo: "Nothing was added to your store. Try again later.",
  },
  price_below_minimum: {
    title: "The price you chose is below the lowest the supplier allows.",
    whatToDo: "Nothing was added to your store. Import it again with a higher price.",
  },
  shop_closed: {
    title: "Shopify does not let the app in at the moment.",
    whatToDo: "Open the app from your Shopify admin and allow what it asks for, then import again.",
  },
  left_out: {
    title: "The import was stopped before its turn.",
    whatToDo: "Nothing was added to your store. Import it when you like.",
  },
  refused_by_supplier: {
    title: "The supplier refused to link this product.",
    whatToDo: "Try again, or choose another product.",
  },
  refused_by_shopify: {
    title: "Shopify refused this product.",
    whatToDo: "Put right what it says, then import again.",
  },
  stopped: {
    title: "Adding this product stopped after several tries.",
    whatToDo: "Import it again; if it stops again, write to us.",
  },
};

export function describeImportFailure(code: ImportFailureCode): FailureText {
  return texts[code];
}

export function isImportFailureCode(code: string): code is ImportFailureCode {
  return Object.hasOwn(texts, code);
}
