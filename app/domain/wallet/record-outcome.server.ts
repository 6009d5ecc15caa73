import { type Parcel, type PaymentIntent, Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { FactCode } from "#app/domain/messages/timeline/fact-codes.ts";
import type { PaymentEvidence, PaymentState } from "#app/domain/money/payment-state.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { PaymentId } from "#app/platform/ids.ts";
import { calendarDay } from "#app/platform/time/calendar-day.ts";
import { factsSql } from "../timeline/record.server.ts";
import { recheckAutoPayStop } from "./funds/sync-auto-pay-issue.server.ts";

/** What is known of a payment by now. `message`: the service's own words, which are kept sealed. */
export type PaymentOutcome =
  | { readonly kind: "paid"; readonly evidence: PaymentEvidence; readonly by?: string }
  | {
      readonly kind: "refused";
      readonly evidence: PaymentEvidence;
      readonly code: string;
      readonly message?: string;
      /** Who said so, where a person did. */
      readonly by?: string;
    }
  | { readonly kind: "outcome_unknown" };

type PaymentRecord = Pick<PaymentIntent, "id" | "orderId" | "parcelId" | "amountPkr" | "requestedAt"> & {
  readonly parcel: Pick<Parcel, "part">;
};

const STATES = {
  paid: "paid",
  refused: "refused",
  outcome_unknown: "outcome_unknown",
} as const satisfies Record<PaymentOutcome["kind"], PaymentState>;

const FACTS = {
  paid: "payment_made",
  refused: "payment_refused",
  outcome_unknown: "payment_unknown",
} as const satisfies Record<PaymentOutcome["kind"], FactCode>;

/** The place of what the service said of a payment. */
function paymentMessagePlace(row: PaymentId) {
  return { table: "payment_intent", row, column: "message_enc" };
}

/**
 * Writes down what came of a payment, once and in one statement, with its fact on the order's timeline; the parcel is to
 * be read. False when the payment had left the states it is recorded from: somebody else has finished it.
 */
export async function recordOutcome(
  { db, shop, clock, crypto }: Pick<ShopContext, "shop" | "db" | "clock" | "crypto">,
  payment: PaymentRecord,
  from: readonly PaymentState[],
  outcome: PaymentOutcome,
): Promise<boolean> {
  const now = clock.now();
  const { id, amountPkr: amount, parcel } = payment;
  const code = outcome.kind === "refused" ? outcome.code : null;
  const message = outcome.kind === "refused" && outcome.message ? outcome.message : null;
  const messageEnc = message === null ? null : crypto.seal(message, paymentMessagePlace(id));
  const by = outcome.kind === "outcome_unknown" ? undefined : outcome.by;
  const recorded = by === undefined ? ({ actor: "karwan" } as const) : ({ actor: "person", by } as const);
  const fact = { thing: "order", thingId: payment.orderId, ...recorded, at: now } as const;
  const params = { part: parcel.part, amount, ...(code === null ? {} : { code }) };
  const isSettled = outcome.kind !== "outcome_unknown";
  const rows = await queryRows<{ id: PaymentId }>(
    db,
    Prisma.sql`
    with recorded as (
      update payment_intent set state = ${STATES[outcome.kind]}, outcome = ${code}, message_enc = ${messageEnc}::bytea,
        evidence = ${isSettled ? outcome.evidence : null}, settled_at = ${isSettled ? now : null}::timestamptz
      where shop_id = ${shop.id}::uuid and id = ${id}::uuid and state = any(${[...from]}::text[])
      returning id, shop_id, parcel_id, amount_pkr, by_itself),
    stated as (${factsSql({ shop, crypto }, [{ ...fact, code: FACTS[outcome.kind], params }], Prisma.sql`recorded`)}),
    restored as (${restoredSql(shop, payment, outcome)}),
    requested as (
      update parcel set read_at = null, updated_at = now() from recorded
      where parcel.shop_id = ${shop.id}::uuid and parcel.id = recorded.parcel_id)
    select id from recorded`,
  );
  if (rows.length === 0) return false;
  if (outcome.kind === "paid") await recheckAutoPayStop({ db, shop });
  return true;
}

/** What was paid by itself and surely not made leaves its part of that day's limit, whoever finds it out. */
function restoredSql(
  shop: Pick<ShopContext["shop"], "timezone">,
  { requestedAt }: PaymentRecord,
  { kind }: PaymentOutcome,
): Prisma.Sql {
  const day = calendarDay(requestedAt, shop.timezone);
  return Prisma.sql`
    update auto_pay set spent_pkr = greatest(0, spent_pkr - recorded.amount_pkr) from recorded
    where auto_pay.shop_id = recorded.shop_id and day = ${day} and recorded.by_itself and ${kind === "refused"}::boolean`;
}
