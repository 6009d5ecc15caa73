import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { formatMoment } from "#app/platform/time/format-time.ts";
import { toCsvLine } from "#app/platform/to-csv-line.ts";
import { recordFact } from "../timeline/record.server.ts";
import { explainPayout, type RuleLine } from "./explain-payout.ts";
import { findPayoutIds, loadParcels, type PayoutCursor, type PayoutsSlice } from "./list-payouts.server.ts";
import type { ParcelOfPayout } from "./parcel-of-payout.ts";
import { payoutOf } from "./payout.ts";
import type { PayoutsFilter } from "./payouts-filter.ts";

const BATCH = 500;
/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

const HEADINGS = [
  ...["Order", "Parcel", "Supplier's number", "Payment", "State", "Delivered", "Release date"],
  ...["Customer pays (Rs)", "Wholesale (Rs)", "Shipping (Rs)", "Margin (Rs)", "Service fee (Rs)"],
  ...["Fee rule", "Released (Rs)"],
];

type ExportPayoutsInput = { readonly filter: PayoutsFilter; readonly by: string };

/**
 * Every payout the filter lets through as lines of a CSV file, by release date, a batch at a time. Figures are the same as
 * on the pages; a cell is empty where its figure is not known.
 */
export async function* exportPayouts(
  ctx: ShopContext,
  { filter, by }: ExportPayoutsInput,
): AsyncGenerator<string> {
  await recordFact(ctx.db, ctx.shop.id, {
    ...{ thing: "shop", thingId: ctx.shop.id, actor: "person", by, code: "payouts_exported" },
    ...{ params: {}, at: ctx.clock.now() },
  });
  yield BYTE_ORDER_MARK + toCsvLine(HEADINGS);
  for (const span of ["dated", "undated"] as const) yield* linesOf(ctx, { span, filter });
}

async function* linesOf(
  ctx: ShopContext,
  slice: Pick<PayoutsSlice, "span" | "filter">,
): AsyncGenerator<string> {
  let after: PayoutCursor | null = null;
  do {
    const found: readonly PayoutCursor[] = await findPayoutIds(ctx, { ...slice, after, limit: BATCH });
    const parcels = await loadParcels(
      ctx,
      found.map(({ id }) => id),
    );
    yield parcels.map((parcel) => toCsvLine(cellsOf(parcel, ctx.shop.timezone))).join("");
    after = found.length < BATCH ? null : (found.at(-1) ?? null);
  } while (after);
}

function cellsOf(parcel: ParcelOfPayout, timeZone: string): readonly (string | number | null)[] {
  const { handoff, part, of, deliveredAt } = parcel;
  const payout = payoutOf(handoff.paymentMode, parcel);
  const { lines, feeRule } = explainPayout(handoff.paymentMode, parcel, handoff.terms);
  const amount = (line: RuleLine["line"]) => lines.find((each) => each.line === line)?.amountPkr ?? null;
  return [
    ...[handoff.order.name, `${part} of ${of}`, parcel.orderNumber, handoff.paymentMode],
    payout?.state ?? null,
    deliveredAt && formatMoment(deliveredAt, timeZone),
    payout?.releaseAt ? formatMoment(payout.releaseAt, timeZone) : null,
    ...(["customer_pays", "wholesale", "shipping", "margin", "fee"] as const).map(amount),
    feeRule && `${feeRule.percent}% of ${feeRule.basis === "sale" ? "the items' price" : "the margin"}`,
    amount("released"),
  ];
}
