import type { RequestHandler } from "express";
import { IDEMPOTENCY_HEADER, LATE_HEADER } from "#app/domain/idempotency/idempotency-headers.ts";

/** Where Shopify runs admin extensions; a server has to let it read (shopify.dev, Admin UI extensions, Security). */
const SHOPIFY_EXTENSIONS = "https://extensions.shopifycdn.com";

const allowedHeaders = ["authorization", "content-type", IDEMPOTENCY_HEADER, LATE_HEADER].join(", ");
const preflightSeconds = "7200";

/** Lets extensions read what is under `/extensions/`, and no other site: the origin they run at and its preflights. */
export function allowExtensions(origin = SHOPIFY_EXTENSIONS): RequestHandler {
  return (request, response, next) => {
    if (!request.path.startsWith("/extensions/")) return next();
    const isAllowed = request.headers.origin === origin;
    // Shopify's library lets every origin read its own refusals; without this header it adds nothing.
    delete request.headers.origin;
    response.setHeader("vary", "origin");
    if (isAllowed) response.setHeader("access-control-allow-origin", origin);
    if (request.method !== "OPTIONS") return next();
    response.setHeader("access-control-allow-methods", "GET, POST");
    response.setHeader("access-control-allow-headers", allowedHeaders);
    response.setHeader("access-control-max-age", preflightSeconds);
    response.status(isAllowed ? 204 : 403).end();
  };
}
