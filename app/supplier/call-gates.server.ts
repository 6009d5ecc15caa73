import type pg from "pg";
import { createBulkhead } from "#app/platform/http/bulkhead.server.ts";
import type { AccountId } from "#app/platform/ids.ts";
import { createAccountQuota } from "./account-quota.server.ts";
import { type CallGate, type CallMeter, createCallGate } from "./call-gate.ts";

export type CallGates = {
  /** The gate of an account, by its id at the service; the same one each time. */
  gateOf(accountId: AccountId): CallGate;
  /** The gate of a key whose account is not known yet: without limits, but with the service's room of this process. */
  openGate(): CallGate;
  list(): readonly { readonly accountId: AccountId; readonly gate: CallGate }[];
};

/** The gates of this process: limits are shared with other processes through the database, breakers are its own. */
export function createCallGates({
  pool,
  meter,
}: {
  readonly pool: Pick<pg.Pool, "query">;
  readonly meter: CallMeter;
}): CallGates {
  const bulkhead = createBulkhead();
  const gates = new Map<AccountId, CallGate>();
  return {
    gateOf: (accountId) => {
      const known = gates.get(accountId);
      if (known) return known;
      const made = createCallGate({ quota: createAccountQuota({ pool, accountId }), meter, bulkhead });
      gates.set(accountId, made);
      return made;
    },
    openGate: () => createCallGate({ meter, bulkhead }),
    list: () => [...gates].map(([accountId, gate]) => ({ accountId, gate })),
  };
}
