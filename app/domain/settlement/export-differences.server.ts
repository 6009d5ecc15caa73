import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { PageCursor } from "#app/platform/database/page-cursor.ts";
import { formatMoment } from "#app/platform/time/format-time.ts";
import { toCsvLine } from "#app/platform/to-csv-line.ts";
import { type ExportedView, listDifferenceRows, toRows } from "./list-differences.server.ts";

const BATCH = 500;
/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

const HEADINGS = [
  ...["Order", "Compared with", "What is different", "Has to be (Rs)", "Is (Rs)", "Found"],
  "Put aside",
];

/** Every difference of a view as the lines of a CSV file, a batch at a time. */
export async function* exportDifferences(ctx: ShopContext, view: ExportedView): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsvLine(HEADINGS);
  let after: PageCursor | null = null;
  do {
    const found: Awaited<ReturnType<typeof listDifferenceRows>> = await listDifferenceRows(
      ctx,
      { view, after },
      BATCH,
    );
    const rows = await toRows(ctx, found);
    yield rows
      .map((row) =>
        toCsvLine([
          ...[row.order.name, row.side === "ledger" ? "the supplier's ledger" : "Shopify", row.sentence],
          ...[row.expectedPkr, row.foundPkr, formatMoment(row.foundAt, ctx.shop.timezone)],
          row.putAsideAt ? formatMoment(row.putAsideAt, ctx.shop.timezone) : null,
        ]),
      )
      .join("");
    const last = found.length < BATCH ? undefined : found.at(-1);
    after = last ? { key: last.foundAt, id: last.id } : null;
  } while (after);
}
