import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type CsvRecord, csvHeadings, csvLines } from "#app/platform/csv-table.ts";
import type { PageCursor } from "#app/platform/database/page-cursor.ts";
import { recordFact } from "../../timeline/record.server.ts";
import { type ProfitQuery, periodOf, profitOfNextOrders } from "./get-profit-page.server.ts";
import { cameBackPercent, netOf, type ProfitRow, type ProfitSubject } from "./profit-row.ts";
import { sumProfit } from "./sum-profit.server.ts";

const BATCH = 500;

/** The first column; its heading says what the rows are of. */
const SUBJECT = "subject";

const SUBJECTS: Readonly<Record<ProfitSubject, string>> = {
  product: "Product",
  city: "City",
  month: "Month",
  order: "Order",
};

const FIGURES = [
  "Parcels bring (Rs)",
  "Earned (Rs)",
  "To come (Rs)",
  "Lost (Rs)",
  "Delivered",
  "Came back",
  "Came back (%)",
  "Parcels not known",
] as const;

const COLUMNS = [SUBJECT, ...FIGURES] as const;

type ExportProfitInput = { readonly query: Pick<ProfitQuery, "by" | "from" | "to">; readonly by: string };

/** Every row of a list of profit as a CSV file, however many they are. */
export async function* exportProfit(
  ctx: ShopContext,
  { query, by }: ExportProfitInput,
): AsyncGenerator<string> {
  await recordFact(ctx.db, ctx.shop.id, {
    ...{ thing: "shop", thingId: ctx.shop.id, actor: "person", by, code: "payouts_exported" },
    ...{ params: {}, at: ctx.clock.now() },
  });
  const period = periodOf(ctx, query);
  yield csvHeadings([SUBJECTS[query.by], ...FIGURES]);
  if (query.by !== "order") {
    const rows = await sumProfit(ctx, query.by, { period, limit: null });
    yield csvLines(COLUMNS, rows.map(toProfitLine));
    return;
  }
  let after: PageCursor | null = null;
  do {
    const page: Awaited<ReturnType<typeof profitOfNextOrders>> = await profitOfNextOrders(ctx, {
      ...{ period, after, limit: BATCH },
    });
    yield csvLines(COLUMNS, page.rows.map(toProfitLine));
    after = page.isFull ? page.last : null;
  } while (after);
}

function toProfitLine(row: ProfitRow): CsvRecord<(typeof COLUMNS)[number]> {
  return {
    [SUBJECT]: row.label ?? row.key ?? "not known",
    "Parcels bring (Rs)": netOf(row),
    "Earned (Rs)": row.earnedPkr,
    "To come (Rs)": row.toComePkr,
    "Lost (Rs)": row.lostPkr,
    Delivered: row.delivered,
    "Came back": row.cameBack,
    "Came back (%)": cameBackPercent(row),
    "Parcels not known": row.unknown,
  };
}
