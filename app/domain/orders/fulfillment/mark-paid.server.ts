import type { Rupees } from "#app/domain/money/rupees.ts";
import { intendEffect, settleEffect } from "#app/domain/orders/reconcile/effects.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { markOrderAsPaid } from "#app/shopify/operations/orders/mark-order-as-paid.ts";
import { listUncoveredParcels, toMarkingKey } from "./list-uncovered-parcels.ts";
import { planPaid } from "./plan-paid.ts";
import { whoCollects } from "./who-collects.ts";

/** Marks a COD order as paid once the courier has the cash (R12); what cannot be marked is left to the merchant, with the sums. */
export async function markPaid(run: ReadRun): Promise<StepResult> {
  const parcels = listUncoveredParcels(run.record);
  if (parcels.length === 0 || !run.ctx.shop.markPaidOnDelivery) return continued;
  const key = toMarkingKey(parcels);
  const plan = planPaid(run.shopify, run.locationGid, parcels);
  switch (plan.kind) {
    case "nothing":
      if (plan.reason !== "already_paid") return continued;
      await settleEffect(run, { key, state: "done", result: "already_paid" }, ({ tx }) =>
        recordMarked(run, tx),
      );
      return continued;
    case "leave_to_merchant": {
      const { reason, collectedPkr } = plan;
      const params = { reason, collected: collectedPkr, ...sharesOf(run, collectedPkr) };
      return { holds: [{ code: "mark_paid_by_hand", params }] };
    }
    case "mark":
      await intendEffect(run, key);
      failpoint("P5");
      await markOrderAsPaid(run.ctx.admin, run.shopify.id);
      failpoint("P6");
      await settleEffect(run, { key, state: "done" }, async ({ tx, addFact }) => {
        await recordMarked(run, tx);
        await addFact({ actor: "karwan", code: "marked_paid", params: { amount: plan.amountPkr } });
      });
      return continued;
  }
}

function sharesOf({ shopify, record }: ReadRun, collectedPkr: Rupees) {
  const { nobodyPkr, yoursPkr, unexplainedPkr } = whoCollects({
    ...{ shopify, collectedPkr },
    handoffs: record.handoffs.filter(({ mode }) => mode === "live"),
  });
  return { nobody: nobodyPkr, yours: yoursPkr, unexplained: unexplainedPkr };
}

async function recordMarked(
  { ctx, record }: ReadRun,
  tx: Parameters<Parameters<typeof settleEffect>[2]>[0]["tx"],
) {
  await tx.order.update({
    where: { shopId_id: { shopId: ctx.shop.id, id: record.id } },
    data: { markedPaidAt: ctx.clock.now() },
  });
}
