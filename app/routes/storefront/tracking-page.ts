import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { fillCustomerWords } from "#app/domain/shops/customer-words.ts";
import { type TextLanguage, textLanguages } from "#app/domain/shops/setting-choices.ts";
import type { Tracking } from "#app/domain/storefront/track-order.server.ts";
import { type TrackedParcel, trackingSteps } from "#app/domain/storefront/tracked-parcels.ts";
import { choiceLinks } from "./choice-links.ts";
import { formatLocalDay } from "./local-day.ts";
import { lastSaid, otherSumForm } from "./other-sum-form.ts";
import { safe } from "./safe-html.ts";
import { TRACKING_WORDS, type TrackingWords } from "./tracking-words.ts";

/** What the form says above its fields: that nothing was found, that it was asked too often, or that we failed. */
export type FormNotice = "unknown" | "limited" | "failed" | null;

type PageOptions = { readonly language: TextLanguage; readonly timezone: string };

type OrderPageOptions = PageOptions & {
  /** What came of what the customer has just sent. */
  readonly answer: string | null;
  /** What the merchant says to their customers; "" for nothing. */
  readonly ownWords: string;
};

/** More than an order has, so that the page stays small whatever it holds. */
const MOST_PARCELS = 20;
const MOST_ITEMS = 20;
export const LONGEST_TITLE = 80;

/** The page that asks for number and phone. What was typed is not written back. */
export function formPage(says: FormNotice, { language }: Pick<PageOptions, "language">): string {
  const words = TRACKING_WORDS[language];
  return page(
    { language, token: null },
    `<h1>${words.title}</h1>${notice(says && words[says])}<p>${words.intro}</p>
<form method="post">
${field({ name: "number", label: words.number, hint: words.numberHint, more: 'type="text" autocomplete="off"' })}
${field({ name: "phone", label: words.phone, hint: words.phoneHint, more: 'type="tel" autocomplete="tel" dir="ltr"' })}
<button>${words.button}</button></form>`,
  );
}

function notice(words: string | null): string {
  return words === null ? "" : `<p class="karwan-notice" role="alert">${words}</p>`;
}

/** Whatever language the words are in, they read in their own direction. */
function said(words: string): string {
  return words === "" ? "" : `<p class="karwan-words" dir="auto">${safe(words)}</p>`;
}

type FieldView = {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly more: string;
};

function field({ name, label, hint, more }: FieldView): string {
  const id = `karwan-${name}`;
  return `<label for="${id}">${label}</label><input id="${id}" name="${name}" ${more} maxlength="40" required aria-describedby="${id}-hint"><small id="${id}-hint">${hint}</small>`;
}

/** The page of one order, as its customer may see it. */
export function orderPage(
  tracking: Tracking,
  { language, timezone, answer, ownWords }: OrderPageOptions,
): string {
  const words = TRACKING_WORDS[language];
  const { orderName, sender, parcels, token } = tracking;
  const shown = parcels.slice(0, MOST_PARCELS);
  const sections = shown.map((parcel, at) =>
    section(parcel, {
      ...{ words, timezone, sender },
      said: lastSaid(parcel, { language, timezone }),
      title: shown.length > 1 ? words.parcel(String(at + 1), String(shown.length)) : null,
    }),
  );
  return page(
    { language, token },
    `<h1>${words.order} <bdi>${safe(orderName)}</bdi></h1>
${notice(answer)}
<dl><dt>${words.sender}</dt><dd><bdi>${safe(sender)}</bdi></dd></dl>
${choiceLinks(tracking, language)}${sections.join("\n")}
${otherSumForm(shown, { language, token })}
${said(fillCustomerWords(ownWords, { sender, order: orderName }))}
<p><a href="?lang=${language}">${words.again}</a></p>`,
  );
}

type SectionOptions = {
  readonly words: TrackingWords;
  readonly timezone: string;
  readonly sender: string;
  readonly title: string | null;
  /** What the customer told us of it. */
  readonly said: string;
};

function section(parcel: TrackedParcel, { words, timezone, sender, title, said }: SectionOptions): string {
  return `<section>${title === null ? "" : `<h2>${title}</h2>`}
${cash(parcel, words, sender)}${said}
${steps(parcel, words, timezone)}
${courier(parcel, words)}${items(parcel, words)}</section>`;
}

function cash({ cashPkr }: TrackedParcel, words: TrackingWords, sender: string): string {
  if (cashPkr === null) return "";
  if (cashPkr === 0) return `<p class="karwan-cash">${words.paid}</p>`;
  return `<div class="karwan-cash"><p>${words.cash}<br><strong><bdi dir="ltr">${formatRupees(cashPkr)}</bdi></strong></p><p>${words.otherSum(`<bdi>${safe(sender)}</bdi>`)}</p></div>`;
}

function steps({ done, dates, end, endedAt }: TrackedParcel, words: TrackingWords, timezone: string): string {
  const day = (at: Date | null | undefined) =>
    at ? ` <time datetime="${at.toISOString()}">${formatLocalDay(at, words.lang, timezone)}</time>` : "";
  // Of what ended otherwise only the steps it came to are shown.
  const shown = end === null ? trackingSteps : trackingSteps.slice(0, done);
  const rows = shown.map((step, at) => {
    const isDone = at < done;
    const marks = `${isDone ? ' class="karwan-done"' : ""}${end === null && at === done - 1 ? ' aria-current="step"' : ""}`;
    const said = isDone ? `<span class="karwan-hidden"> (${words.isDone})</span>` : "";
    return `<li${marks}>${words.steps[step]}${said}${day(dates[step])}</li>`;
  });
  const last = end === null ? "" : `<li class="karwan-end">${words.ends[end]}${day(endedAt)}</li>`;
  return `<ol>${rows.join("")}${last}</ol>`;
}

function courier(parcel: TrackedParcel, words: TrackingWords): string {
  const { courier: name, trackingNumber, trackingUrl } = parcel;
  const facts = [
    name ? `<dt>${words.courier}</dt><dd><bdi>${safe(name)}</bdi></dd>` : "",
    trackingNumber
      ? `<dt>${words.trackingNumber}</dt><dd><bdi dir="ltr">${safe(trackingNumber)}</bdi></dd>`
      : "",
  ].join("");
  const link = trackingUrl
    ? `<p><a href="${safe(trackingUrl)}" rel="noreferrer nofollow">${words.atCourier}</a></p>`
    : "";
  return facts === "" ? link : `<dl>${facts}</dl>${link}`;
}

function items(parcel: TrackedParcel, words: TrackingWords): string {
  if (!parcel.items?.length) return "";
  const rows = parcel.items
    .slice(0, MOST_ITEMS)
    .map(({ title, quantity }) => `<li><bdi>${safe(title.slice(0, LONGEST_TITLE))}</bdi> × ${quantity}</li>`);
  return `<p>${words.holds}</p><ul>${rows.join("")}</ul>`;
}

/** Nothing of it depends on the theme but its type and its colours, and nothing of the theme on it. */
const STYLE =
  ".karwan{max-width:34rem;margin:0 auto;padding:1rem;line-height:1.6;overflow-wrap:anywhere;box-sizing:border-box}" +
  ".karwan *{box-sizing:border-box}.karwan h1{font-size:1.5rem;margin:1rem 0}.karwan h2{font-size:1.2rem;margin:0 0 .5rem}" +
  ".karwan nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:0;padding:0}" +
  ".karwan nav a,.karwan nav span{display:inline-block;padding:.5rem 0}" +
  ".karwan label{display:block;font-weight:bold;margin-top:1rem}.karwan small{display:block}" +
  ".karwan input,.karwan select{display:block;width:100%;font:inherit;padding:.6rem;border:1px solid #767676;border-radius:4px;background:#fff;color:#1a1a1a}" +
  ".karwan button{font:inherit;margin-top:1rem;padding:.7rem 1.2rem;border:0;border-radius:4px;background:#1a1a1a;color:#fff;cursor:pointer}" +
  ".karwan :focus-visible{outline:3px solid #005bd3;outline-offset:2px}" +
  ".karwan-choice{display:block;margin-top:.75rem;padding:.7rem 1.2rem;border:1px solid currentColor;border-radius:4px;text-align:center}" +
  ".karwan section button{width:100%}.karwan section{border-top:1px solid #767676;padding:1rem 0}" +
  ".karwan ol{list-style:none;margin:1rem 0;padding:0}.karwan ol li{padding:.25rem 0}" +
  ".karwan ol li:before{content:'\\2013';display:inline-block;width:1.6rem}" +
  ".karwan ol .karwan-done:before{content:'\\2713'}.karwan ol .karwan-end:before{content:'\\2715'}" +
  ".karwan [aria-current]{font-weight:bold}.karwan dl{margin:0}.karwan dd{margin:0 0 .5rem;font-weight:bold}" +
  ".karwan summary{cursor:pointer;padding:.5rem 0;text-decoration:underline}" +
  ".karwan-cash,.karwan-notice{border:2px solid currentColor;border-radius:4px;padding:.75rem;margin:0 0 1rem}" +
  ".karwan-cash p{margin:0 0 .5rem}.karwan-cash strong{font-size:1.6rem}" +
  ".karwan-words{white-space:pre-line;margin:1rem 0}.karwan-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0);white-space:nowrap}";

type Frame = { readonly language: TextLanguage; readonly token: string | null };

/** The frame of every page of a customer. */
export function page({ language, token }: Frame, body: string): string {
  const { lang, dir, languages } = TRACKING_WORDS[language];
  const links = textLanguages.map((each) => {
    const words = TRACKING_WORDS[each];
    const name = `lang="${words.lang}" dir="${words.dir}"`;
    if (each === language) return `<li><span ${name} aria-current="true">${words.name}</span></li>`;
    const address = `?lang=${each}${token === null ? "" : `&amp;order=${safe(token)}`}`;
    return `<li><a href="${address}" ${name}>${words.name}</a></li>`;
  });
  return `<style>${STYLE}</style><div class="karwan" lang="${lang}" dir="${dir}"><nav aria-label="${languages}"><ul>${links.join("")}</ul></nav>
${body}</div>`;
}
