import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { PaymentState } from "#app/domain/money/payment-state.ts";
import type { OrderGid, ParcelId } from "#app/platform/ids.ts";
import { recordOutcome } from "./record-outcome.server.ts";

/** By then both the parcel and the ledger were asked many times: what they do not show, a person may know. */
const ASKED_AFTER_MS = 30 * 60_000;

/** Whether a person is asked what came of it: its outcome could not be found out for half an hour. */
export function needsAnswer(
  { state, requestedAt }: { readonly state: PaymentState; readonly requestedAt: Date },
  now: Date,
): boolean {
  return state === "outcome_unknown" && now.getTime() - requestedAt.getTime() >= ASKED_AFTER_MS;
}

export type PaymentAnswer = {
  readonly parcelId: ParcelId;
  /** As the wallet shows it at the service. */
  readonly wasPaid: boolean;
  readonly by: string;
};

/**
 * Ends a payment by what a person saw in the wallet, where neither the parcel nor the ledger showed it. Returns the gid of its
 * order, whose work is to be woken; null where nothing of this parcel waits for such an answer.
 */
export async function answerPayment(
  ctx: Pick<ShopContext, "shop" | "db" | "clock" | "crypto">,
  { parcelId, wasPaid, by }: PaymentAnswer,
): Promise<OrderGid | null> {
  const payment = await ctx.db.paymentIntent.findFirst({
    where: {
      ...{ shopId: ctx.shop.id, parcelId, state: "outcome_unknown" },
      requestedAt: { lte: new Date(ctx.clock.now().getTime() - ASKED_AFTER_MS) },
    },
    include: { parcel: { select: { part: true } }, order: { select: { orderGid: true } } },
  });
  if (payment === null) return null;
  const outcome = wasPaid
    ? ({ kind: "paid", evidence: "person", by } as const)
    : ({ kind: "refused", evidence: "person", code: "not_in_wallet", by } as const);
  const isRecorded = await recordOutcome(ctx, payment, ["outcome_unknown"], outcome);
  return isRecorded ? payment.order.orderGid : null;
}
