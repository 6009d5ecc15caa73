import { type ReactNode, useMemo, useState } from "react";
import { OwnPart } from "#app/ui/own-part.tsx";
import { useListUrl } from "#app/ui/use-list-url.ts";
import { PhoneChooser } from "./phone-chooser.tsx";
import { ResourceCards } from "./resource-cards.tsx";
import { ResourceTable } from "./resource-table.tsx";
import type { ResourceColumns, ResourceRow } from "./resource-words.ts";
import { type Selection, useChosenRows } from "./use-chosen-rows.ts";

type ResourceListProps<Row extends ResourceRow, Sort extends string, Action extends string> = {
  readonly rows: readonly Row[];
  readonly columns: ResourceColumns<Sort>;
  readonly sort: Sort;
  /** The cursors in the list's address. */
  readonly pageKeys: readonly [after: string, before?: string];
  readonly hasMore: boolean;
  readonly onChoosing: (isChoosing: boolean) => void;
  /** What can be done to the rows chosen, the likeliest first. */
  readonly actionsFor: (chosen: readonly Row[]) => readonly Action[];
  readonly labelOf: (action: Action) => string;
  readonly hrefOf: (row: Row) => string;
  /** A row as cells of a table, and as a card of a phone. */
  readonly cellsOf: (row: Row) => ReactNode;
  readonly cardOf: (row: Row) => ReactNode;
  /** Asks once before many are changed. */
  readonly askBefore: (asked: AskedAction<Row, Action>) => ReactNode;
};

/** An action somebody is about to press, and what it would be done to. */
export type AskedAction<Row, Action> = {
  readonly action: Action;
  readonly selection: Selection<Row>;
  readonly onClose: () => void;
};

/** The rows of one page, as a table on a desk and as cards on a phone, with one selection for both. */
export function ResourceList<Row extends ResourceRow, Sort extends string, Action extends string>(
  list: ResourceListProps<Row, Sort, Action>,
) {
  const { rows, hasMore, onChoosing, columns, labelOf, cellsOf, cardOf } = list;
  // What a row says is drawn once, not with each that is chosen.
  const cells = useMemo(() => new Map(rows.map((row) => [row.id, cellsOf(row)])), [rows, cellsOf]);
  const cards = useMemo(() => new Map(rows.map((row) => [row.id, cardOf(row)])), [rows, cardOf]);
  const choosing = useChosenRows({ rows, hasMore, onChoosing });
  const { change } = useListUrl(...list.pageKeys);
  const [asked, setAsked] = useState<Action | null>(null);
  const { selection, isChoosing } = choosing;
  const actions = list.actionsFor(selection.rows).map((action) => ({
    label: labelOf(action),
    onAction: () => setAsked(action),
  }));
  return (
    <>
      <OwnPart>
        <div className="k-desk">
          <ResourceTable
            rows={rows}
            columns={columns}
            hasMore={hasMore}
            actions={actions}
            selection={selection}
            sort={list.sort}
            onSort={(sort) => change({ sort: sort === columns.usualSort ? "" : sort })}
            onSelectionChange={choosing.change}
            cellsOf={({ id }) => cells.get(id)}
          />
        </div>
      </OwnPart>
      <OwnPart>
        <div className="k-phone">
          <PhoneChooser
            label={`Choose ${columns.plural}`}
            chosen={selection.ids.length}
            isChoosing={isChoosing}
            onBegin={choosing.begin}
            onStop={choosing.stop}
            actions={actions}
          >
            <ResourceCards
              rows={rows}
              hrefOf={list.hrefOf}
              cardOf={({ id }) => cards.get(id)}
              choosing={isChoosing ? { chosen: selection.ids, onChoose: choosing.choose } : null}
            />
          </PhoneChooser>
        </div>
      </OwnPart>
      {asked ? list.askBefore({ action: asked, selection, onClose: () => setAsked(null) }) : null}
    </>
  );
}
