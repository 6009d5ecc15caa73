import { failpoint } from "#app/platform/failpoint.ts";
import { cancelFulfillment } from "#app/shopify/operations/cancel-fulfillment.ts";
import { cancelOrder } from "#app/shopify/operations/cancel-order.ts";
import { intend, isSettled, settle } from "../effects.server.ts";
import { changed, goOn, lookAgain, type ReadRun, type StageResult } from "../order-run.ts";
import { writeUnderLease } from "../write-under-lease.server.ts";
import { planRefused } from "./plan-refused.ts";
import { CANCEL_REFUSED, leaveRefusedKey, wantsCancel } from "./refused-keys.ts";

/** Shopify cancels an order a moment after it said yes; it is asked again only when that did not come. */
const ASK_AGAIN_MS = 5 * 60_000;

/**
 * Ends an order whose parcels came back as the shop chose (R41): its fulfillments are cancelled, then the order, without
 * restocking, under one intent. Each step looks at what Shopify shows first, so it goes on wherever it broke off.
 */
export async function endRefused(run: ReadRun): Promise<StageResult> {
  const { record, shopify, ctx } = run;
  const isWanted = wantsCancel(record.effects);
  if (isWanted && shopify.cancelledAt) {
    await settle(run, { key: CANCEL_REFUSED, state: "done" }, async () => undefined);
    return changed;
  }
  const handoffs = record.handoffs.filter(({ state, mode }) => state === "placed" && mode === "live");
  const plan = planRefused({
    shopify,
    parcels: handoffs.flatMap(({ parcels }) => parcels),
    ourLines: new Set(handoffs.flatMap(({ items }) => items.map(({ lineGid }) => lineGid))),
    wish: isWanted || ctx.shop.whenRefused === "cancel" ? "cancel" : "leave",
  });
  if (plan.kind === "ask" && !isSettled(record, leaveRefusedKey(plan.code)))
    run.needs.push({ code: plan.code });
  if (plan.kind !== "cancel") return isWanted ? giveUp(run) : goOn;
  if (isSettled(record, CANCEL_REFUSED)) return goOn;
  await intend(run, CANCEL_REFUSED);
  await cancelFulfillments(run);
  await askOnce(run);
  return changed;
}

/** It was asked for, and cannot be done for the merchant: goods of their own, money paid, or a parcel under way. */
async function giveUp(run: ReadRun): Promise<StageResult> {
  await settle(run, { key: CANCEL_REFUSED, state: "given_up" }, ({ tell }) =>
    tell({ actor: "karwan", code: "refused_order_kept" }),
  );
  return changed;
}

async function cancelFulfillments({ ctx, shopify, record }: ReadRun): Promise<void> {
  const ours = new Set(record.handoffs.flatMap(({ parcels }) => parcels.map((each) => each.fulfillmentGid)));
  for (const { id } of shopify.fulfillments.filter(
    (each) => each.status === "SUCCESS" && ours.has(each.id),
  )) {
    failpoint("P12");
    await cancelFulfillment(ctx.admin, id);
    failpoint("P13");
  }
}

async function askOnce(run: ReadRun): Promise<void> {
  const { ctx, record, shopify } = run;
  lookAgain(run, ASK_AGAIN_MS);
  const askedAt = record.effects.find(({ key }) => key === CANCEL_REFUSED)?.result;
  const now = ctx.clock.now();
  if (askedAt && now.getTime() - Date.parse(askedAt) < ASK_AGAIN_MS) return;
  await cancelOrder(ctx.admin, {
    ...{ orderId: shopify.id, reason: "CUSTOMER", notifyCustomer: false },
    staffNote: "The parcel was refused at the door",
  });
  failpoint("P14");
  await writeUnderLease(run, async ({ tx, tell }) => {
    const where = { shopId_orderId_key: { shopId: ctx.shop.id, orderId: record.id, key: CANCEL_REFUSED } };
    await tx.effect.update({ where, data: { result: now.toISOString() } });
    await tell({ actor: "karwan", code: "refused_order_cancelled" });
  });
}
