import { useState } from "react";
import { type BulkAction, bulkWords } from "#app/domain/orders/commands/registry.ts";
import type { OrdersSort } from "#app/domain/orders/list/orders-sort.ts";
import { PhoneChooser } from "#app/ui/phone-chooser.tsx";
import { useChosenRows } from "#app/ui/use-chosen-rows.ts";
import { useListUrl } from "#app/ui/use-list-url.ts";
import { BulkModal } from "./bulk-modal.tsx";
import { offeredActions } from "./bulk-words.ts";
import { OrderCards } from "./order-cards.tsx";
import { OrderTable } from "./order-table.tsx";
import type { ShownOrder } from "./shown-order.ts";

type OrdersListProps = {
  readonly rows: readonly ShownOrder[];
  readonly asOf: string;
  readonly sort: OrdersSort;
  readonly hasMore: boolean;
  readonly cities: readonly string[];
  readonly onChoosing: (isChoosing: boolean) => void;
};

/** The rows of one page, as a table on a desk and as cards on a phone, with one selection for both. */
export function OrdersList({ rows, asOf, sort, hasMore, cities, onChoosing }: OrdersListProps) {
  const choosing = useChosenRows({ rows, hasMore, onChoosing });
  const { change } = useListUrl("after");
  const [asked, setAsked] = useState<BulkAction | null>(null);
  const { selection, isChoosing } = choosing;
  const actions = offeredActions(selection.rows);
  return (
    <>
      <div className="k-desk">
        <OrderTable
          {...{ rows, asOf, sort, hasMore, actions }}
          onSort={(next) => change({ sort: next === "newest" ? "" : next })}
          chosen={selection.ids}
          isAll={selection.isAll}
          onSelectionChange={choosing.change}
          onAction={setAsked}
        />
      </div>
      <div className="k-phone">
        <PhoneChooser
          label="Choose orders"
          chosen={selection.ids.length}
          isChoosing={isChoosing}
          onBegin={choosing.begin}
          onStop={choosing.stop}
          actions={actions.map((action) => ({
            label: bulkWords(action).label,
            onAction: () => setAsked(action),
          }))}
        >
          <OrderCards
            rows={rows}
            asOf={asOf}
            choosing={isChoosing ? { chosen: selection.ids, onChoose: choosing.choose } : null}
          />
        </PhoneChooser>
      </div>
      {asked ? (
        <BulkModal action={asked} selection={selection} cities={cities} onClose={() => setAsked(null)} />
      ) : null}
    </>
  );
}
