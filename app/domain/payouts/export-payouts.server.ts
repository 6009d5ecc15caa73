import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type CsvRecord, csvHeadings, csvLines } from "#app/platform/csv-table.ts";
import { formatMoment } from "#app/platform/time/format-time.ts";
import { recordFact } from "../timeline/record.server.ts";
import { explainPayout, type RuleLine } from "./explain-payout.ts";
import { findPayoutIds, loadParcels, type PayoutCursor, type PayoutsSlice } from "./list-payouts.server.ts";
import type { ParcelOfPayout } from "./parcel-of-payout.ts";
import { payoutOf } from "./payout.ts";
import type { PayoutsFilter } from "./payouts-filter.ts";

const BATCH = 500;

const HEADINGS = [
  "Order",
  "Parcel",
  "Supplier's number",
  "Payment",
  "State",
  "Delivered",
  "Release date",
  "Customer pays (Rs)",
  "Wholesale (Rs)",
  "Shipping (Rs)",
  "Margin (Rs)",
  "Service fee (Rs)",
  "Fee rule",
  "Released (Rs)",
] as const;

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
  yield csvHeadings(HEADINGS);
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
    yield csvLines(
      HEADINGS,
      parcels.map((parcel) => toPayoutLine(parcel, ctx.shop.timezone)),
    );
    after = found.length < BATCH ? null : (found.at(-1) ?? null);
  } while (after);
}

function toPayoutLine(parcel: ParcelOfPayout, timeZone: string): CsvRecord<(typeof HEADINGS)[number]> {
  const { handoff, part, of, deliveredAt } = parcel;
  const payout = payoutOf(handoff.paymentMode, parcel);
  const { lines, feeRule } = explainPayout(handoff.paymentMode, parcel, handoff.terms);
  const amount = (line: RuleLine["line"]) => lines.find((each) => each.line === line)?.amountPkr ?? null;
  return {
    Order: handoff.order.name,
    Parcel: `${part} of ${of}`,
    "Supplier's number": parcel.orderNumber,
    Payment: handoff.paymentMode,
    State: payout?.state ?? null,
    Delivered: deliveredAt && formatMoment(deliveredAt, timeZone),
    "Release date": payout?.releaseAt ? formatMoment(payout.releaseAt, timeZone) : null,
    "Customer pays (Rs)": amount("customer_pays"),
    "Wholesale (Rs)": amount("wholesale"),
    "Shipping (Rs)": amount("shipping"),
    "Margin (Rs)": amount("margin"),
    "Service fee (Rs)": amount("fee"),
    "Fee rule":
      feeRule && `${feeRule.percent}% of ${feeRule.basis === "sale" ? "the items' price" : "the margin"}`,
    "Released (Rs)": amount("released"),
  };
}
