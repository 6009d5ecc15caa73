import type { ShopifyMerchantRequest } from "#app/shopify/order.ts";

type CancellationFacts = {
  readonly status: string;
  readonly requestStatus: string;
  readonly merchantRequests: readonly Pick<ShopifyMerchantRequest, "id" | "kind" | "sentAt">[];
  /** ISO time of our own last answer to a cancellation request, accepted or rejected. */
  readonly lastAnswerAt: string | null;
  /** It is among `assignedFulfillmentOrders(CANCELLATION_REQUESTED)`, where that list was read. */
  readonly listing?: "cancellation_requested" | "not_listed";
};

/** The request to answer; `sentAt` distinguishes requests, so that an answer belongs to one of them. */
export type PendingCancellation = { readonly requestId: string | null; readonly sentAt: string };

const ANSWERED = new Set(["CANCELLATION_REJECTED", "CANCELLATION_ACCEPTED", "CLOSED"]);
const OVER = new Set(["CLOSED", "CANCELLED", "INCOMPLETE"]);

/**
 * The merchant's cancellation request that waits for our answer (rule R39). Shopify may leave `requestStatus` at
 * ACCEPTED while a request is open, and an answered request may look unanswered, so our own answers are compared.
 */
export function pendingCancellation(facts: CancellationFacts): PendingCancellation | null {
  const newest = facts.merchantRequests
    .filter((request) => request.kind === "CANCELLATION_REQUEST")
    .reduce<PendingCancellation | null>((latest, { id, sentAt }) => {
      const isNewer = latest === null || Date.parse(sentAt) > Date.parse(latest.sentAt);
      return isNewer ? { requestId: id, sentAt } : latest;
    }, null);
  if (OVER.has(facts.status)) return null;
  const isAsked =
    facts.listing === "cancellation_requested" || facts.requestStatus === "CANCELLATION_REQUESTED";
  if (isAsked) return newest ?? { requestId: null, sentAt: "unknown" };
  if (newest === null || ANSWERED.has(facts.requestStatus)) return null;
  const isAnswered =
    facts.lastAnswerAt !== null && Date.parse(facts.lastAnswerAt) >= Date.parse(newest.sentAt);
  return isAnswered ? null : newest;
}
