/** The orders a list of listings can stand in, the one in force without another first. */
export const listingsSorts = ["newest", "oldest", "title", "title_down"] as const;

export type ListingsSort = (typeof listingsSorts)[number];

export function isByTitle(sort: ListingsSort): boolean {
  return sort === "title" || sort === "title_down";
}

export function isUpward(sort: ListingsSort): boolean {
  return sort === "oldest" || sort === "title";
}
