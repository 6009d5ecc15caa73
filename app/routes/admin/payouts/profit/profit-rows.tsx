import { Link } from "@shopify/polaris";
import {
  cameBackPercent,
  isTooFew,
  netOf,
  type ProfitRow,
  type ProfitSubject,
} from "#app/domain/payouts/profit/profit-row.ts";
import { monthWords, parcelsWords } from "#app/routes/admin/payouts/payouts-words.ts";
import { Money } from "#app/ui/money.tsx";
import { FigureRow } from "../figure-row.tsx";

type RowsProps = { readonly rows: readonly ProfitRow[]; readonly by: ProfitSubject };

export function ProfitRows({ rows, by }: RowsProps) {
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

function OneRow({ row, by }: { readonly row: ProfitRow; readonly by: ProfitSubject }) {
  return (
    <FigureRow
      name={<Name row={row} by={by} />}
      figure={<Money amount={netOf(row)} />}
      detail={
        <>
          Earned <Money amount={row.earnedPkr} />, to come <Money amount={row.toComePkr} />, lost{" "}
          <Money amount={row.lostPkr} />
        </>
      }
      aside={endedWords(row)}
      isGrey={by !== "order" && isTooFew(row)}
    />
  );
}

function Name({ row, by }: { readonly row: ProfitRow; readonly by: ProfitSubject }) {
  if (by === "order" && row.key) return <Link url={`/orders/${row.key}`}>{row.label || "Order"}</Link>;
  if (by === "month" && row.key) return monthWords(row.key);
  return row.label || (by === "city" ? "Other places" : "Contents not known");
}

function endedWords(row: ProfitRow): string {
  const percent = cameBackPercent(row);
  const back = percent === null ? "" : `, ${row.cameBack} came back (${percent}%)`;
  const unknown = row.unknown > 0 ? `, ${parcelsWords(row.unknown)} not known` : "";
  return `${row.delivered} delivered${back}${unknown}`;
}
