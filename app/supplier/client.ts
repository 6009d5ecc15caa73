import { accountCalls } from "./account.ts";
import type { Purpose } from "./call-class.ts";
import { type CallGate, createCallGate } from "./call-gate.ts";
import { catalogCalls } from "./catalog.ts";
import { importCalls } from "./imports.ts";
import { orderCalls } from "./orders.ts";
import type { QuotaReading } from "./quota.ts";
import { createRequest, type RequestOptions, type SendRequest } from "./request.ts";
import { walletCalls } from "./wallet.ts";
import { webhookCalls } from "./webhooks.ts";

export type SupplierClientOptions = Pick<RequestOptions, "baseUrl" | "keyId" | "secret" | "clock" | "log"> &
  Partial<Pick<RequestOptions, "fetch" | "gate" | "mode" | "purpose" | "timeoutMs" | "sleep" | "random">>;

const TIMEOUT_MS = 10_000;

export type SupplierClient = ReturnType<typeof buildCalls> & {
  /** The account's daily budget as the last answer stated it; null before the first. */
  lastQuota(): QuotaReading | null;
  /** A person asks now: the next call goes out, whatever the account's limits say; what it meets holds for all. */
  askProbe(): Promise<void>;
  /** How many calls this client has sent, those it tried again among them. */
  countSent(): number;
  /** The same client for another purpose: what a sweep reads never makes an order wait (D-37). */
  withPurpose(purpose: Purpose): SupplierClient;
};

/**
 * A client of the service for one key. Every method throws `SupplierError`, whose `kind` says what the failure means;
 * amounts are whole rupees; the key decides the mode. Source: the Dropship Reselling API document.
 */
export function createSupplierClient(options: SupplierClientOptions): SupplierClient {
  const gate: CallGate = options.gate ?? createCallGate();
  let sent = 0;
  const { fetch = globalThis.fetch } = options;
  const request = createRequest({
    timeoutMs: TIMEOUT_MS,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: Math.random,
    purpose: "order",
    ...options,
    gate,
    fetch: (...call) => {
      sent += 1;
      return fetch(...call);
    },
  });
  return {
    ...buildCalls(request),
    countSent: () => sent,
    lastQuota: () => gate.quota.last(),
    askProbe: () => gate.quota.askProbe(),
    withPurpose: (purpose) => createSupplierClient({ ...options, gate, purpose }),
  };
}

function buildCalls(request: SendRequest) {
  return {
    ...accountCalls(request),
    ...catalogCalls(request),
    ...importCalls(request),
    ...orderCalls(request),
    ...walletCalls(request),
    ...webhookCalls(request),
  };
}
