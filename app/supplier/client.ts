import { accountCalls } from "./account.ts";
import { catalogCalls } from "./catalog.ts";
import { importCalls } from "./imports.ts";
import { orderCalls } from "./orders.ts";
import { createQuota, type Quota } from "./quota.ts";
import { createRequest, type RequestOptions } from "./request.ts";
import { walletCalls } from "./wallet.ts";
import { webhookCalls } from "./webhooks.ts";

export type SupplierClientOptions = Pick<RequestOptions, "baseUrl" | "keyId" | "secret" | "clock" | "log"> &
  Partial<Pick<RequestOptions, "fetch" | "quota" | "timeoutMs" | "sleep" | "random">>;

const TIMEOUT_MS = 10_000;

/**
 * A client of the service for one key. Every method throws `SupplierError`, whose `kind` says what the failure means;
 * amounts are whole rupees; the key decides the mode. Source: the Dropship Reselling API document.
 */
export function createSupplierClient(options: SupplierClientOptions) {
  const quota: Quota = options.quota ?? createQuota();
  const request = createRequest({
    fetch: globalThis.fetch,
    timeoutMs: TIMEOUT_MS,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: Math.random,
    ...options,
    quota,
  });
  return {
    ...accountCalls(request),
    ...catalogCalls(request),
    ...importCalls(request),
    ...orderCalls(request),
    ...walletCalls(request),
    ...webhookCalls(request),
    /** The account's daily budget as the last answer stated it; null before the first. */
    lastQuota: () => quota.last(),
  };
}

export type SupplierClient = ReturnType<typeof createSupplierClient>;
