import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type CsvRecord, csvHeadings, csvLines } from "#app/platform/csv-table.ts";
import type { PageCursor } from "#app/platform/database/page-cursor.ts";
import { formatMoment } from "#app/platform/time/format-time.ts";
import { recordFact } from "../timeline/record.server.ts";
import type { LedgerFilter } from "./ledger-filter.ts";
import { type LedgerLineView, listLedger, sumOtherSales } from "./list-ledger.server.ts";
import { walletOf } from "./shop-wallet.server.ts";

const BATCH = 500;
const HEADINGS = [
  "Booked",
  "Amount (Rs)",
  "Type",
  "Status",
  "Order",
  "Supplier's number",
  "Gone since",
] as const;

type LedgerCells = CsvRecord<(typeof HEADINGS)[number]>;

type ExportLedgerInput = { readonly filter: LedgerFilter; readonly by: string };

/**
 * The lines a shop's view of the ledger shows, as a CSV file, a batch at a time; other sales of the account are one sum.
 * That somebody took them is written down before the first line leaves.
 */
export async function* exportLedger(
  ctx: ShopContext,
  { filter, by }: ExportLedgerInput,
): AsyncGenerator<string> {
  await recordFact(ctx.db, ctx.shop.id, {
    ...{ thing: "shop", thingId: ctx.shop.id, actor: "person", by, code: "ledger_exported" },
    ...{ params: {}, at: ctx.clock.now() },
  });
  yield csvHeadings(HEADINGS);
  const wallet = walletOf(ctx);
  if (wallet === null) return;
  let after: PageCursor | null = null;
  do {
    const found: readonly LedgerLineView[] = await listLedger(ctx, wallet, { filter, after, limit: BATCH });
    yield csvLines(
      HEADINGS,
      found.map((line) => toLedgerCells(line, ctx.shop.timezone)),
    );
    const last = found.at(-1);
    after = found.length < BATCH || !last ? null : { key: last.bookedAt, id: last.id };
  } while (after);
  if (filter.type !== "" || filter.status !== "" || filter.order !== "") return;
  const { sumPkr, entries, since } = await sumOtherSales(ctx, wallet, filter);
  if (entries === 0) return;
  const days = since === null ? "the days asked for" : "the last 30 days";
  const sum = { "Amount (Rs)": sumPkr, Type: `Other sales of this account, ${days}` };
  yield csvLines(HEADINGS, [{ ...EMPTY, ...sum }]);
}

const EMPTY: LedgerCells = {
  ...{ Booked: null, "Amount (Rs)": null, Type: null, Status: null },
  ...{ Order: null, "Supplier's number": null, "Gone since": null },
};

function toLedgerCells(line: LedgerLineView, timeZone: string): LedgerCells {
  const { bookedAt, isDated, amountPkr, type, status, order, entryId, missingSince } = line;
  return {
    Booked: isDated ? formatMoment(bookedAt, timeZone) : null,
    "Amount (Rs)": amountPkr,
    Type: type,
    Status: status,
    Order: order?.name ?? null,
    "Supplier's number": entryId,
    "Gone since": missingSince ? formatMoment(missingSince, timeZone) : null,
  };
}
