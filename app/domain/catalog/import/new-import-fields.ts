/** Of a listing whose product is gone from the shop: it is added as another one, and nothing leaves with the old one any more. */
export const newImportFields = { step: "product", productGid: null, leaving: null } as const;
