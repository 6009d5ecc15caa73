import type { IndexTableProps } from "@shopify/polaris";

/** A column of a table that can be sorted by, and how the list's address names the two ways. */
export type SortedColumn<Sort extends string> = {
  readonly column: number;
  readonly ascending: Sort;
  readonly descending: Sort;
  /** What each way means, for those who hear it: "oldest first". */
  readonly words: { readonly ascending: string; readonly descending: string };
};

type Sorting<Sort extends string> = {
  readonly columns: readonly SortedColumn<Sort>[];
  readonly sort: Sort;
  readonly headings: number;
  readonly onSort: (sort: Sort) => void;
};

type SortProps = Pick<
  IndexTableProps,
  "sortable" | "sortColumnIndex" | "sortDirection" | "sortToggleLabels" | "onSort"
>;

/** What makes headings of a table pressable. */
export function tableSort<Sort extends string>(sorting: Sorting<Sort>): SortProps {
  const { columns, sort, headings, onSort } = sorting;
  const sorted = columns.find(({ ascending, descending }) => sort === ascending || sort === descending);
  return {
    sortable: Array.from({ length: headings }, (_, at) => columns.some(({ column }) => column === at)),
    sortColumnIndex: sorted?.column,
    sortDirection: sorted && sort === sorted.ascending ? "ascending" : "descending",
    sortToggleLabels: Object.fromEntries(columns.map(({ column, words }) => [column, words])),
    onSort: (at, direction) => {
      const pressed = columns.find(({ column }) => column === at);
      if (pressed) onSort(pressed[direction]);
    },
  };
}
