import type { IncomingMessage, ServerResponse } from "node:http";
import { findShopDomain } from "#app/platform/ids.ts";
import { readRawBody } from "#app/platform/read-raw-body.ts";
import { wantedAgain } from "#app/platform/work.server.ts";
import type { IntakeGround } from "../intake.ts";
import { isSignedByShopify } from "./signature.ts";

/** Each request of our own makes Shopify call, and the webhook of every request comes besides. */
const signedDelayMs = 5000;
/** Anybody can send one without a signature. */
const unsignedDelayMs = 10_000;

/** Marks the shop's requests as to be looked at; nothing where there is no such shop. */
const lookAtRequests = {
  name: "look-at-requests",
  text: `
    insert into work (shop_id, kind, subject, next_run_at)
    select id, 'shop', 'assigned_orders', clock_timestamp() + $2::int * interval '1 millisecond'
    from shop where domain = $1::text
    ${wantedAgain}`,
};

/**
 * The fulfillment service's callback says only that something was requested. Its signature is not
 * documented: one that is there must be right, and the shop's requests are looked at either way. They are gathered, so
 * that a stream of orders, or of strangers, costs a shop one look in a while; the sweeper rings for it.
 */
export function createFulfillmentServiceIntake(ground: IntakeGround, secrets: readonly string[]) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const status = await take(request).catch((error: unknown) => {
      ground.reportError(error, { event: "fulfillment_service_callback_failed" });
      return 503;
    });
    response
      .writeHead(status, { "content-length": 0, ...(status === 413 ? { connection: "close" } : {}) })
      .end();
  };

  async function take(request: IncomingMessage): Promise<number> {
    if (request.method !== "POST") return 405;
    const rawBody = await readRawBody(request);
    if (!rawBody) return 413;
    const signature = request.headers["x-shopify-hmac-sha256"];
    if (signature !== undefined && !isSignedByShopify(rawBody, signature, secrets)) return 401;
    const domain = findShopDomain(request.headers["x-shopify-shop-domain"]);
    const delayMs = signature === undefined ? unsignedDelayMs : signedDelayMs;
    if (domain) await ground.pool.query({ ...lookAtRequests, values: [domain, delayMs] });
    return 200;
  }
}
