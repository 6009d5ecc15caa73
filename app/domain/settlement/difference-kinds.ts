/** With whom something here does not agree. */
export const differenceSides = ["ledger", "shopify"] as const;
export type DifferenceSide = (typeof differenceSides)[number];

export const ledgerDifferenceKinds = [
  "missing",
  "doubled",
  "unexpected",
  "other_order",
  "other_sum",
] as const;
export type LedgerDifferenceKind = (typeof ledgerDifferenceKinds)[number];

export const shopifyDifferenceKinds = ["unpaid", "items_left", "refund_due", "owed_back"] as const;
export type ShopifyDifferenceKind = (typeof shopifyDifferenceKinds)[number];

export const differenceKinds = [...ledgerDifferenceKinds, ...shopifyDifferenceKinds] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** Why a person puts a difference aside. */
export const putAsideReasons = ["asked_supplier", "settled_otherwise", "as_it_should_be"] as const;
export type PutAsideReason = (typeof putAsideReasons)[number];
