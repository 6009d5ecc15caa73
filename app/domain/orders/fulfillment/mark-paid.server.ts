import Decimal from "decimal.js";
import { failpoint } from "#app/platform/failpoint.ts";
import { markOrderAsPaid } from "#app/shopify/operations/mark-order-as-paid.ts";
import { intend, settle } from "../effects.server.ts";
import type { ParcelRecord } from "../order-record.server.ts";
import { changed, goOn, type ReadRun, type StageResult } from "../order-run.ts";
import { planPaid } from "./plan-paid.ts";

/** Names the parcels whose cash a marking covers: a later handoff's parcels are a marking of their own. */
const KEY = "mark_paid:";

/** Marks a COD order as paid once the courier has the cash (R12); what cannot be marked is left to the merchant, with the sums. */
export async function markPaid(run: ReadRun): Promise<StageResult> {
  const parcels = uncoveredParcels(run);
  if (parcels.length === 0 || !run.ctx.shop.markPaidOnDelivery) return goOn;
  const key = `${KEY}${parcels.map(({ id }) => id).join(",")}`;
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
          reason: plan.reason,
          collected: plan.collectedPkr,
          yours: new Decimal(plan.outstanding).minus(plan.collectedPkr).toNumber(),
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

/** Live parcels that collect cash and that no marking has covered; test parcels collect nothing (R37). */
function uncoveredParcels({ record }: ReadRun): readonly ParcelRecord[] {
  const marked = record.effects.filter(({ key, state }) => key.startsWith(KEY) && state === "done");
  const covered = new Set(marked.flatMap(({ key }) => key.slice(KEY.length).split(",")));
  return record.handoffs
    .filter(({ state, mode, paymentMode }) => state === "placed" && mode === "live" && paymentMode === "COD")
    .flatMap((handoff) => handoff.parcels)
    .filter(({ id }) => !covered.has(id));
}

async function noteMarked({ ctx, record }: ReadRun, tx: Parameters<Parameters<typeof settle>[2]>[0]["tx"]) {
  await tx.order.update({
    where: { shopId_id: { shopId: ctx.shop.id, id: record.id } },
    data: { markedPaidAt: ctx.clock.now() },
  });
}
