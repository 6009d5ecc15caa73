import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { toCsvLine } from "#app/platform/to-csv-line.ts";
import { recordFact } from "../../timeline/record.server.ts";
import { isTooFewParcels } from "../enough-parcels.ts";
import { periodOf } from "../profit/get-profit-page.server.ts";
import type { RefusalsQuery } from "./get-refusals-page.server.ts";
import { type RefusalRow, type RefusalSubject, refusedPercent } from "./refusal-row.ts";
import { sumRefusals } from "./sum-refusals.server.ts";

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

const SUBJECTS: Readonly<Record<RefusalSubject, string>> = {
  product: "Product",
  city: "City",
  route: "Paid",
  confirmation: "Confirmed by",
};

const FIGURES = ["Ended", "Refused", "Refused (%)", "From (%)", "To (%)", "Enough to go by"];

type ExportRefusalsInput = { readonly query: Pick<RefusalsQuery, "by" | "from" | "to">; readonly by: string };

/** Every row of a list of refusals as a CSV file. */
export async function* exportRefusals(
  ctx: ShopContext,
  { query, by }: ExportRefusalsInput,
): AsyncGenerator<string> {
  await recordFact(ctx.db, ctx.shop.id, {
    ...{ thing: "shop", thingId: ctx.shop.id, actor: "person", by, code: "payouts_exported" },
    ...{ params: {}, at: ctx.clock.now() },
  });
  yield BYTE_ORDER_MARK + toCsvLine([SUBJECTS[query.by], ...FIGURES]);
  const rows = await sumRefusals(ctx, query.by, { period: periodOf(ctx, query), after: null, limit: null });
  yield rows.map(lineOf).join("");
}

function lineOf(row: RefusalRow): string {
  return toCsvLine([
    row.label ?? row.key ?? "not known",
    ...[row.ended, row.refused, refusedPercent(row), row.lowPercent, row.highPercent],
    isTooFewParcels(row.ended) ? "no" : "yes",
  ]);
}
