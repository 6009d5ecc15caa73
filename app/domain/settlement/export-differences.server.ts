import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type CsvRecord, csvHeadings, csvLines } from "#app/platform/csv-table.ts";
import type { PageCursor } from "#app/platform/database/page-cursor.ts";
import { formatMoment } from "#app/platform/time/format-time.ts";
import {
  type DifferenceRow,
  type ExportedView,
  listDifferenceRows,
  toRows,
} from "./list-differences.server.ts";

const BATCH = 500;

const HEADINGS = [
  "Order",
  "Compared with",
  "What is different",
  "Has to be (Rs)",
  "Is (Rs)",
  "Found",
  "Put aside",
] as const;

/** Every difference of a view as the lines of a CSV file, a batch at a time. */
export async function* exportDifferences(ctx: ShopContext, view: ExportedView): AsyncGenerator<string> {
  yield csvHeadings(HEADINGS);
  let after: PageCursor | null = null;
  do {
    const found: Awaited<ReturnType<typeof listDifferenceRows>> = await listDifferenceRows(
      ctx,
      { view, after },
      BATCH,
    );
    const rows = await toRows(ctx, found);
    yield csvLines(
      HEADINGS,
      rows.map((row) => toDifferenceLine(row, ctx.shop.timezone)),
    );
    const last = found.length < BATCH ? undefined : found.at(-1);
    after = last ? { key: last.foundAt, id: last.id } : null;
  } while (after);
}

function toDifferenceLine(
  { order, side, sentence, expectedPkr, foundPkr, foundAt, putAsideAt }: DifferenceRow,
  timeZone: string,
): CsvRecord<(typeof HEADINGS)[number]> {
  return {
    Order: order.name,
    "Compared with": side === "ledger" ? "the supplier's ledger" : "Shopify",
    "What is different": sentence,
    "Has to be (Rs)": expectedPkr,
    "Is (Rs)": foundPkr,
    Found: formatMoment(foundAt, timeZone),
    "Put aside": putAsideAt ? formatMoment(putAsideAt, timeZone) : null,
  };
}
