import type { IncomingMessage, ServerResponse } from "node:http";
import type { PrismaClient } from "@prisma/client";
import { findShopDomain } from "#app/platform/ids.ts";
import { readRawBody } from "#app/platform/read-raw-body.ts";
import { markDirty } from "#app/platform/work.server.ts";
import type { IntakeGround } from "../intake.ts";
import { isSignedByShopify } from "./signature.ts";

/** Each request of our own makes Shopify call, and the webhook of every request comes besides. */
const signedDelayMs = 5000;
/** Anybody can send one without a signature. */
const unsignedDelayMs = 10_000;

/**
 * The fulfillment service's callback says only that something was requested. Its signature is not
 * documented: one that is there must be right, and the shop's requests are looked at either way. They are gathered, so
 * that a stream of orders, or of strangers, costs a shop one look in a while; the sweeper rings for it.
 */
export function createFulfillmentServiceIntake(
  ground: IntakeGround,
  db: PrismaClient,
  secrets: readonly string[],
) {
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
    const shop = await findShop(request.headers["x-shopify-shop-domain"]);
    if (!shop) return 200;
    const delayMs = signature === undefined ? unsignedDelayMs : signedDelayMs;
    const mark = { shopId: shop.id, kind: "shop", subject: "assigned_orders", delayMs } as const;
    await markDirty(db, [mark]);
    return 200;
  }

  async function findShop(header: unknown): Promise<{ id: string } | null> {
    const domain = findShopDomain(header);
    return domain ? db.shop.findUnique({ where: { domain }, select: { id: true } }) : null;
  }
}
