import type { SerializeFrom } from "@remix-run/node";
import { isTooFewParcels } from "#app/domain/payouts/enough-parcels.ts";
import type { RefusalsPage } from "#app/domain/payouts/refusals/get-refusals-page.server.ts";
import {
  type RefusalRow,
  type RefusalSubject,
  refusedPercent,
} from "#app/domain/payouts/refusals/refusal-row.ts";
import { parcelsWords } from "#app/routes/admin/payouts/payouts-words.ts";
import { FigureRow } from "../figure-row.tsx";
import { HoldLikeThese } from "./hold-like-these.tsx";

type ShownRow = SerializeFrom<RefusalsPage>["rows"][number];
type RowsProps = { readonly rows: readonly ShownRow[]; readonly by: RefusalSubject };

export function RefusalRows({ rows, by }: RowsProps) {
  return (
    <ul className="k-rows">
      {rows.map((row) => (
        <li key={row.key} className="k-topic">
          <OneRow row={row} by={by} />
        </li>
      ))}
    </ul>
  );
}

function OneRow({ row, by }: { readonly row: ShownRow; readonly by: RefusalSubject }) {
  return (
    <>
      <FigureRow
        name={nameOf(row, by)}
        figure={`${refusedPercent(row)}% refused`}
        detail={`${row.refused} of ${parcelsWords(row.ended)}`}
        aside={rangeWords(row)}
        isGrey={isTooFewParcels(row.ended)}
      />
      {row.rule && row.key && (by === "city" || by === "product") ? (
        <div className="k-row-line">
          <HoldLikeThese subject={by} rowKey={row.key} rule={row.rule} />
        </div>
      ) : null}
    </>
  );
}

/** What the next parcels can be expected to do, as far as these tell. */
export function rangeWords({ lowPercent, highPercent }: RefusalRow): string {
  return `expect ${lowPercent} to ${highPercent}%`;
}

const NAMES: Readonly<Record<string, string>> = {
  COD: "Cash on delivery",
  PREPAID: "Prepaid",
  person: "Confirmed by you",
  supplier: "Confirmed by the supplier",
  no_answer: "No answer",
  nobody: "Not confirmed",
};

function nameOf({ key, label }: RefusalRow, by: RefusalSubject): string {
  switch (by) {
    case "product":
      return label || "Contents not known";
    case "city":
      return label || "Other places";
    case "route":
    case "confirmation":
      return NAMES[key ?? ""] ?? "Not known";
  }
}
