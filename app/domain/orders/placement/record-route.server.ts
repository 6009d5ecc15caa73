import { Prisma } from "@prisma/client";
import { writeInLeaseStatement } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { countUnits } from "./count-units.ts";
import { findRoute } from "./decide-placing.ts";
import type { Answers } from "./load-answers.server.ts";

/**
 * How the customer pays is known, and shown, before everything else about the order is, whatever keeps it back: what
 * they read of cash goes by it. While that is not certain, or not any more, it is not known (R35).
 */
export async function recordRouteBeforePlacing(run: ReadRun, answers: Answers): Promise<StepResult> {
  if (run.shopify.cancelledAt !== null || isUnderWay(run) || !hasOpenUnits(run)) return continued;
  const plan = findRoute(run, answers);
  return recordRoute(run, plan.kind === "routed" ? plan.route : null);
}

/** How what is under way was paid stays as it is: of what a person pays later another handoff is made. */
function isUnderWay({ record }: ReadRun): boolean {
  return record.handoffs.some(
    ({ state, parcels }) =>
      state === "sending" || (state === "placed" && parcels.some(({ status }) => status !== "CANCELLED")),
  );
}

function hasOpenUnits(run: ReadRun): boolean {
  return countUnits(run, run.record.handoffs).some(({ remaining }) => remaining > 0);
}

export async function recordRoute(run: ReadRun, route: PaymentMode | null): Promise<StepResult> {
  const { ctx, record } = run;
  if (record.route === route) return continued;
  const decided = Prisma.sql`
    update "order" set route = ${route}::text, updated_at = now() from held
    where shop_id = ${ctx.shop.id}::uuid and id = ${record.id}::uuid`;
  const facts = [{ actor: "karwan", code: "route_decided", params: { route } }] as const;
  const routed = { ...record, route };
  return (await writeInLeaseStatement(run, { changes: { decided }, facts, record: routed })).rows;
}
