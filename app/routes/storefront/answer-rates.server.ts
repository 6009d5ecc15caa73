import { type Request, type Response, Router } from "express";
import type { App } from "#app/app.server.ts";
import { hashCallbackToken, isCallbackToken } from "#app/domain/delivery-charge/callback-address.server.ts";
import { createCartCharges } from "#app/domain/delivery-charge/charge-cart.server.ts";
import { createBodyReader, type ReadBody } from "#app/platform/http/read-raw-body.ts";
import { discardRemainingBody } from "#app/routes/webhooks/intake.ts";
import { isSignedByShopify } from "#app/routes/webhooks/shopify/signature.ts";
import { parseRateRequest, toRateAnswer } from "#app/shopify/carrier-rate.ts";

type RatesDeps = Pick<App, "env" | "db" | "metrics" | "reportError">;
type Charges = ReturnType<typeof createCartCharges>;

/** So much of the 400 ms is for reading; the rest is for the answer and for a busy process. */
const ANSWER_MS = 250;
/** A cart of some hundred lines, with whatever their properties say. */
const MOST_BYTES = 256 * 1024;
const bodyLimits = { mostRequests: 256, mostBytes: 16 * 1024 * 1024, slowAfterMs: 1000 };

/**
 * Where Shopify's checkout asks what delivery of a cart is charged, at an address that only Shopify and its shop know. It is
 * answered from our own rows within 400 ms, or from what this process last knew. Of the customer's address country and city
 * are looked at, and nothing is kept.
 */
export function createRatesRouter(app: RatesDeps): Router {
  const router = Router();
  const charges = createCartCharges(app.db);
  const readBody = createBodyReader(bodyLimits);
  router.post("/rates/:token", (request, response) => {
    const startedAt = performance.now();
    const untilMs = startedAt + ANSWER_MS;
    void answer(app, charges, readBody, { request, response, untilMs })
      .catch((error: unknown) => {
        app.reportError(error, { event: "rates_failed" });
        return refuse(response, 503);
      })
      .then((outcome) => {
        app.metrics.rateSeconds.observe({ outcome }, (performance.now() - startedAt) / 1000);
        discardRemainingBody(request);
      });
  });
  router.use("/rates", (_request, response) => void response.status(404).end());
  return router;
}

type Exchange = { readonly request: Request; readonly response: Response; readonly untilMs: number };
type Outcome = "rate" | "fallback" | "none" | "refused" | "failed";

/** Whose address it is comes first: of strangers no byte of a body is read. */
async function answer(
  app: RatesDeps,
  charges: Charges,
  readBody: ReturnType<typeof createBodyReader>,
  { request, response, untilMs }: Exchange,
): Promise<Outcome> {
  const token = request.params.token ?? "";
  if (!isCallbackToken(token)) return refuse(response, 404);
  const shop = await charges.findShop(hashCallbackToken(token), untilMs);
  if (shop === "unavailable") return refuse(response, 503);
  if (shop === null) return refuse(response, 404);
  return readBody(request, MOST_BYTES, async (read) => {
    if (read.kind !== "read") return refuse(response, statusOfUnread[read.kind]);
    const signature = request.get("x-shopify-hmac-sha256");
    const secrets = app.env.SHOPIFY_API_SECRET;
    if (signature !== undefined && !isSignedByShopify(read.body, signature, secrets)) {
      return refuse(response, 401);
    }
    const cart = parseRateRequest(read.body);
    if (cart === null) return refuse(response, 400);
    const charge = await charges.chargeCart(shop, cart, untilMs);
    response.set("cache-control", "no-store").json(toRateAnswer(charge.kind === "none" ? null : charge));
    if (charge.kind === "none") return "none";
    return charge.isFallback ? "fallback" : "rate";
  });
}

const statusOfUnread: Readonly<Record<Exclude<ReadBody["kind"], "read">, number>> = {
  too_large: 413,
  busy: 503,
  broken_off: 400,
};

function refuse(response: Response, status: number): Outcome {
  if (!response.headersSent) response.status(status).end();
  return status === 503 ? "failed" : "refused";
}
