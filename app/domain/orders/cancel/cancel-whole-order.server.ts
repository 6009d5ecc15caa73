import { changed, goOn, lookAgain, type ReadRun, type StageResult } from "../order-run.ts";
import { writeUnderLease } from "../write-under-lease.server.ts";
import { cancelParcels } from "./cancel-parcels.server.ts";

type Wish = { readonly trigger: string; readonly reason: string; readonly actor: "shopify" | "person" };

/** Stops what still can be stopped when the order was cancelled in Shopify, or a person pressed *Cancel*. */
export async function cancelWholeOrder(run: ReadRun): Promise<StageResult> {
  let result: StageResult = goOn;
  for (const wish of findWishes(run)) {
    const handoffs = run.record.handoffs.filter((handoff) => handoff.state === "placed");
    const open = handoffs
      .flatMap((handoff) => handoff.parcels)
      .filter((parcel) => parcel.status !== "CANCELLED");
    if (open.length === 0) continue;
    const outcome = await cancelParcels(run, { handoffs, ...wish });
    if (outcome.kind === "unsure" && outcome.putOff) {
      lookAgain(run, outcome.retryInMs);
      continue;
    }
    if (outcome.kind === "unsure") return { kind: "come_again", delayMs: outcome.retryInMs };
    if (outcome.kind === "too_late" && outcome.parcels.some((parcel) => !isFinal(parcel.status))) {
      run.needs.push({ code: "too_late_to_cancel", params: { parcels: outcome.parcels.length } });
    }
    result = changed;
  }
  return result;
}

function findWishes({ shopify, record }: ReadRun): Wish[] {
  const wishes: Wish[] = [];
  if (shopify.cancelledAt) {
    wishes.push({
      trigger: "shopify_cancelled",
      reason: "The order was cancelled in the store",
      actor: "shopify",
    });
  }
  if (record.cancelRequestedAt) {
    const trigger = `pressed:${record.cancelRequestedAt.toISOString()}`;
    wishes.push({ trigger, reason: "Cancelled by the store", actor: "person" });
  }
  return wishes;
}

function isFinal(status: string): boolean {
  return status === "DELIVERED" || status === "RETURNED";
}

/** Tells once that Shopify cancelled the order. */
export async function noteCancelled(run: ReadRun): Promise<StageResult> {
  const { shopify, record } = run;
  if (!shopify.cancelledAt || record.cancelledAt) return goOn;
  const cancelledAt = new Date(shopify.cancelledAt);
  await writeUnderLease(run, async ({ tx, tell }) => {
    const where = { shopId_id: { shopId: run.ctx.shop.id, id: record.id } };
    await tx.order.update({ where, data: { cancelledAt } });
    await tell({
      actor: "shopify",
      code: "order_cancelled",
      params: { reason: shopify.cancelReason },
      at: cancelledAt,
    });
  });
  return changed;
}
