import { type NextFunction, type Request, type Response, Router } from "express";
import type { App } from "#app/app.server.ts";
import { CUSTOMER_WORDS } from "#app/domain/shops/customer-words.ts";
import { TRIES_WINDOW_MS } from "#app/domain/storefront/count-tries.server.ts";
import { type OtherSumAnswer, reportOtherSum } from "#app/domain/storefront/report-other-sum.server.ts";
import type { StorefrontContext } from "#app/domain/storefront/storefront-context.ts";
import {
  type TrackingResult,
  trackLinkedOrder,
  trackTypedOrder,
} from "#app/domain/storefront/track-order.server.ts";
import { forwardedAddress } from "#app/platform/http/forwarded-address.ts";
import { queryOf } from "#app/platform/http/query-of.ts";
import { type ProxiedRequest, readProxiedRequest } from "#app/shopify/proxy-signature.ts";
import { showChoices } from "./answer-choices.server.ts";
import { failedChoicePage } from "./choice-page.ts";
import type { CustomerPages } from "./customer-pages.server.ts";
import { OTHER_SUM_WORDS } from "./other-sum-words.ts";
import { readForm, text } from "./read-form.ts";
import { type FormNotice, formPage, orderPage } from "./tracking-page.ts";
import { toLanguage } from "./tracking-words.ts";

type StorefrontDeps = Pick<App, "env" | "db" | "crypto" | "clock" | "wake" | "reportError">;
type TrackingDeps = StorefrontDeps & CustomerPages;

/** Two short fields. */
const readTypedForm = readForm("4kb");
/** An address in Urdu is six times as long in a form. */
const readChoiceForm = readForm("16kb");

/**
 * What Shopify's app proxy shows of us on a shop's own domain, for customers who are logged in nowhere. The answer is put
 * into the shop's theme, and run as Liquid. It has no scripts, sets no cookie and asks neither side anything.
 */
export function createStorefrontRouter(app: TrackingDeps): Router {
  const router = Router();
  const answered = (request: Request, response: Response) => void answer(app, request, response);
  router.use("/storefront", (request, response, next) => requireProxy(app, request, response, next));
  router.get("/storefront/track", answered);
  router.post("/storefront/track", readTypedForm, answered);
  const chosen = (request: Request, response: Response) => void answerChoices(app, request, response);
  router.get("/storefront/order", chosen);
  router.post("/storefront/order", readChoiceForm, chosen);
  router.use("/storefront", (_request, response) => void response.status(404).end());
  return router;
}

/** Whoever is not Shopify is told nothing, not even whether such a shop is known. */
function requireProxy(app: StorefrontDeps, request: Request, response: Response, next: NextFunction): void {
  const query = queryOf(request.originalUrl);
  const now = app.clock.now();
  const proxied = readProxiedRequest({ query, secrets: app.env.SHOPIFY_API_SECRET, now });
  if (proxied === null) return void response.status(400).end();
  response.locals.proxied = proxied;
  next();
}

async function answerChoices(app: TrackingDeps, request: Request, response: Response): Promise<void> {
  const { shop: domain, params }: ProxiedRequest = response.locals.proxied;
  const asked = params.get("lang");
  try {
    const shop = await app.findShop(domain);
    if (shop === null) return void response.status(404).end();
    const language = toLanguage(asked, shop.customerLanguage);
    const form = request.method === "POST" ? (request.body ?? {}) : null;
    sendLiquid(
      response,
      await showChoices(app, { shop, language, params, form, address: addressOf(app, request) }),
    );
  } catch (error) {
    app.reportError(error, { event: "storefront_failed" });
    if (!response.headersSent) sendLiquid(response.status(503), failedChoicePage(toLanguage(asked, "en")));
  }
}

async function answer(app: TrackingDeps, request: Request, response: Response): Promise<void> {
  const proxied: ProxiedRequest = response.locals.proxied;
  const asked = proxied.params.get("lang");
  const show = (status: number, html: string) => sendLiquid(response.status(status), html);
  try {
    const shop = await app.findShop(proxied.shop);
    if (shop === null) return void response.status(404).end();
    const language = toLanguage(asked, shop.customerLanguage);
    const result = await findOrder({ ...app, shop }, request, proxied);
    if (result?.kind !== "found") {
      const notice: FormNotice = result?.kind ?? null;
      if (notice === "limited") response.set("retry-after", String(TRIES_WINDOW_MS / 1000));
      return show(notice === "limited" ? 429 : 200, formPage(notice, { language }));
    }
    const answer = result.said === undefined ? null : OTHER_SUM_WORDS[language].answers[result.said];
    const ownWords = shop[CUSTOMER_WORDS[language]];
    show(200, orderPage(result.tracking, { language, timezone: shop.timezone, answer, ownWords }));
    app.pageCounter.count(shop);
    await app.requestRefresh(shop.id, result.work);
  } catch (error) {
    app.reportError(error, { event: "storefront_failed" });
    if (!response.headersSent) show(503, formPage("failed", { language: toLanguage(asked, "en") }));
  }
}

type FormContext = StorefrontContext & Pick<StorefrontDeps, "env">;
type Answered = TrackingResult & { readonly said?: OtherSumAnswer };

/** Null where nothing is asked for yet. */
async function findOrder(
  ctx: FormContext,
  request: Request,
  { params }: ProxiedRequest,
): Promise<Answered | null> {
  if (request.method === "POST") return answerForm(ctx, request);
  const token = params.get("order");
  return token === null ? null : trackLinkedOrder(ctx, token);
}

/** Of the forms of these pages one asks for an order; the others say what they are for. */
function answerForm(ctx: FormContext, request: Request): Promise<Answered> {
  const { intent, number, phone, order, parcel, sum } = request.body ?? {};
  const address = addressOf(ctx, request);
  if (intent === "other_sum")
    return reportOtherSum(ctx, { token: text(order), parcel: text(parcel), sum: text(sum), address });
  return trackTypedOrder(ctx, { order: { number: text(number) }, phone: text(phone), address });
}

/** Shopify's app proxy wrote the entry of whoever asked; each proxy in front of us adds one behind it. */
function addressOf({ env }: Pick<StorefrontDeps, "env">, request: Request): string | null {
  return forwardedAddress(request.get("x-forwarded-for"), env.PROXIES_IN_FRONT);
}

function sendLiquid(response: Response, html: string): void {
  response.set({ "cache-control": "no-store", "x-robots-tag": "noindex", "referrer-policy": "no-referrer" });
  response.type("application/liquid").send(html);
}
