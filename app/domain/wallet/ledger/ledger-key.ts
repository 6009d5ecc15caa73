import type { Mode } from "#app/supplier/mode.ts";
/** Whose ledger: an account at the service in one mode, whichever shops are connected to it. */
export type LedgerKey = {
  readonly accountId: string;
  /** As rows name it; the id itself is not kept there. */
  readonly accountKey: string;
  readonly mode: Mode;
};
