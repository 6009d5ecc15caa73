import { failpoint } from "#app/platform/failpoint.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { ShopContext } from "../../shops/shop-context.server.ts";
import { listWithoutPay } from "../../shops/staff.server.ts";
import { readWallet } from "../read-wallet.server.ts";
import { requestPayment } from "../request-payment.server.ts";
import { sendPayment } from "../send-payment.server.ts";
import { type AutoPay, autoPayDay, findAutoPay, stopAutoPay } from "./auto-pay-setting.server.ts";
import { listWaitingParcels, type ParcelWaiting } from "./list-waiting.server.ts";
import { planAutoPay, type WaitingParcel } from "./plan-auto-pay.ts";

export type PaidByItself = {
  /** Parcels that wait for funds. */
  readonly waiting: number;
  /** Orders of which a parcel was paid, or may have been. */
  readonly orderIds: readonly string[];
};

const NOTHING: PaidByItself = { waiting: 0, orderIds: [] };

/**
 * *Pay by itself when money arrives*: pays what waits for funds in order of its deadline, one by one, through the payment
 * intents and in the name of whoever switched it on (R55). It stops where the wallet or the day's limit is used up, at
 * an answer that did not come, and for good once that person may not pay any more.
 */
export async function payByItself(ctx: ShopContext): Promise<PaidByItself> {
  const autoPay = await findAutoPay(ctx);
  if (autoPay === null || ctx.connection === null || ctx.connection.pausedAt !== null) return NOTHING;
  if ((await listWithoutPay(ctx, [autoPay.by])).has(autoPay.by)) {
    await stopAutoPay(ctx, autoPay.by);
    return NOTHING;
  }
  const waiting = (await listWaitingParcels(ctx)).filter(
    ({ payment }) => payment === null || payment.state === "refused",
  );
  if (waiting.length === 0) return NOTHING;
  const availablePkr = await findAvailable(ctx);
  if (availablePkr === null) return { ...NOTHING, waiting: waiting.length };
  const leftOfDayPkr = autoPay.dailyPkr - autoPay.spentTodayPkr;
  const { parcels } = planAutoPay(waiting.map(toPlanned), {
    availablePkr,
    leftOfDayPkr,
    now: ctx.clock.now(),
  });
  failpoint("Y0");
  const orderIds: string[] = [];
  for (const { parcelId } of parcels) {
    const outcome = await payOne(ctx, autoPay, parcelId);
    if (outcome === "left") continue;
    orderIds.push(waiting.find(({ id }) => id === parcelId)?.orderId ?? "");
    if (outcome === "stop") break;
  }
  return { waiting: waiting.length, orderIds };
}

function toPlanned({ id, cost, deadline, payment }: ParcelWaiting): WaitingParcel {
  const costPkr = cost?.reportedPkr === null ? cost.amountPkr : null;
  return { parcelId: id, costPkr, deadline, refusedAt: payment?.requestedAt ?? null };
}

async function findAvailable(ctx: ShopContext): Promise<number | null> {
  if (ctx.connection === null || ctx.supplier === null) return null;
  try {
    return (await readWallet(ctx, ctx.connection, ctx.supplier)).available;
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return null;
  }
}

/** `left`: somebody else pays it, or it waits no more, or the switch is off by now. */
async function payOne(
  ctx: ShopContext,
  autoPay: AutoPay,
  parcelId: string,
): Promise<"paid" | "left" | "stop"> {
  const day = autoPayDay(ctx);
  const requested = await requestPayment(ctx, { parcelId, by: autoPay.by, byItself: { day } });
  if (requested.kind !== "requested") return "left";
  const outcome = await sendPayment(ctx, requested.paymentId);
  return outcome?.kind === "paid" ? "paid" : "stop";
}
