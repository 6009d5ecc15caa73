import { BlockStack, IndexTable, Link, Text } from "@shopify/polaris";
import type { OrdersSort } from "#app/domain/orders/list/orders-sort.ts";
import { Money } from "#app/ui/money.tsx";
import type { ResourceColumns } from "#app/ui/resource-list/resource-words.ts";
import type { SortedColumn } from "#app/ui/table-sort.ts";
import { When } from "#app/ui/when.tsx";
import { OrderBadges } from "./order-badges.tsx";
import { detailOf, routeWords } from "./orders-words.ts";
import type { ShownOrder } from "./shown-order.ts";
import { Total } from "./total.tsx";

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

export const ORDER_COLUMNS: ResourceColumns<OrdersSort> = {
  singular: "order",
  plural: "orders",
  usualSort: "newest",
  headings: HEADINGS,
  sorted: SORTED,
};

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

/** One order as cells of the table. */
export function OrderCells({ row, asOf }: { row: ShownOrder; asOf: string }) {
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
          <Total {...row} />
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
