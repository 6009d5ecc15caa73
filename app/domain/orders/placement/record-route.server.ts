import { Prisma } from "@prisma/client";
import { writeInLeaseStatement } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";

/** How the customer pays is known, and shown, before everything else about the order is. */
export async function recordRoute(run: ReadRun, route: PaymentMode): Promise<StepResult> {
  const { ctx, record } = run;
  if (record.route === route) return continued;
  const decided = Prisma.sql`
    update "order" set route = ${route}, updated_at = now() from held
    where shop_id = ${ctx.shop.id}::uuid and id = ${record.id}::uuid`;
  const facts = [{ actor: "karwan", code: "route_decided", params: { route } }] as const;
  const routed = { ...record, route };
  return (await writeInLeaseStatement(run, { changes: { decided }, facts, record: routed })).rows;
}
