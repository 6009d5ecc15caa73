import { type BulkAction, bulkWords } from "#app/domain/orders/commands/registry.ts";
import type { OrdersSort } from "#app/domain/orders/list/orders-sort.ts";
import { ResourceList } from "#app/ui/resource-list/resource-list.tsx";
import { BulkModal } from "./bulk-modal.tsx";
import { offeredActions } from "./bulk-words.ts";
import { OrderCard } from "./order-card.tsx";
import { ORDER_COLUMNS, OrderCells } from "./order-cells.tsx";
import type { ShownOrder } from "./shown-order.ts";

type OrdersListProps = {
  readonly rows: readonly ShownOrder[];
  readonly asOf: string;
  readonly sort: OrdersSort;
  readonly hasMore: boolean;
  readonly cities: readonly string[];
  readonly onChoosing: (isChoosing: boolean) => void;
};

/** The orders of one page of the list. */
export function OrdersList({ asOf, cities, ...list }: OrdersListProps) {
  return (
    <ResourceList
      {...list}
      columns={ORDER_COLUMNS}
      pageKeys={["after"]}
      actionsFor={offeredActions}
      labelOf={(action: BulkAction) => bulkWords(action).label}
      hrefOf={({ id }) => `/orders/${id}`}
      cellsOf={(row) => <OrderCells row={row} asOf={asOf} />}
      cardOf={(row) => <OrderCard row={row} asOf={asOf} />}
      askBefore={(asked) => <BulkModal {...asked} cities={cities} />}
    />
  );
}
