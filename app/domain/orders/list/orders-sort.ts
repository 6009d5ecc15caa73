/** The orders a list of orders can stand in, the one in force without another first. */
export const ordersSorts = ["newest", "oldest", "largest", "smallest"] as const;

export type OrdersSort = (typeof ordersSorts)[number];

export function isByAmount(sort: OrdersSort): boolean {
  return sort === "largest" || sort === "smallest";
}

export function isUpward(sort: OrdersSort): boolean {
  return sort === "oldest" || sort === "smallest";
}

/** What a search finds is kept by date: by amount all of it would have to be read for one page. */
export function sortInForce(sort: OrdersSort, search: string): OrdersSort {
  return search !== "" && isByAmount(sort) ? "newest" : sort;
}
