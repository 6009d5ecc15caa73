import type { ReceivedMail } from "#test/standins/mail/read-mail.ts";
import { type AdminView, renderAdmin } from "./frame-page.ts";
import { escapeHtml } from "./html.ts";

/** What the operator's mail server took, the newest first; a mail is named by its place in the order of arrival. */
export function renderMails(view: AdminView, mails: readonly ReceivedMail[]): string {
  const items = mails.map(
    ({ to, subject }, at) =>
      `<li><a href="${escapeHtml(`${view.store}/mails/${at + 1}`)}">${escapeHtml(subject)}</a> to ${escapeHtml(to.join(", "))}</li>`,
  );
  const list =
    items.length === 0
      ? "<p>No mail yet. Mails that Karwan sends arrive here, whoever they are for.</p>"
      : `<ul>${items.toReversed().join("")}</ul>`;
  return renderAdmin(view, {
    script: "/resource.js",
    title: "Mails",
    main: `<div class="page"><h1>Mails</h1><div class="card mails">${list}</div></div>`,
  });
}

/** One mail as it was sent, its links to be followed; those into Shopify's admin lead into this one. */
export function renderMail(view: AdminView, { to, subject, text, headers }: ReceivedMail): string {
  const title = escapeHtml(subject);
  return renderAdmin(view, {
    script: "/resource.js",
    title,
    main: `<div class="page"><h1>${title}</h1><div class="card mails">
      <p>From ${escapeHtml(headers.from ?? "")}, to ${escapeHtml(to.join(", "))}</p>
      <pre class="mail">${withLinks(view, text)}</pre>
      <p><a href="${escapeHtml(`${view.store}/mails`)}">All mails</a></p></div></div>`,
  });
}

function withLinks(view: AdminView, text: string): string {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, at) =>
      at % 2 === 0
        ? escapeHtml(part)
        : `<a href="${escapeHtml(addressOf(view, part))}">${escapeHtml(part)}</a>`,
    )
    .join("");
}

function addressOf({ shop, home }: AdminView, link: string): string {
  const [, path] = link.startsWith(`https://${shop}/`)
    ? (/\/admin\/apps\/[^/]+(\/.*)?$/.exec(link) ?? [])
    : [];
  return path === undefined ? link : `${home}${path}`;
}
