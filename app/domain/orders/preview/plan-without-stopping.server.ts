import { isHoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import {
  type HandoffPlan,
  type PlannedUnits,
  planHandoff,
} from "#app/domain/orders/placement/plan-handoff.server.ts";
import type { TurnOfPhone } from "#app/domain/orders/placement/waiting/find-duplicate-order.server.ts";
import type { Hold, ReadOrder } from "#app/domain/orders/reconcile/order-run.ts";

export type WholePlan = {
  readonly plan: HandoffPlan;
  /** Every obstacle, what the connection itself is refused for first. */
  readonly holds: readonly Hold[];
};

/**
 * Plans as placing does, with the same functions, but past the first hold and past a service that does not answer. While
 * the service refuses the key nobody but the probe asks it.
 */
export async function planWithoutStopping(
  order: ReadOrder,
  units: PlannedUnits,
  turnOf: TurnOfPhone,
): Promise<WholePlan> {
  const { mode } = units;
  const paused = order.ctx.pausedIn(mode);
  const supplier = paused ? null : order.ctx.supplierOf({ mode, accountId: null });
  const plan = await planHandoff(order, { ...units, supplier, turnOf, until: "end" });
  const code = paused?.code ?? (supplier ? null : "invalid_key");
  const refused: readonly Hold[] = code !== null && isHoldCode(code) ? [{ code }] : [];
  return { plan, holds: [...refused, ...plan.holds] };
}
