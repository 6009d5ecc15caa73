import { readWallet } from "#app/domain/context/read-wallet.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { isPassingRefusal } from "#app/domain/messages/holds/payment-sentences.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { listWithoutPay } from "#app/domain/shops/staff.server.ts";
import type { PaymentOfParcel } from "#app/domain/wallet/find-payments.server.ts";
import { requestPayment } from "#app/domain/wallet/request-payment.server.ts";
import { sendPayment } from "#app/domain/wallet/send-payment.server.ts";
import type { OrderId, ParcelId } from "#app/platform/ids.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import { type AutoPay, autoPayDay, readAutoPay, stopAutoPay } from "./auto-pay-setting.server.ts";
import { listWaitingParcels, type WaitingParcelRow } from "./list-waiting-parcels.server.ts";
import { type AutoPayStop, planAutoPay, rests, type WaitingParcel } from "./plan-auto-pay.ts";
import { syncAutoPayIssue } from "./sync-auto-pay-issue.server.ts";

export type AutoPayResult = {
  /** Parcels that wait for funds. */
  readonly waiting: number;
  /** Orders of which a parcel was paid, or may have been. */
  readonly orderIds: readonly OrderId[];
};

const NOTHING: AutoPayResult = { waiting: 0, orderIds: [] };

type AutoPayRun = AutoPayResult & { readonly stop: AutoPayStop | null };

/**
 * *Pay by itself when money arrives*: pays what waits for funds in order of its deadline, one by one, through the payment
 * intents and in the name of whoever switched it on (R55). It stops where the wallet or the day's limit is used up, at
 * an answer that did not come, and for good once that person may not pay any more. Home says why, where a person can help.
 */
export async function runAutoPay(ctx: ShopContext): Promise<AutoPayResult> {
  const autoPay = await readAutoPay(ctx);
  if (autoPay === null) return NOTHING;
  if (autoPay !== "another_wallet" && (await listWithoutPay(ctx, [autoPay.by])).has(autoPay.by)) {
    await stopAutoPay(ctx, autoPay.by);
    return NOTHING;
  }
  const { stop, ...paid } = await payWaiting(ctx, autoPay);
  await syncAutoPayIssue(ctx, stop);
  return paid;
}

async function payWaiting(ctx: ShopContext, autoPay: AutoPay | "another_wallet"): Promise<AutoPayRun> {
  if (ctx.connection === null) return { ...NOTHING, stop: null };
  if (autoPay === "another_wallet") return { ...NOTHING, stop: { reason: autoPay } };
  const waiting = (await listWaitingParcels(ctx)).filter(
    ({ payment }) => payment === null || payment.state === "refused",
  );
  if (waiting.length === 0) return { ...NOTHING, stop: null };
  if (ctx.connection.pausedAt !== null) return { ...NOTHING, stop: { reason: "paused" } };
  const now = ctx.clock.now();
  const availablePkr = await findAvailable(ctx);
  if (availablePkr === null) {
    // Nothing was tried, so that what was refused a short while ago stands.
    const stop = findRefused(waiting, ({ requestedAt }) => rests(requestedAt, now));
    return { ...NOTHING, waiting: waiting.length, stop };
  }
  const findResting = () => findRefused(waiting, (payment) => rests(restsFrom(payment), now));
  const leftOfDayPkr = rupees(autoPay.dailyPkr - autoPay.spentTodayPkr);
  const { parcels, stoppedBy, nextPkr } = planAutoPay(waiting.map(toPlanned), {
    availablePkr,
    leftOfDayPkr,
    now,
  });
  failpoint("Y0");
  const orderIds: OrderId[] = [];
  for (const { parcelId } of parcels) {
    const outcome = await payOne(ctx, autoPay, parcelId);
    if (outcome.kind === "left") continue;
    orderIds.push(...waiting.flatMap(({ id, orderId }) => (id === parcelId ? [orderId] : [])));
    if (outcome.kind === "paid") continue;
    const ownTries = (waiting.find(({ id }) => id === parcelId)?.payment?.ownTries ?? 0) + 1;
    const stop = outcome.kind === "refused" ? toRefused(outcome.code, ownTries) : findResting();
    return { waiting: waiting.length, orderIds, stop };
  }
  const stop =
    stoppedBy === "limit" && nextPkr !== null
      ? ({ reason: "limit", dailyPkr: autoPay.dailyPkr, nextPkr } as const)
      : findResting();
  return { waiting: waiting.length, orderIds, stop };
}

/** Why a payment that Karwan made by itself was refused. */
function findRefused(
  waiting: readonly WaitingParcelRow[],
  stillCounts: (payment: PaymentOfParcel) => boolean,
): AutoPayStop | null {
  const refused = waiting.flatMap(({ payment }) =>
    payment?.byItself && payment.outcome !== null && stillCounts(payment)
      ? [toRefused(payment.outcome, payment.ownTries)]
      : [],
  );
  return refused.find((stop) => stop !== null) ?? null;
}

/** That the wallet holds too little is what it waits for, and each order says so. */
function toRefused(because: string, ownTries: number): AutoPayStop | null {
  if (because === "insufficient_balance") return null;
  return { reason: "refused", because, soon: isTriedSoon(because, ownTries) };
}

function toPlanned({ id, cost, deadline, payment }: WaitingParcelRow): WaitingParcel {
  const costPkr = cost?.reportedPkr === null ? cost.amountPkr : null;
  return { parcelId: id, costPkr, deadline, refusedAt: payment && restsFrom(payment) };
}

/** Null where the next look tries it again. */
function restsFrom({ outcome, requestedAt, ownTries }: PaymentOfParcel): Date | null {
  return outcome !== null && isTriedSoon(outcome, ownTries) ? null : requestedAt;
}

/** After so many payments of one parcel each further one rests, whatever refused it. */
const TRIES_WITHOUT_REST = 3;

/** "Not now" passes in minutes. */
function isTriedSoon(outcome: string, ownTries: number): boolean {
  return ownTries < TRIES_WITHOUT_REST && isPassingRefusal(outcome);
}

async function findAvailable(ctx: ShopContext): Promise<Rupees | null> {
  if (ctx.connection === null || ctx.supplier === null) return null;
  try {
    return (await readWallet(ctx, ctx.connection, ctx.supplier)).available;
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return null;
  }
}

type PayOneResult =
  | { readonly kind: "paid" }
  /** Somebody else pays it, or it waits no more, or the switch is off by now. */
  | { readonly kind: "left" }
  | { readonly kind: "refused"; readonly code: string }
  /** The answer was lost, or somebody else sends it. */
  | { readonly kind: "open" };

async function payOne(ctx: ShopContext, autoPay: AutoPay, parcelId: ParcelId): Promise<PayOneResult> {
  const day = autoPayDay(ctx);
  const requested = await requestPayment(ctx, { parcelId, by: autoPay.by, byItself: { day } });
  if (requested.kind !== "requested") return { kind: "left" };
  const outcome = await sendPayment(ctx, requested.paymentId);
  if (outcome?.kind === "paid") return { kind: "paid" };
  return outcome?.kind === "refused" ? { kind: "refused", code: outcome.code } : { kind: "open" };
}
