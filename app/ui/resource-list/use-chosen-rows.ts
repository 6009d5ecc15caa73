import { IndexTableSelectionType, useIndexResourceState } from "@shopify/polaris";
import { useState } from "react";

/** Rows that somebody chose on one page of a list. */
export type Selection<Row> = {
  readonly ids: readonly string[];
  readonly rows: readonly Row[];
  /** Everything the filters show, beyond this page. */
  readonly isAll: boolean;
};

type Choosable<Row> = {
  readonly rows: readonly Row[];
  /** There is more than this page: everything the filters show can be chosen. */
  readonly hasMore: boolean;
  readonly onChoosing: (isChoosing: boolean) => void;
};

/** The rows chosen on one page of a list: one selection for the table of a desk and the cards of a phone. */
export function useChosenRows<Row extends { readonly id: string }>({
  rows,
  hasMore,
  onChoosing,
}: Choosable<Row>) {
  const resources = rows.map(({ id }) => ({ id }));
  const { selectedResources, allResourcesSelected, handleSelectionChange, clearSelection } =
    useIndexResourceState(resources);
  const [isChoosing, setChoosing] = useState(false);
  const chosen = rows.filter(({ id }) => selectedResources.includes(id));
  const change: ReturnType<typeof useIndexResourceState>["handleSelectionChange"] = (...given) => {
    onChoosing(true);
    handleSelectionChange(...given);
  };
  const selection: Selection<Row> = {
    ids: chosen.map(({ id }) => id),
    rows: chosen,
    isAll: allResourcesSelected && hasMore,
  };
  return {
    selection,
    isChoosing,
    change,
    choose: (id: string, isOn: boolean) => change(IndexTableSelectionType.Single, isOn, id),
    begin: () => setChoosing(true),
    stop: () => {
      setChoosing(false);
      onChoosing(false);
      clearSelection();
    },
  };
}
