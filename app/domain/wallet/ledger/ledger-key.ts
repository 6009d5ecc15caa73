import type { AccountId, AccountKey } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
/** Whose ledger: an account at the service in one mode, whichever shops are connected to it. */
export type LedgerKey = {
  readonly accountId: AccountId;
  /** As rows name it; the id itself is not kept there. */
  readonly accountKey: AccountKey;
  readonly mode: Mode;
};
