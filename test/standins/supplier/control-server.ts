import type { IncomingMessage, ServerResponse } from "node:http";
import { readBody } from "./api-listener.ts";
import type { SupplierControl } from "./control.ts";

type Command = (input: unknown) => Promise<unknown>;

/** The controls by the names they have over HTTP. */
export function toCommands(control: SupplierControl): Record<string, Command> {
  return {
    moveParcel: (input) => control.moveParcel(parseInput(input)),
    setConfirmation: (input) => control.setConfirmation(parseInput(input)),
    topUp: (input) => control.topUp(parseInput(input)),
    withdraw: (input) => control.withdraw(parseInput(input)),
    settleWithdrawals: (input) => control.settleWithdrawals(parseInput(input)),
    addLedgerEntries: (input) => control.addLedgerEntries(parseInput(input)),
    setLedgerEntry: (input) => control.setLedgerEntry(parseInput(input)),
    setStock: (input) => control.setStock(parseInput(input)),
    setPrice: (input) => control.setPrice(parseInput(input)),
    setProduct: (input) => control.setProduct(parseInput(input)),
    removeProduct: (input) => control.removeProduct(parseInput(input)),
    removeVariant: (input) => control.removeVariant(parseInput(input)),
    addVariant: (input) => control.addVariant(parseInput(input)),
    restoreProduct: (input) => control.restoreProduct(parseInput(input)),
    addProducts: (input) => control.addProducts(parseInput(input)),
    addAccount: (input) => control.addAccount(parseInput(input)),
    addKey: (input) => control.addKey(parseInput(input)),
    revokeKey: (input) => control.revokeKey(parseInput(input)),
    setAccount: (input) => control.setAccount(parseInput(input)),
    buyPlan: (input) => control.buyPlan(parseInput(input)),
    spendQuota: (input) => control.spendQuota(parseInput(input)),
    setTerms: (input) => control.setTerms(parseInput(input)),
    setPaused: (input) => control.setPaused(parseInput(input)),
    setUndefined: (input) => control.setUndefined(parseInput(input)),
    setHosts: (input) => control.setHosts(parseInput(input)),
    setCatalogCache: (input) => control.setCatalogCache(parseInput(input)),
    armFault: (input) => control.armFault(parseInput(input)),
    clearFaults: () => control.clearFaults(),
    seedFaults: (input) => control.seedFaults(parseInput(input)),
    listFaults: () => control.listFaults(),
    "clock.now": () => control.clock.now(),
    "clock.advance": (input) => control.clock.advance(parseInput(input)),
    "clock.set": (input) => control.clock.set(parseInput(input)),
    "clock.freeze": () => control.clock.freeze(),
    "clock.unfreeze": () => control.clock.unfreeze(),
    tick: () => control.tick(),
    settle: () => control.settle(),
    audit: () => control.audit(),
    requests: (input) => control.requests(parseInput(input)),
    deliveries: (input) => control.deliveries(parseInput(input)),
    redeliver: (input) => control.redeliver(parseInput(input)),
    reset: (input) => control.reset(parseInput(input)),
  };
}

/** Callers are our own tests and tools, typed by `SupplierControl`; the names inside are checked where used. */
function parseInput<T>(input: unknown): T {
  return input as T;
}

/** `POST {controlUrl}/<name>`: 200 with the result (null for none), 404 for no such control, 409 with why not. */
export async function listenToControl(
  control: SupplierControl,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const name = (request.url ?? "/").slice(1);
  const command = toCommands(control)[name];
  if (request.method !== "POST" || command === undefined) {
    return reply(response, 404, { error: `No control ${name}` });
  }
  try {
    const text = (await readBody(request)).toString("utf8");
    const result = await command(text === "" ? {} : JSON.parse(text));
    reply(response, 200, result ?? null);
  } catch (error) {
    reply(response, 409, { error: error instanceof Error ? error.message : String(error) });
  }
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(body));
}
