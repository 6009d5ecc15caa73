/** What a list of listings is narrowed to; every part may be open. */
export type ListingsFilter = {
  readonly origin: "imported" | "mapped" | null;
  /** A category of the supplier's catalog, with those under it; null for all. */
  readonly category: string | null;
};

export const noListingsFilter: ListingsFilter = { origin: null, category: null };

export function isListingsFiltered(filter: ListingsFilter): boolean {
  return Object.values(filter).some((value) => value !== null);
}
