import type { Shop } from "@prisma/client";
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from "express";
import { z } from "zod";
import type { App } from "#app/app.server.ts";
import { readChoiceToken } from "#app/domain/orders/customer/contact/tracking-address.ts";
import { findChoicePage } from "#app/domain/storefront/choices/choice-page.server.ts";
import { NOBODYS, trackTypedOrder } from "#app/domain/storefront/track-order.server.ts";
import { forwardedAddress } from "#app/platform/http/forwarded-address.ts";
import { type AccountVisit, readAccountToken } from "#app/shopify/account-token.ts";
import type { CustomerPages } from "./customer-pages.server.ts";
import { choiceAnswer, openChoices, pressChoice } from "./press-choice.server.ts";
import { readForm } from "./read-form.ts";
import { showAccountOrder } from "./show-account-order.ts";

type AccountDeps = Pick<App, "env" | "db" | "crypto" | "clock" | "wake" | "reportError"> & CustomerPages;

/** Some short fields and a language. */
const readShortForm = readForm("4kb");
/** Those that the extension has words in. */
const lang = z.enum(["en", "ur"]).catch("en");
const typedOrder = z
  .object({ phone: z.string(), lang })
  .and(z.union([z.object({ number: z.string() }), z.object({ id: z.string() })]));
const typedChoice = z.object({ order: z.string(), intent: z.enum(["confirm", "cancel"]), lang });

const PREFLIGHT_SECONDS = "7200";

/**
 * What the block on an order in a customer's account, and on the page that thanks for it, asks. Shopify's token says which
 * shop; number or id and phone are those of that page, and find the order as number and phone do on the storefront.
 */
export function createAccountRouter(app: AccountDeps): Router {
  const router = Router();
  router.use("/account", allowAccounts);
  router.use("/account", (request, response, next) => requireAccount(app, request, response, next));
  router.post("/account/track", readTyped(typedOrder), (request, response) => {
    const { form } = response.locals;
    void answer(app, response, (shop) => trackOrder(app, shop, { form, request, response }));
  });
  router.post("/account/choose", readTyped(typedChoice), (_request, response) => {
    const { form } = response.locals;
    void answer(app, response, (shop) => choose(app, shop, { form, response }));
  });
  router.use("/account", (_request, response) => void response.status(404).end());
  return router;
}

/** Shopify runs these extensions at an origin that differs from shop to shop; what counts is the token, not a cookie. */
function allowAccounts(request: Request, response: Response, next: NextFunction): void {
  response.set("access-control-allow-origin", "*");
  if (request.method !== "OPTIONS") {
    next();
    return;
  }
  response.set({
    "access-control-allow-methods": "POST",
    "access-control-allow-headers": "authorization, content-type",
    "access-control-max-age": PREFLIGHT_SECONDS,
  });
  response.status(204).end();
}

function requireAccount(app: AccountDeps, request: Request, response: Response, next: NextFunction): void {
  const token = /^Bearer (.+)$/.exec(request.get("authorization") ?? "")?.[1] ?? "";
  const { SHOPIFY_API_KEY: apiKey, SHOPIFY_API_SECRET: secrets } = app.env;
  const visit = readAccountToken({ token, apiKey, secrets, now: app.clock.now() });
  if (visit === null) return void response.status(401).end();
  response.locals.visit = visit;
  next();
}

/** A form with other fields is refused as one that is none. */
function readTyped(fields: z.ZodType): RequestHandler {
  return (request, response, next) =>
    readShortForm(request, response, () => {
      const form = fields.safeParse(request.body);
      if (!form.success) return void response.status(400).end();
      response.locals.form = form.data;
      next();
    });
}

async function answer(
  app: AccountDeps,
  response: Response,
  answerShop: (shop: Shop) => Promise<unknown>,
): Promise<void> {
  const visit: AccountVisit = response.locals.visit;
  response.set("cache-control", "no-store");
  try {
    const shop = await app.findShop(visit.shop);
    if (shop === null) return void response.status(404).end();
    await answerShop(shop);
  } catch (error) {
    app.reportError(error, { event: "account_failed" });
    if (!response.headersSent) response.status(503).end();
  }
}

type Tracked = {
  readonly form: z.output<typeof typedOrder>;
  readonly request: Request;
  readonly response: Response;
};

async function trackOrder(app: AccountDeps, shop: Shop, { form, request, response }: Tracked): Promise<void> {
  const visit: AccountVisit = response.locals.visit;
  const { phone, lang: language } = form;
  // Whoever asks is counted by what Shopify signed, where it names somebody.
  const typed = { order: form, phone, address: visit.customerGid ?? addressOf(app, request) };
  const result = await trackTypedOrder({ ...app, shop }, typed);
  if (result.kind === "limited") return void response.status(429).end();
  if (result.kind === "unknown") return void response.status(404).end();
  response.json(showAccountOrder(result.tracking, { language, timezone: shop.timezone }));
  await app.requestRefresh(shop.id, result.work);
}

/** Browsers ask us without Shopify's proxy: the first proxy of ours wrote their entry, and without one the connection says it. */
function addressOf({ env }: Pick<AccountDeps, "env">, request: Request): string | null {
  const proxies = env.PROXIES_IN_FRONT;
  const forwarded = proxies === 0 ? null : forwardedAddress(request.get("x-forwarded-for"), proxies - 1);
  return forwarded ?? request.socket.remoteAddress ?? null;
}

type Chosen = { readonly form: z.output<typeof typedChoice>; readonly response: Response };

/** A press of the block, by what the app gave it for the order it found: the command of the customer's own page. */
async function choose(app: AccountDeps, shop: Shop, { form, response }: Chosen): Promise<void> {
  const ctx = openChoices(app, shop);
  const visit: AccountVisit = response.locals.visit;
  const orderId = readChoiceToken(ctx, form.order)?.orderId ?? NOBODYS;
  const address = visit.customerGid;
  const pressed = await pressChoice(ctx, { orderId, how: "account", address }, form);
  const order = await findChoicePage(ctx, orderId);
  if (!order || !pressed || pressed.kind === "wrong") return void response.status(404).end();
  const says = { order, language: form.lang, sender: order.sender };
  response.json({ isDone: pressed.kind === "done", says: choiceAnswer(pressed, says) });
}
