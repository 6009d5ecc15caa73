import { BlockStack, IndexTable, type IndexTableProps, Link, Text } from "@shopify/polaris";
import { type BulkAction, bulkWords } from "#app/domain/orders/commands/registry.ts";
import type { OrdersSort } from "#app/domain/orders/list/orders-sort.ts";
import { Money } from "#app/ui/money.tsx";
import { type SortedColumn, tableSort } from "#app/ui/table-sort.ts";
import { When } from "#app/ui/when.tsx";
import { OrderBadges } from "./order-badges.tsx";
import { detailOf, routeWords } from "./orders-words.ts";
import type { ShownOrder } from "./shown-order.ts";

type OrderTableProps = {
  readonly rows: readonly ShownOrder[];
  readonly asOf: string;
  readonly sort: OrdersSort;
  readonly onSort: (sort: OrdersSort) => void;
  /** There is more than this page: everything the filters show can be chosen. */
  readonly hasMore: boolean;
  readonly chosen: readonly string[];
  readonly isAll: boolean;
  readonly onSelectionChange: IndexTableProps["onSelectionChange"];
  readonly actions: readonly BulkAction[];
  readonly onAction: (action: BulkAction) => void;
};

const HEADINGS = [
  { title: "Order" },
  { title: "Customer" },
  { title: "Status" },
  { title: "Payment" },
  { title: "Amount", alignment: "end" },
  { title: "Brings", alignment: "end" },
  { title: "Ordered", alignment: "end" },
] as const;

const SORTED: readonly SortedColumn<OrdersSort>[] = [
  {
    ...{ column: 4, ascending: "smallest", descending: "largest" },
    words: { ascending: "smallest first", descending: "largest first" },
  },
  {
    ...{ column: 6, ascending: "oldest", descending: "newest" },
    words: { ascending: "oldest first", descending: "newest first" },
  },
];

/** How many bulk actions stand in sight; the rest is behind a menu. */
const IN_SIGHT = 3;

export function OrderTable({ rows, asOf, hasMore, chosen, isAll, ...selecting }: OrderTableProps) {
  const offered = selecting.actions.map((action) => ({
    content: bulkWords(action).label,
    onAction: () => selecting.onAction(action),
  }));
  return (
    <IndexTable
      resourceName={{ singular: "order", plural: "orders" }}
      itemCount={rows.length}
      headings={[...HEADINGS]}
      {...tableSort({
        ...{ columns: SORTED, headings: HEADINGS.length },
        ...{ sort: selecting.sort, onSort: selecting.onSort },
      })}
      hasMoreItems={hasMore}
      selectedItemsCount={isAll ? "All" : chosen.length}
      onSelectionChange={selecting.onSelectionChange}
      promotedBulkActions={offered.slice(0, IN_SIGHT)}
      bulkActions={offered.slice(IN_SIGHT)}
    >
      {rows.map((row, position) => (
        <IndexTable.Row id={row.id} key={row.id} position={position} selected={chosen.includes(row.id)}>
          <OrderCells row={row} asOf={asOf} />
        </IndexTable.Row>
      ))}
    </IndexTable>
  );
}

/** What the order brings; the order's page tells why it is not known. */
function Brings({ brings }: Pick<ShownOrder, "brings">) {
  const amount = brings?.amountPkr ?? null;
  return (
    <Text as="p" alignment="end" tone={amount !== null && amount < 0 ? "critical" : undefined}>
      {brings === null ? "—" : null}
      {brings !== null && amount === null ? "not known" : null}
      {brings !== null && amount !== null ? <Money amount={amount} about={brings.about} /> : null}
      {amount !== null && brings?.mayBeRefunded ? (
        <Text as="span" tone="subdued" variant="bodySm">
          <br />
          before refunds
        </Text>
      ) : null}
    </Text>
  );
}

function OrderCells({ row, asOf }: { row: ShownOrder; asOf: string }) {
  return (
    <>
      <IndexTable.Cell>
        <Link url={`/orders/${row.id}`} dataPrimaryLink removeUnderline monochrome>
          <Text as="span" fontWeight="semibold">
            {row.name || "New order"}
          </Text>
        </Link>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <BlockStack>
          <Text as="span">{row.customer ?? "—"}</Text>
          <Text as="span" tone="subdued">
            {row.city ?? ""}
          </Text>
        </BlockStack>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <BlockStack gap="050" inlineAlign="start">
          <OrderBadges row={row} />
          <div className="k-need">
            <Text as="span" tone="subdued" variant="bodySm">
              {detailOf(row)}
            </Text>
          </div>
        </BlockStack>
      </IndexTable.Cell>
      <IndexTable.Cell>{routeWords(row.route)}</IndexTable.Cell>
      <IndexTable.Cell>
        <Text as="p" alignment="end">
          {row.totalPkr === null ? "—" : <Money amount={row.totalPkr} />}
        </Text>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Brings brings={row.brings} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <When at={row.since} asOf={asOf} alignment="end" />
      </IndexTable.Cell>
    </>
  );
}
