import type { SupplierClient } from "#app/supplier/client.ts";
import { SupplierError } from "#app/supplier/errors.ts";
import type { Begun } from "../shops/shop-context.server.ts";
import type { OrderRun } from "./order-run.ts";

/**
 * The client of the account something was begun under; null while that account is not connected.
 * @throws SupplierError of kind `connection` while the service refuses its key: nobody but the probe asks meanwhile
 */
export function openSupplier(run: OrderRun, begun: Begun): SupplierClient | null {
  run.askedMode = begun.mode;
  const paused = run.ctx.pausedIn(begun.mode);
  // Without the service's words: they may quote another order's customer, whose erasure would not find them here.
  if (paused) throw new SupplierError(paused.code, "", { kind: "connection", retryable: false });
  return run.ctx.supplierOf(begun);
}
