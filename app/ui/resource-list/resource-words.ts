import type { IndexTableProps } from "@shopify/polaris";
import type { SortedColumn } from "#app/ui/table-sort.ts";

export type ResourceRow = { readonly id: string };

/** What a list of resources is called, and the columns of its table. */
export type ResourceColumns<Sort extends string> = {
  readonly singular: string;
  readonly plural: string;
  readonly headings: readonly IndexTableProps["headings"][number][];
  readonly sorted: readonly SortedColumn<Sort>[];
  /** The sort that the address does not name. */
  readonly usualSort: Sort;
};
