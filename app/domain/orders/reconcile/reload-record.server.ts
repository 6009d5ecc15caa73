import { loadOrderRecord } from "./order-record.server.ts";
import { isStale, type OrderRun } from "./order-run.ts";
import type { StepResult } from "./step-result.ts";

/** The run with the order's rows as they are now: no other run writes them meanwhile. */
export async function reloadRecord<Run extends OrderRun>(run: Run): Promise<Run> {
  if (!isStale(run)) return run;
  const { ctx, claim, record } = run;
  const recordedWrites = claim.lease.writes;
  return { ...run, record: await loadOrderRecord(ctx.db, ctx.shop.id, record.orderGid), recordedWrites };
}

/** The rows a run knows, for the result of whoever loaded them. */
export function rowsOf({ record, recordedWrites }: OrderRun): StepResult {
  return { record, recordedWrites };
}
