import { Button, IndexTableSelectionType, InlineStack, Text, useIndexResourceState } from "@shopify/polaris";
import { useState } from "react";
import type { BulkAction } from "#app/domain/orders/bulk/plan-bulk-item.ts";
import { BulkModal } from "./bulk-modal.tsx";
import { BULK_LABELS, offeredActions } from "./bulk-words.ts";
import { OrderCards } from "./order-cards.tsx";
import { OrderTable } from "./order-table.tsx";
import type { ShownOrder } from "./shown-order.ts";

type OrdersListProps = {
  readonly rows: readonly ShownOrder[];
  readonly asOf: string;
  readonly hasMore: boolean;
  readonly cities: readonly string[];
  readonly onChoosing: (isChoosing: boolean) => void;
};

/** The rows of one page, as a table on a desk and as cards on a phone, with one selection for both. */
export function OrdersList({ rows, asOf, hasMore, cities, onChoosing }: OrdersListProps) {
  const resources = rows.map(({ id }) => ({ id }));
  const { selectedResources, allResourcesSelected, handleSelectionChange, clearSelection } =
    useIndexResourceState(resources);
  const [isChoosing, setChoosing] = useState(false);
  const [asked, setAsked] = useState<BulkAction | null>(null);
  const chosen = rows.filter(({ id }) => selectedResources.includes(id));
  const selection = { ids: chosen.map(({ id }) => id), rows: chosen, isAll: allResourcesSelected && hasMore };
  const actions = offeredActions(chosen);
  const change: typeof handleSelectionChange = (...given) => {
    onChoosing(true);
    handleSelectionChange(...given);
  };
  const stop = () => {
    setChoosing(false);
    onChoosing(false);
    clearSelection();
  };
  return (
    <>
      <div className="k-desk">
        <OrderTable
          {...{ rows, asOf, hasMore, actions }}
          chosen={selection.ids}
          isAll={selection.isAll}
          onSelectionChange={change}
          onAction={setAsked}
        />
      </div>
      <div className="k-phone">
        <div className="k-choosing">
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <Text as="span" tone="subdued" variant="bodySm">
              {isChoosing ? `${selection.ids.length} chosen` : ""}
            </Text>
            <Button variant="plain" onClick={isChoosing ? stop : () => setChoosing(true)}>
              {isChoosing ? "Done" : "Choose orders"}
            </Button>
          </InlineStack>
        </div>
        <OrderCards
          rows={rows}
          asOf={asOf}
          choosing={
            isChoosing
              ? {
                  chosen: selection.ids,
                  onChoose: (id, isOn) => change(IndexTableSelectionType.Single, isOn, id),
                }
              : null
          }
        />
        {isChoosing && actions.length > 0 ? (
          <div className="k-choice-bar">
            {actions.map((action) => (
              <Button key={action} size="slim" onClick={() => setAsked(action)}>
                {BULK_LABELS[action]}
              </Button>
            ))}
          </div>
        ) : null}
      </div>
      {asked ? (
        <BulkModal action={asked} selection={selection} cities={cities} onClose={() => setAsked(null)} />
      ) : null}
    </>
  );
}
