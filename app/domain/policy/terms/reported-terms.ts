import type { ShippingQuote, SupplierProduct } from "#app/supplier/catalog.ts";
import type { SupplierOrder } from "#app/supplier/order-schema.ts";
import type { Wallet } from "#app/supplier/wallet.ts";
import { parseReportedTerms, type ReportedTerms } from "./account-terms.ts";

const DAY_MS = 24 * 60 * 60_000;

type Fee = { readonly percent?: number | null; readonly basis?: string | null };

/** A percent that was not said is no fee of 0; of the margin where the basis was not said (section ShippingQuote). */
export function readFee({ percent, basis }: Fee): ReportedTerms["fee"] {
  return parseReportedTerms({ fee: { percent, basis: basis ?? "margin" } }).fee;
}

/** The return cost of a quote is a sum over its parcels: of several it says nothing of one. */
export function termsOfQuote(
  quote: Pick<ShippingQuote, "platformFeePercent" | "platformFeeBasis" | "returnShippingCost">,
  { parcels }: { readonly parcels: number },
): ReportedTerms {
  return parseReportedTerms({
    fee: readFee({ percent: quote.platformFeePercent, basis: quote.platformFeeBasis }),
    return_shipping: parcels === 1 ? quote.returnShippingCost : undefined,
  });
}

/** The default cost is what a product of unknown weight is estimated at, where its store does not deliver free. */
export function termsOfProducts(products: readonly Pick<SupplierProduct, "shipping">[]): ReportedTerms {
  const unweighed = products.find(
    ({ shipping }) => shipping?.required === true && shipping.weightKg === null && shipping.estimate != null,
  );
  return parseReportedTerms({ default_shipping: unweighed?.shipping?.estimate });
}

export function termsOfWallet({ depositRequired }: Pick<Wallet, "depositRequired">): ReportedTerms {
  return parseReportedTerms({ deposit: depositRequired });
}

export type OrderTerms = Pick<SupplierOrder, "createdAt" | "platformFee" | "history" | "marginReleaseAt">;

export type DatedTerms = { readonly figures: ReportedTerms; readonly at: Date };

/** What the newest of these orders tell, and when it was so: an old order has the terms of its own day. */
export function termsOfOrders(records: readonly OrderTerms[]): readonly DatedTerms[] {
  const fees = records.flatMap((record) =>
    toDatedTerms(record.createdAt, { fee: readFee(record.platformFee ?? {}) }),
  );
  const payouts = records.flatMap((record) => {
    const deliveredAt = deliveryOf(record);
    return toDatedTerms(deliveredAt, { payout_days: daysBetween(deliveredAt, record.marginReleaseAt) });
  });
  return [newestOf(fees), newestOf(payouts)].filter((each) => each !== undefined);
}

function toDatedTerms(moment: string | null | undefined, figures: ReportedTerms): readonly DatedTerms[] {
  const read = parseReportedTerms(figures);
  return isMoment(moment) && Object.keys(read).length > 0 ? [{ figures: read, at: new Date(moment) }] : [];
}

function newestOf(all: readonly DatedTerms[]): DatedTerms | undefined {
  return all.toSorted((one, other) => other.at.getTime() - one.at.getTime())[0];
}

function deliveryOf({ history }: OrderTerms): string | null | undefined {
  return history?.find(({ status }) => status === "DELIVERED")?.at;
}

function daysBetween(from: string | null | undefined, to: string | null | undefined): number | undefined {
  return isMoment(from) && isMoment(to)
    ? Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
    : undefined;
}

function isMoment(text: string | null | undefined): text is string {
  return typeof text === "string" && Number.isFinite(Date.parse(text));
}
