import type { SupplierControl } from "./control.ts";

/** The controls of a stand-in that runs in another process. Throws with its sentence when it refuses. */
export function connectSupplierControl(controlUrl: string): SupplierControl {
  async function post<T>(name: string, input: unknown = {}): Promise<T> {
    const response = await fetch(`${controlUrl}/${name}`, { method: "POST", body: JSON.stringify(input) });
    const body: unknown = await response.json();
    if (!response.ok) throw new Error(`${name}: ${JSON.stringify(body)}`);
    return parseReply<T>(body);
  }
  return {
    moveParcel: (input) => post("moveParcel", input),
    setConfirmation: (input) => post("setConfirmation", input),
    topUp: (input) => post("topUp", input),
    withdraw: (input) => post("withdraw", input),
    settleWithdrawals: (input) => post("settleWithdrawals", input),
    addLedgerEntries: (input) => post("addLedgerEntries", input),
    setLedgerEntry: (input) => post("setLedgerEntry", input),
    setStock: (input) => post("setStock", input),
    setPrice: (input) => post("setPrice", input),
    setProduct: (input) => post("setProduct", input),
    removeProduct: (input) => post("removeProduct", input),
    removeVariant: (input) => post("removeVariant", input),
    addVariant: (input) => post("addVariant", input),
    restoreProduct: (input) => post("restoreProduct", input),
    addProducts: (input) => post("addProducts", input),
    addAccount: (input) => post("addAccount", input),
    addKey: (input) => post("addKey", input),
    revokeKey: (input) => post("revokeKey", input),
    setAccount: (input) => post("setAccount", input),
    buyPlan: (input) => post("buyPlan", input),
    spendQuota: (input) => post("spendQuota", input),
    setTerms: (input) => post("setTerms", input),
    setPaused: (input) => post("setPaused", input),
    setUndefined: (input) => post("setUndefined", input),
    setHosts: (input) => post("setHosts", input),
    setCatalogCache: (input) => post("setCatalogCache", input),
    armFault: (input) => post("armFault", input),
    clearFaults: () => post("clearFaults"),
    seedFaults: (input) => post("seedFaults", input),
    listFaults: () => post("listFaults"),
    clock: {
      now: () => post("clock.now"),
      advance: (input) => post("clock.advance", input),
      set: (input) => post("clock.set", input),
      freeze: () => post("clock.freeze"),
      unfreeze: () => post("clock.unfreeze"),
    },
    tick: () => post("tick"),
    settle: () => post("settle"),
    audit: () => post("audit"),
    requests: (input) => post("requests", input),
    deliveries: (input) => post("deliveries", input),
    redeliver: (input) => post("redeliver", input),
    reset: (input) => post("reset", input),
  };
}

/** Both ends are the same repository, typed by `SupplierControl`. */
function parseReply<T>(body: unknown): T {
  return body as T;
}
