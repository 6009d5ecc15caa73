import { type Request, type Response, Router } from "express";
import type { App } from "#app/app.server.ts";
import { findLink, followLink } from "#app/domain/notifications/answer-link.server.ts";
import type { LinkPurpose } from "#app/domain/notifications/mail-link.ts";
import { donePage, missingPage, questionPage } from "./mail-pages.ts";

type MailLinkDeps = Pick<App, "db" | "crypto" | "clock" | "reportError">;

/**
 * The pages behind the links of mails, for people who have no access to the shop's admin. Opening one changes nothing, as
 * mail programs open links by themselves; its button is a POST, and so is the one click of RFC 8058.
 */
export function createMailLinksRouter(app: MailLinkDeps): Router {
  const router = Router();
  for (const purpose of ["confirm", "unsubscribe"] as const) {
    router.get(
      `/mail/${purpose}`,
      (request, response) => void answer(app, purpose, { request, response }, show),
    );
    router.post(
      `/mail/${purpose}`,
      (request, response) => void answer(app, purpose, { request, response }, act),
    );
  }
  return router;
}

type Exchange = { readonly request: Request; readonly response: Response };
type FollowedLink = { readonly purpose: LinkPurpose; readonly token: string };

async function answer(
  app: MailLinkDeps,
  purpose: LinkPurpose,
  { request, response }: Exchange,
  page: (app: MailLinkDeps, link: FollowedLink) => Promise<string | null>,
): Promise<void> {
  const { token } = request.query;
  response.set(headers).type("html");
  try {
    const html = await page(app, { purpose, token: typeof token === "string" ? token : "" });
    response.status(html === null ? 404 : 200).send(html ?? missingPage());
  } catch (error) {
    app.reportError(error, { event: "mail_link_failed" });
    response.status(503).send(missingPage());
  }
}

async function show(app: MailLinkDeps, link: FollowedLink): Promise<string | null> {
  const found = await findLink(app, link);
  return found && questionPage(link.purpose, found.shopName);
}

async function act(app: MailLinkDeps, link: FollowedLink): Promise<string | null> {
  const done = await followLink(app, link);
  return done && donePage(link.purpose, done.shopName);
}

/** The address holds the token: it goes to nobody, and no page may frame the button. */
const headers = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
};
