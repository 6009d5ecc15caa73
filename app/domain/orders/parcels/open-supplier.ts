import type { StartedConnection } from "#app/domain/context/shop-context.server.ts";
import type { OrderRun } from "#app/domain/orders/reconcile/order-run.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { SupplierError } from "#app/supplier/errors.ts";

/**
 * The client of the account something was begun under; null while that account is not connected.
 * @throws SupplierError of kind `connection` while the service refuses its key: nobody but the probe asks meanwhile
 */
export function openSupplier(
  { ctx }: Pick<OrderRun, "ctx">,
  started: StartedConnection,
): SupplierClient | null {
  const { mode } = started;
  const paused = ctx.pausedIn(mode);
  // Without the service's words: they may quote another order's customer, whose erasure would not find them here.
  if (paused) throw new SupplierError(paused.code, "", { kind: "connection", retryable: false, mode });
  return ctx.supplierOf(started);
}
