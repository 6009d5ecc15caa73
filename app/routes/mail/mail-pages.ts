import type { LinkPurpose } from "#app/domain/notifications/mail-link.ts";

type Words = {
  readonly title: string;
  readonly text: (shop: string) => string;
  readonly button: string;
  readonly done: (shop: string) => string;
};

const WORDS: Readonly<Record<LinkPurpose, Words>> = {
  confirm: {
    title: "Mails from Karwan",
    text: (shop) => `${shop} would like to tell you by mail what waits there: orders, money and products.`,
    button: "Send me these mails",
    done: (shop) => `You now get mails about ${shop}. Each of them has a link that ends them.`,
  },
  unsubscribe: {
    title: "No more mails",
    text: (shop) => `Karwan tells you by mail what waits at ${shop}.`,
    button: "Send me no more mails",
    done: (shop) => `You get no more mails about ${shop}.`,
  },
};

/** What a link is for, with the one button that does it. */
export function questionPage(purpose: LinkPurpose, shopName: string): string {
  const { title, text, button } = WORDS[purpose];
  return page(
    title,
    `<p>${escapeHtml(text(shopName))}</p><form method="post"><button>${button}</button></form>`,
  );
}

export function donePage(purpose: LinkPurpose, shopName: string): string {
  const { title, done } = WORDS[purpose];
  return page(title, `<p role="status">${escapeHtml(done(shopName))}</p>`);
}

/** The same for a link that was forged, that is too old, and whose recipient is gone. */
export function missingPage(): string {
  return page(
    "This link does not work",
    "<p>It may be too old. Ask whoever sent it to you for a new one.</p>",
  );
}

const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}" +
  "button{font:inherit;padding:.75rem 1.25rem;border:0;border-radius:.5rem;background:#1a1a1a;color:#fff;cursor:pointer}" +
  "button:focus-visible{outline:3px solid #005bd3;outline-offset:2px}";

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Karwan</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
