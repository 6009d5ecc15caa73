import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { SupplierOrderId } from "#app/platform/ids.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { Payment } from "./find-payments.server.ts";
import {
  BOOKED_AFTER_MS,
  type LedgerLine,
  type PlannedOutcome,
  planPaymentOutcome,
} from "./plan-payment-outcome.ts";
import { recordOutcome } from "./record-outcome.server.ts";
import { TAKEN_UP_AFTER_MS } from "./request-payment.server.ts";
import { refuseUnsent, sendPayment } from "./send-payment.server.ts";

/** What is left to do for a payment. */
export type FinishPaymentResult =
  | { readonly kind: "finished" }
  /** To be looked at again. */
  | { readonly kind: "later"; readonly delayMs: number };

/** Longer than any call of a living process: from taking it, through limits and sending, to the lost answer. */
const SENDING_LASTS_MS = 30_000;
/** A request older than this is not sent any more without being asked for again. */
const REQUESTED_LASTS_MS = 10 * 60_000;
const RECHECK_MS = 15_000;
const LATER_LOOKS_MS = 10 * 60_000;
/** What the service's clock may differ from ours. */
const CLOCK_MARGIN_MS = 60 * 60_000;
const MOST_LEDGER_PAGES = 20;

const finished: FinishPaymentResult = { kind: "finished" };

/**
 * Brings a payment to its end, whoever began it and whatever died since: one that is wanted is sent, one whose answer
 * did not come is known by reading the parcel, else the account's ledger. Nothing is sent a second time.
 * @throws SupplierError where the service cannot be asked now; the payment stays as it is
 */
export async function finishPayment(ctx: ShopContext, payment: Payment): Promise<FinishPaymentResult> {
  switch (payment.state) {
    case "wanted":
      return finishRequested(ctx, payment);
    case "sending":
      return finishSending(ctx, payment);
    case "outcome_unknown":
      return finishUnknown(ctx, payment);
    case "paid":
    case "refused":
      return finished;
  }
}

/** Whoever wanted it has this long to send it; then it is taken for dead. */
async function finishRequested(ctx: ShopContext, payment: Payment): Promise<FinishPaymentResult> {
  const ageMs = ctx.clock.now().getTime() - payment.requestedAt.getTime();
  if (ageMs < TAKEN_UP_AFTER_MS) return { kind: "later", delayMs: TAKEN_UP_AFTER_MS - ageMs };
  if (ageMs >= REQUESTED_LASTS_MS) {
    await refuseUnsent(ctx, payment, "not_sent");
    return finished;
  }
  const outcome = await sendPayment(ctx, payment.id);
  return outcome?.kind === "outcome_unknown" ? { kind: "later", delayMs: 0 } : finished;
}

/** One that is on its way is left to whoever sends it, by the database's clock. */
async function finishSending(ctx: ShopContext, payment: Payment): Promise<FinishPaymentResult> {
  const [row] = await queryRows<{ ageMs: number }>(
    ctx.db,
    Prisma.sql`
    select (extract(epoch from clock_timestamp() - sent_at) * 1000)::float8 as "ageMs" from payment_intent
    where shop_id = ${ctx.shop.id}::uuid and id = ${payment.id}::uuid and state = 'sending'`,
  );
  if (!row) return finished;
  if (row.ageMs < SENDING_LASTS_MS) return { kind: "later", delayMs: SENDING_LASTS_MS - row.ageMs };
  if (!(await recordOutcome(ctx, payment, ["sending"], { kind: "outcome_unknown" }))) return finished;
  return finishUnknown(ctx, payment);
}

async function finishUnknown(ctx: ShopContext, payment: Payment): Promise<FinishPaymentResult> {
  const supplier = ctx.supplierOf(payment.parcel.handoff);
  if (!supplier) return { kind: "later", delayMs: LATER_LOOKS_MS };
  const ageMs = ctx.clock.now().getTime() - (payment.sentAt ?? payment.requestedAt).getTime();
  const found = await findOutcome(supplier, payment, ageMs);
  switch (found.kind) {
    case "paid":
      await recordOutcome(ctx, payment, ["outcome_unknown"], found);
      return finished;
    case "refused": {
      const evidence = "ledger";
      await recordOutcome(ctx, payment, ["outcome_unknown"], { ...found, evidence });
      return finished;
    }
    case "ask_ledger":
    case "unknown":
      return { kind: "later", delayMs: ageMs < BOOKED_AFTER_MS ? RECHECK_MS : LATER_LOOKS_MS };
  }
}

async function findOutcome(
  supplier: SupplierClient,
  payment: Payment,
  ageMs: number,
): Promise<PlannedOutcome> {
  const { amountPkr, parcel } = payment;
  const { supplierOrderId, handoff } = parcel;
  const question = {
    status: await readStatus(supplier, supplierOrderId),
    parcel: {
      ...{ supplierOrderId, externalOrderId: handoff.externalOrderId, amountPkr },
      siblings: handoff.parcels.length,
    },
    ageMs,
  };
  const byParcel = planPaymentOutcome({ ...question, entries: null });
  if (byParcel.kind !== "ask_ledger") return byParcel;
  const sentAt = (payment.sentAt ?? payment.requestedAt).getTime();
  return planPaymentOutcome({ ...question, entries: await readLedger(supplier, sentAt - CLOCK_MARGIN_MS) });
}

/** Null when the service does not know the parcel under this key. */
async function readStatus(
  supplier: SupplierClient,
  supplierOrderId: SupplierOrderId,
): Promise<string | null> {
  try {
    return (await supplier.getOrder(supplierOrderId)).status ?? null;
  } catch (error) {
    if (isSupplierError(error) && error.code === "not_found") return null;
    throw error;
  }
}

/** Entries since then, newest first; null where not all of them could be read. */
async function readLedger(supplier: SupplierClient, sinceMs: number): Promise<readonly LedgerLine[] | null> {
  const lines: LedgerLine[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_LEDGER_PAGES; page += 1) {
    const { data, nextCursor, unreadable } = await supplier.listTransactions({ limit: 100, cursor });
    if (unreadable > 0) return null;
    for (const { amount, order, createdAt } of data) {
      if (createdAt && Date.parse(createdAt) < sinceMs) return lines;
      const ids = { orderId: order?.id ?? null, externalOrderId: order?.externalOrderId ?? null };
      const isNamedOtherwise = order !== null && ids.orderId === null && ids.externalOrderId === null;
      lines.push({ amount, ...ids, isNamedOtherwise });
    }
    if (nextCursor === null) return lines;
    cursor = nextCursor;
  }
  return null;
}
