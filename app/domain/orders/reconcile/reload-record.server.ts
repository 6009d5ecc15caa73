import { loadOrderRecord } from "./order-record.server.ts";
import type { OrderRun } from "./order-run.ts";

/** Loads the order's rows again where the pass has written since it last did: no other pass writes them meanwhile. */
export async function reloadRecord(run: OrderRun): Promise<void> {
  if (!run.needsReload) return;
  run.record = await loadOrderRecord(run.ctx.db, run.ctx.shop.id, run.record.orderGid);
  run.needsReload = false;
}
