import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { PageCursor } from "#app/platform/database/page-cursor.ts";
import { formatMoment } from "#app/platform/time/format-time.ts";
import { toCsvLine } from "#app/platform/to-csv-line.ts";
import { listShadowRows, type ShadowQuery, type ShadowRow } from "./list-shadow-decisions.server.ts";
import { outcomeWords, verdictWords } from "./shadow-words.ts";

const BATCH = 500;
/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

const HEADINGS = [
  ...["Order", "Decided", "Would have been", "Why", "Payment", "Customer pays (Rs)"],
  ...["If delivered, about (Rs)", "If refused, about (Rs)", "What happened", "The same"],
];

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
  yield BYTE_ORDER_MARK + toCsvLine(HEADINGS);
  let after: PageCursor | null = null;
  do {
    const rows: readonly ShadowRow[] = await listShadowRows(ctx, { ...query, after }, BATCH);
    yield rows.map((row) => toLine(row, ctx.shop.timezone)).join("");
    const last = rows.length < BATCH ? undefined : rows.at(-1);
    after = last ? { key: last.decidedAt, id: last.orderId } : null;
  } while (after);
}

function toLine(row: ShadowRow, timezone: string): string {
  return toCsvLine([
    ...[row.name, formatMoment(row.decidedAt, timezone), verdictWords[row.verdict], row.reasons.join(" ")],
    ...[row.paymentMode === "PREPAID" ? "prepaid" : row.paymentMode && "cash on delivery", row.collectsPkr],
    ...[row.deliveredPkr, row.refusedPkr, outcomeWords[row.outcome]],
    row.isSame === null ? null : row.isSame ? "yes" : "no",
  ]);
}
