import type { IncomingMessage, ServerResponse } from "node:http";
import { findShopDomain } from "#app/platform/ids.ts";
import { requestAgainSql } from "#app/platform/queue/work.server.ts";
import { toWorkRow } from "#app/platform/queue/work-kinds.ts";
import { discardRemainingBody, type IntakeDeps, retryAfterSeconds } from "../intake.ts";
import { hasShopifySignatureFormat, isSignedByShopify } from "./signature.ts";

/** Anybody can send a callback without a signature: it waits longer. */
const unsignedDelayMs = 10_000;

/** The body holds one word. */
const mostBytes = 4096;

/** Marks the shop's requests as to be looked at; nothing where there is no such shop. */
const requestAssignedOrdersQuery = {
  name: "look-at-requests",
  text: `
    insert into work (shop_id, kind, subject, lane, next_run_at)
    select id, $2::text, $3::text, $4::text, clock_timestamp() + $5::int * interval '1 millisecond'
    from shop where domain = $1::text
    ${requestAgainSql}`,
};

/**
 * The fulfillment service's callback says only that something was requested. Its signature is not
 * documented: one that is there must be right, and the shop's requests are looked at either way. They are coalesced, so
 * that a stream of orders, or of strangers, costs a shop one look in a while; the sweeper notifies of it.
 */
export function createFulfillmentServiceIntake(deps: IntakeDeps, secrets: readonly string[]) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const status = await handle(request).catch((error: unknown) => {
      deps.reportError(error, { event: "fulfillment_service_callback_failed" });
      return 503;
    });
    const retryAfter = status === 503 ? { "retry-after": retryAfterSeconds } : {};
    response.writeHead(status, { "content-length": 0, ...retryAfter }).end();
    discardRemainingBody(request);
  };

  async function handle(request: IncomingMessage): Promise<number> {
    const signature = request.headers["x-shopify-hmac-sha256"];
    if (request.method !== "POST") return 405;
    if (signature !== undefined && !hasShopifySignatureFormat(signature)) return 401;
    return deps.readBody(request, mostBytes, async (read) => {
      if (read.kind === "too_large") return 413;
      if (read.kind !== "read") return 503;
      if (signature !== undefined && !isSignedByShopify(read.body, signature, secrets)) return 401;
      const domain = findShopDomain(request.headers["x-shopify-shop-domain"]);
      if (domain) await requestAssignedOrders(domain, signature === undefined ? unsignedDelayMs : undefined);
      return 200;
    });
  }

  async function requestAssignedOrders(domain: string, delayMs: number | undefined): Promise<void> {
    const row = toWorkRow({ kind: "orders.reconcileAssigned", subject: "shop", delayMs });
    const values = [domain, row.kind, row.subject, row.lane, row.delayMs];
    await deps.pool.query({ ...requestAssignedOrdersQuery, values });
  }
}
