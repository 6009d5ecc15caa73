import { failpoint } from "#app/platform/failpoint.ts";
import { markOrderAsPaid } from "#app/shopify/operations/mark-order-as-paid.ts";
import { intend, settle } from "../effects.server.ts";
import { changed, goOn, type ReadRun, type StageResult } from "../order-run.ts";
import { listUncoveredParcels, toMarkingKey } from "./list-uncovered-parcels.ts";
import { planPaid } from "./plan-paid.ts";
import { whoCollects } from "./who-collects.ts";

/** Marks a COD order as paid once the courier has the cash (R12); what cannot be marked is left to the merchant, with the sums. */
export async function markPaid(run: ReadRun): Promise<StageResult> {
  const parcels = listUncoveredParcels(run.record);
  if (parcels.length === 0 || !run.ctx.shop.markPaidOnDelivery) return goOn;
  const key = toMarkingKey(parcels);
  const plan = planPaid(run.shopify, run.locationGid, parcels);
  switch (plan.kind) {
    case "nothing":
      if (plan.reason !== "already_paid") return goOn;
      await settle(run, { key, state: "done", result: "already_paid" }, ({ tx }) => noteMarked(run, tx));
      return changed;
    case "leave_to_merchant":
      run.needs.push({
        code: "mark_paid_by_hand",
        params: {
          ...{ reason: plan.reason, collected: plan.collectedPkr },
          ...sharesOf(run, plan.collectedPkr),
        },
      });
      return goOn;
    case "mark":
      await intend(run, key);
      failpoint("P5");
      await markOrderAsPaid(run.ctx.admin, run.shopify.id);
      failpoint("P6");
      await settle(run, { key, state: "done" }, async ({ tx, tell }) => {
        await noteMarked(run, tx);
        await tell({ actor: "karwan", code: "marked_paid", params: { amount: plan.amountPkr } });
      });
      return changed;
  }
}

function sharesOf({ shopify, record }: ReadRun, collectedPkr: number) {
  const { nobodyPkr, yoursPkr, unexplainedPkr } = whoCollects({
    ...{ shopify, collectedPkr },
    handoffs: record.handoffs.filter(({ mode }) => mode === "live"),
  });
  return { nobody: nobodyPkr, yours: yoursPkr, unexplained: unexplainedPkr };
}

async function noteMarked({ ctx, record }: ReadRun, tx: Parameters<Parameters<typeof settle>[2]>[0]["tx"]) {
  await tx.order.update({
    where: { shopId_id: { shopId: ctx.shop.id, id: record.id } },
    data: { markedPaidAt: ctx.clock.now() },
  });
}
