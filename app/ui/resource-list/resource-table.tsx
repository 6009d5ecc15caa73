import { IndexTable, type IndexTableProps } from "@shopify/polaris";
import type { ReactNode } from "react";
import { tableSort } from "#app/ui/table-sort.ts";
import type { ResourceColumns, ResourceRow } from "./resource-words.ts";
import type { Selection } from "./use-chosen-rows.ts";

type ResourceTableProps<Row extends ResourceRow, Sort extends string> = {
  readonly rows: readonly Row[];
  readonly columns: ResourceColumns<Sort>;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  /** There is more than this page: everything the filters show can be chosen. */
  readonly hasMore: boolean;
  readonly selection: Selection<Row>;
  readonly onSelectionChange: IndexTableProps["onSelectionChange"];
  readonly actions: readonly { readonly label: string; readonly onAction: () => void }[];
  readonly cellsOf: (row: Row) => ReactNode;
};

/** How many bulk actions stand in sight; the rest is behind a menu. */
const IN_SIGHT = 3;

export function ResourceTable<Row extends ResourceRow, Sort extends string>({
  rows,
  columns,
  selection,
  ...table
}: ResourceTableProps<Row, Sort>) {
  const { headings, singular, plural } = columns;
  const offered = table.actions.map(({ label, onAction }) => ({ content: label, onAction }));
  const [first, ...others] = headings;
  if (first === undefined) return null;
  return (
    <IndexTable
      resourceName={{ singular, plural }}
      itemCount={rows.length}
      headings={[first, ...others]}
      {...tableSort({
        columns: columns.sorted,
        headings: headings.length,
        sort: table.sort,
        onSort: table.onSort,
      })}
      hasMoreItems={table.hasMore}
      selectedItemsCount={selection.isAll ? "All" : selection.ids.length}
      onSelectionChange={table.onSelectionChange}
      promotedBulkActions={offered.slice(0, IN_SIGHT)}
      bulkActions={offered.slice(IN_SIGHT)}
    >
      {rows.map((row, position) => (
        <IndexTable.Row
          id={row.id}
          key={row.id}
          position={position}
          selected={selection.ids.includes(row.id)}
        >
          {table.cellsOf(row)}
        </IndexTable.Row>
      ))}
    </IndexTable>
  );
}
