import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { type CsvRecord, csvHeadings, csvLines } from "#app/platform/csv-table.ts";
import type { PageCursor } from "#app/platform/database/page-cursor.ts";
import { formatMoment } from "#app/platform/time/format-time.ts";
import { listShadowRows, type ShadowQuery, type ShadowRow } from "./list-shadow-decisions.server.ts";
import { outcomeWords, verdictWords } from "./shadow-words.ts";

const BATCH = 500;

const HEADINGS = [
  "Order",
  "Decided",
  "Would have been",
  "Why",
  "Payment",
  "Customer pays (Rs)",
  "If delivered, about (Rs)",
  "If refused, about (Rs)",
  "What happened",
  "The same",
] as const;

type ExportShadowInput = { readonly query: Omit<ShadowQuery, "after">; readonly by: string };

/** Every row of a view as the lines of a CSV file, a batch at a time. That somebody took it is written down first. */
export async function* exportShadowDecisions(
  ctx: ShopContext,
  { query, by }: ExportShadowInput,
): AsyncGenerator<string> {
  await recordFact(ctx.db, ctx.shop.id, {
    ...{ thing: "shop", thingId: ctx.shop.id, actor: "person", by, code: "orders_exported" },
    at: ctx.clock.now(),
  });
  yield csvHeadings(HEADINGS);
  let after: PageCursor | null = null;
  do {
    const rows: readonly ShadowRow[] = await listShadowRows(ctx, { ...query, after }, BATCH);
    yield csvLines(
      HEADINGS,
      rows.map((row) => toShadowLine(row, ctx.shop.timezone)),
    );
    const last = rows.length < BATCH ? undefined : rows.at(-1);
    after = last ? { key: last.decidedAt, id: last.orderId } : null;
  } while (after);
}

function toShadowLine(row: ShadowRow, timeZone: string): CsvRecord<(typeof HEADINGS)[number]> {
  return {
    Order: row.name,
    Decided: formatMoment(row.decidedAt, timeZone),
    "Would have been": verdictWords[row.verdict],
    Why: row.reasons.join(" "),
    Payment: row.paymentMode === "PREPAID" ? "prepaid" : row.paymentMode && "cash on delivery",
    "Customer pays (Rs)": row.collectsPkr,
    "If delivered, about (Rs)": row.deliveredPkr,
    "If refused, about (Rs)": row.refusedPkr,
    "What happened": outcomeWords[row.outcome],
    "The same": row.isSame === null ? null : row.isSame ? "yes" : "no",
  };
}
