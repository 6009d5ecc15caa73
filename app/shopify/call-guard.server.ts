import { type Breaker, createBreaker } from "#app/platform/http/breaker.ts";
import { createBulkhead } from "#app/platform/http/bulkhead.server.ts";
import { ShopifyError } from "./errors.ts";

export type CallGuard = {
  /**
   * Sends a call of a shop. Throws ShopifyError `unavailable`, and nothing is sent, while that shop's calls fail again and
   * again, or failed with those of many others, or where enough jobs of the lane wait for Shopify already. A reading that
   * takes long gives way to calls of shops that do not hang, and throws the same.
   */
  pass<T extends { readonly status: number }>(
    call: GuardedCall,
    send: (giveWay: AbortSignal) => Promise<T>,
  ): Promise<T>;
  /** What rests by now: all of Shopify, and how many shops of their own. */
  resting(): RestingCalls;
};

export type RestingCalls = { readonly isAll: boolean; readonly shops: number };

type GuardedCall = {
  readonly shopDomain: string;
  readonly operation: string;
  /** Changes are brought to their end. */
  readonly kind: "query" | "mutation";
};

/** One repeatable call makes four attempts: this is more than two of them. */
const FAILURES_OF_A_SHOP = 10;
/** So many shops failing, none answering in between, say that it is Shopify. */
const FAILING_SHOPS = 5;
const NO_ROOM_MS = 3000;

/** The one way of a process's calls to the Admin API: a breaker per shop, one for all of Shopify, and a bulkhead (D-91). */
export function createCallGuard(): CallGuard {
  const nowMs = () => performance.now();
  const bulkhead = createBulkhead();
  const ofAll = createBreaker(nowMs, FAILING_SHOPS);
  const ofShops = new Map<string, Breaker>();
  const failing = new Set<string>();

  function breakerOf(shopDomain: string): Breaker {
    const known = ofShops.get(shopDomain) ?? createBreaker(nowMs, FAILURES_OF_A_SHOP);
    ofShops.set(shopDomain, known);
    return known;
  }

  /** What rests for all rests for shops that failed: one that did not may be the one that is answered. */
  function refuseWhileOpen({ shopDomain, operation }: GuardedCall): void {
    const ofAllMs = failing.has(shopDomain) ? ofAll.waitMs() : 0;
    const waitMs = Math.max(ofAllMs, breakerOf(shopDomain).waitMs());
    if (waitMs > 0) throw notSent(operation, "failed again and again", waitMs);
  }

  function failed(shopDomain: string): void {
    breakerOf(shopDomain).failed();
    // A shop counts once until some shop is answered; while a call tries whether it is over, each counts.
    if (failing.has(shopDomain) && ofAll.state() === "closed") return;
    failing.add(shopDomain);
    ofAll.failed();
  }

  function succeeded(shopDomain: string): void {
    breakerOf(shopDomain).succeeded();
    failing.clear();
    ofAll.succeeded();
  }

  async function sendCounted<T extends { readonly status: number }>(
    call: GuardedCall,
    send: () => Promise<T>,
  ): Promise<T> {
    refuseWhileOpen(call);
    breakerOf(call.shopDomain).enter();
    ofAll.enter();
    try {
      const answer = await send();
      if (answer.status >= 500) failed(call.shopDomain);
      else succeeded(call.shopDomain);
      return answer;
    } catch (error) {
      failed(call.shopDomain);
      throw error;
    }
  }

  return {
    async pass(call, send) {
      refuseWhileOpen(call);
      const asked = { part: call.shopDomain, mayGiveWay: call.kind === "query" };
      const passed = await bulkhead.pass((giveWay) => sendCounted(call, () => send(giveWay)), asked);
      if (passed === null) throw notSent(call.operation, "answers slowly", NO_ROOM_MS);
      return passed.sent;
    },
    resting: () => ({
      isAll: ofAll.state() !== "closed",
      shops: [...ofShops.values()].filter((breaker) => breaker.state() !== "closed").length,
    }),
  };
}

function notSent(operation: string, why: string, waitMs: number): ShopifyError {
  const retryAfterMs = Math.ceil(waitMs);
  return new ShopifyError("unavailable", `${operation} was not sent: Shopify ${why}`, {
    operation,
    retryAfterMs,
  });
}
