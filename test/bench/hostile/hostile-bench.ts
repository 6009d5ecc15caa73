import type { AppProcess } from "#test/support/app-process.ts";
import type { SupplierWebhook } from "#test/support/deliveries.ts";

export type HostileBench = {
  /** A process that only answers. */
  readonly app: AppProcess;
  /** A connection whose address is known. */
  readonly webhook: SupplierWebhook;
};
