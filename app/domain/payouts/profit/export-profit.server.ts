import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { PageCursor } from "#app/platform/database/page-cursor.ts";
import { toCsvLine } from "#app/platform/to-csv-line.ts";
import { recordFact } from "../../timeline/record.server.ts";
import { type ProfitQuery, periodOf, profitOfNextOrders } from "./get-profit-page.server.ts";
import { cameBackPercent, netOf, type ProfitRow, type ProfitSubject } from "./profit-row.ts";
import { sumProfit } from "./sum-profit.server.ts";

const BATCH = 500;
/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

const SUBJECTS: Readonly<Record<ProfitSubject, string>> = {
  product: "Product",
  city: "City",
  month: "Month",
  order: "Order",
};

const FIGURES = [
  ...["Brings (Rs)", "Earned (Rs)", "To come (Rs)", "Lost (Rs)", "Delivered", "Came back"],
  ...["Came back (%)", "Parcels not known"],
];

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
  yield BYTE_ORDER_MARK + toCsvLine([SUBJECTS[query.by], ...FIGURES]);
  if (query.by !== "order") {
    const rows = await sumProfit(ctx, query.by, { period, limit: null });
    yield rows.map(lineOf).join("");
    return;
  }
  let after: PageCursor | null = null;
  do {
    const page: Awaited<ReturnType<typeof profitOfNextOrders>> = await profitOfNextOrders(ctx, {
      ...{ period, after, limit: BATCH },
    });
    yield page.rows.map(lineOf).join("");
    after = page.isFull ? page.last : null;
  } while (after);
}

function lineOf(row: ProfitRow): string {
  return toCsvLine([
    row.label ?? row.key ?? "not known",
    ...[netOf(row), row.earnedPkr, row.toComePkr, row.lostPkr, row.delivered, row.cameBack],
    ...[cameBackPercent(row), row.unknown],
  ]);
}
