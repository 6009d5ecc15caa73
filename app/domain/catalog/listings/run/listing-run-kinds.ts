/** What work on many listings does: what a person asks for, and what the change guard counts or asks about. */
export const listingRunKinds = [
  "import",
  "reprice",
  "undo",
  "resync",
  "policy",
  "publish",
  "unlink",
  "delete",
  "news_prices",
  "news_out",
  "out_of_stock",
] as const;
export type ListingRunKind = (typeof listingRunKinds)[number];
