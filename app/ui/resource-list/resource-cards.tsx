import { Link } from "@remix-run/react";
import { Checkbox } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { ResourceRow } from "./resource-words.ts";

type ResourceCardsProps<Row extends ResourceRow> = {
  readonly rows: readonly Row[];
  readonly hrefOf: (row: Row) => string;
  readonly cardOf: (row: Row) => ReactNode;
  /** Null while nothing is being chosen: then each row is a link. */
  readonly choosing: {
    readonly chosen: readonly string[];
    readonly onChoose: (id: string, isChosen: boolean) => void;
  } | null;
};

/** A few lines a row, for a phone held in one hand; the whole row is the link, or its checkbox while choosing. */
export function ResourceCards<Row extends ResourceRow>(cards: ResourceCardsProps<Row>) {
  const { rows, choosing, cardOf } = cards;
  return (
    <ul className="k-rows">
      {rows.map((row) => (
        <li key={row.id}>
          {choosing ? (
            <div className="k-row k-row-choice">
              <Checkbox
                label={cardOf(row)}
                checked={choosing.chosen.includes(row.id)}
                onChange={(isChosen) => choosing.onChoose(row.id, isChosen)}
              />
            </div>
          ) : (
            <Link to={cards.hrefOf(row)} className="k-row">
              {cardOf(row)}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
