import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type CsvRecord, csvHeadings, csvLines } from "#app/platform/csv-table.ts";
import { recordFact } from "../../timeline/record.server.ts";
import { isTooFewParcels } from "../enough-parcels.ts";
import { periodOf } from "../profit/get-profit-page.server.ts";
import type { RefusalsQuery } from "./get-refusals-page.server.ts";
import { type RefusalRow, type RefusalSubject, refusedPercent } from "./refusal-row.ts";
import { sumRefusals } from "./sum-refusals.server.ts";

/** The first column; its heading says what the rows are of. */
const SUBJECT = "subject";

const SUBJECTS: Readonly<Record<RefusalSubject, string>> = {
  product: "Product",
  city: "City",
  route: "Paid",
  confirmation: "Confirmed by",
};

const FIGURES = ["Ended", "Refused", "Refused (%)", "From (%)", "To (%)", "Enough to go by"] as const;

type RefusalLine = CsvRecord<(typeof FIGURES)[number] | typeof SUBJECT>;

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
  yield csvHeadings([SUBJECTS[query.by], ...FIGURES]);
  const rows = await sumRefusals(ctx, query.by, { period: periodOf(ctx, query), after: null, limit: null });
  yield csvLines([SUBJECT, ...FIGURES], rows.map(toRefusalLine));
}

function toRefusalLine(row: RefusalRow): RefusalLine {
  return {
    [SUBJECT]: row.label ?? row.key ?? "not known",
    Ended: row.ended,
    Refused: row.refused,
    "Refused (%)": refusedPercent(row),
    "From (%)": row.lowPercent,
    "To (%)": row.highPercent,
    "Enough to go by": isTooFewParcels(row.ended) ? "no" : "yes",
  };
}
