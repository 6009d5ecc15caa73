import { useFetcher } from "@remix-run/react";
import { BlockStack, IndexTable, Link, Text, useIndexResourceState } from "@shopify/polaris";
import { formatAge } from "#app/platform/format-time.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { Money } from "#app/ui/money.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { orderWords } from "#app/ui/status-words.ts";
import { detailOf, routeWords } from "./orders-words.ts";
import type { ShownOrder } from "./shown-order.ts";

type OrderTableProps = {
  readonly rows: readonly ShownOrder[];
  readonly asOf: string;
  readonly selectable: boolean;
};

const HEADINGS = [
  { title: "Order" },
  { title: "Customer" },
  { title: "Status" },
  { title: "Payment" },
  { title: "Amount", alignment: "end" },
  { title: "Margin", alignment: "end" },
  { title: "Age", alignment: "end" },
] as const;

export function OrderTable({ rows, asOf, selectable }: OrderTableProps) {
  const resources = rows.map(({ id }) => ({ id }));
  const { selectedResources, allResourcesSelected, handleSelectionChange, clearSelection } =
    useIndexResourceState(resources);
  const fetcher = useFetcher<ActionAnswer>();
  useDoneToast(fetcher.data);
  const place = () => {
    fetcher.submit({ intent: "place", ids: selectedResources.join(",") }, { method: "post" });
    clearSelection();
  };
  return (
    <IndexTable
      resourceName={{ singular: "order", plural: "orders" }}
      itemCount={rows.length}
      headings={[...HEADINGS]}
      selectable={selectable}
      selectedItemsCount={allResourcesSelected ? "All" : selectedResources.length}
      onSelectionChange={handleSelectionChange}
      promotedBulkActions={[{ content: "Place with the supplier", onAction: place }]}
    >
      {rows.map((row, position) => (
        <IndexTable.Row
          id={row.id}
          key={row.id}
          position={position}
          selected={selectedResources.includes(row.id)}
        >
          <OrderCells row={row} asOf={asOf} />
        </IndexTable.Row>
      ))}
    </IndexTable>
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
          <StatusBadge {...orderWords(row.state)} />
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
        <Text as="p" alignment="end" tone={row.margin && row.margin.amountPkr < 0 ? "critical" : undefined}>
          {row.margin === null ? (
            "—"
          ) : (
            <Money {...{ amount: row.margin.amountPkr, about: row.margin.about }} />
          )}
        </Text>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Text as="p" alignment="end" tone="subdued">
          {formatAge(row.since, asOf)}
        </Text>
      </IndexTable.Cell>
    </>
  );
}
