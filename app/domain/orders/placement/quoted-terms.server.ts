import type { Prisma } from "@prisma/client";
import { type Rupees, rupees, sumRupees } from "#app/domain/money/rupees.ts";
import {
  type ExpectedOutcome,
  expectOutcome,
  type QuoteTerms,
} from "#app/domain/orders/money/expect-outcome.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { recordTerms } from "#app/domain/policy/terms/record-terms.server.ts";
import { readFee, termsOfQuote } from "#app/domain/policy/terms/reported-terms.ts";
import type { ShippingQuote } from "#app/supplier/catalog.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import type { OpenLine } from "./open-lines.ts";
import type { HandoffMoney } from "./plan-handoff-money.ts";

type QuotedTermsInput = {
  readonly mode: Mode;
  readonly quote: ShippingQuote;
  readonly lines: readonly OpenLine[];
};

/** What a quote says about the account's terms, for every later figure (R49). */
export async function saveQuotedTerms(
  { ctx }: ReadRun,
  { mode, quote, lines }: QuotedTermsInput,
): Promise<void> {
  const { connection } = ctx;
  if (connection?.mode !== mode) return;
  const stores = new Set(lines.map(({ supplierStoreId }) => supplierStoreId));
  const figures = termsOfQuote(quote, { parcels: stores.has(null) ? quote.parcels.length : stores.size });
  await recordTerms(ctx.db, connection, { figures, source: "quote", at: ctx.clock.now() });
}

type Costs = { readonly wholesale: Rupees; readonly quote: ShippingQuote };

/** What was quoted and what we expect from it, kept with the handoff so that later changes rewrite nothing (R18). */
export function toHandoffTerms(
  paymentMode: PaymentMode,
  money: Extract<HandoffMoney, { kind: "ready" }>,
  { wholesale: wholesaleTotal, quote }: Costs,
): { readonly terms: Prisma.InputJsonObject; readonly expected: ExpectedOutcome } {
  const terms = toQuoteTerms(quote);
  const resaleTotal = sumRupees(money.items.map((item) => rupees(item.resalePrice * item.quantity)));
  const expected = expectOutcome({
    paymentMode,
    customerPays: money.collects,
    resaleTotal,
    wholesaleTotal,
    terms,
  });
  const stored = {
    quote: { ...terms, returnShippingCost: quote.returnShippingCost ?? null },
    wholesaleTotal,
    resaleTotal,
    expected,
    roundingPaisa: money.roundingPaisa,
    explanation: money.explanation,
  };
  return { terms: JSON.parse(JSON.stringify(stored)), expected };
}

/** A figure that was left out, or a percent of a basis nobody knows, is unknown and never 0. */
function toQuoteTerms(quote: ShippingQuote): QuoteTerms {
  const fee = readFee({ percent: quote.platformFeePercent, basis: quote.platformFeeBasis });
  return {
    shippingCost: rupees(quote.shippingCost),
    rtoReserve: quote.rtoReserve ?? null,
    platformFeePercent: fee?.percent ?? null,
    platformFeeBasis: fee?.basis ?? null,
  };
}
