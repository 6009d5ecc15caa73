import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { TextLanguage } from "#app/domain/shops/setting-choices.ts";
import type { ChoicePage } from "#app/domain/storefront/choices/choice-page.server.ts";
import {
  type CorrectionErrors,
  type CorrectionField,
  LONGEST,
  type TypedCorrection,
} from "#app/domain/storefront/choices/plan-correction.ts";
import { confirmForm, formStart } from "./choice-links.ts";
import { CHOICE_WORDS, type ChoiceWords, type LateStep } from "./choice-words.ts";
import { safe } from "./safe-html.ts";
import { LONGEST_TITLE, page } from "./tracking-page.ts";
import { TRACKING_WORDS } from "./tracking-words.ts";

/** What the customer is about to do: choose, or change or cancel with a form of its own. */
export const choiceForms = ["change", "cancel"] as const;
export type ChoiceForm = (typeof choiceForms)[number];

export type ChoiceLinks = {
  readonly language: TextLanguage;
  /** Opens this page, and stands in its forms. */
  readonly token: string;
  /** Opens the order's tracking page. */
  readonly trackingToken: string;
};

type ChoiceView = ChoiceLinks & {
  readonly order: ChoicePage;
  /** What came of what was just pressed; already HTML. */
  readonly says: string | null;
  readonly form: ChoiceForm | null;
  /** What was typed and not saved, with what is wrong with it. */
  readonly refused: { readonly typed: TypedCorrection; readonly errors: CorrectionErrors } | null;
};

const MOST_ITEMS = 20;

/** The page on which a customer says whether they mean an order, changes where it goes, or cancels it. */
export function choicePage(view: ChoiceView): string {
  const { order, language, token, trackingToken, says } = view;
  const words = CHOICE_WORDS[language];
  const { order: heading, sender } = TRACKING_WORDS[language];
  return page(
    { language, token },
    `<h1>${heading} <bdi>${safe(order.orderName)}</bdi></h1>
${says === null ? "" : `<p class="karwan-notice" role="status">${says}</p>`}
<dl><dt>${sender}</dt><dd>${senderOf(order)}</dd></dl>
${cash(order, language)}${items(order, words)}
${body(view, words)}
<p><a href="track?lang=${language}&amp;order=${safe(trackingToken)}">${words.track}</a></p>`,
  );
}

/** Of every link that opens nothing here the same is said. */
export function unknownChoicePage(language: TextLanguage): string {
  return noticePage(language, CHOICE_WORDS[language].unknown);
}

export function failedChoicePage(language: TextLanguage): string {
  return noticePage(language, TRACKING_WORDS[language].failed);
}

function noticePage(language: TextLanguage, says: string): string {
  const { order, title } = TRACKING_WORDS[language];
  const link = `<p><a href="track?lang=${language}">${title}</a></p>`;
  const notice = `<p class="karwan-notice" role="alert">${says}</p>`;
  return page({ language, token: null }, `<h1>${order}</h1>${notice}${link}`);
}

/** The sender's name as it stands in a sentence. */
export function senderOf({ sender }: Pick<ChoicePage, "sender">): string {
  return `<bdi>${safe(sender)}</bdi>`;
}

function cash({ cashPkr, step }: ChoicePage, language: TextLanguage): string {
  const words = TRACKING_WORDS[language];
  if (cashPkr === null || step === "cancelled" || step === "delivered" || step === "returned") return "";
  if (cashPkr === 0) return `<p class="karwan-cash">${words.paid}</p>`;
  return `<div class="karwan-cash"><p>${words.cash}<br><strong><bdi dir="ltr">${formatRupees(cashPkr)}</bdi></strong></p></div>`;
}

function items({ items: shown }: ChoicePage, words: ChoiceWords): string {
  if (!shown?.length) return "";
  const rows = shown
    .slice(0, MOST_ITEMS)
    .map(({ title, quantity }) => `<li><bdi>${safe(title.slice(0, LONGEST_TITLE))}</bdi> × ${quantity}</li>`);
  return `<p>${words.items}</p><ul>${rows.join("")}</ul>`;
}

function body(view: ChoiceView, words: ChoiceWords): string {
  const { order, form, says } = view;
  if (form === "change" && order.canCorrect) return changeForm(view, words);
  if (form === "cancel" && order.canCancel) return cancelForm(view, words);
  if (order.canCorrect || order.canCancel) return choices(view, words);
  return says === null ? `<p class="karwan-notice">${overWords(order, words, senderOf(order))}</p>` : "";
}

/** Why nothing can be chosen any more; the sender as it may stand there. */
export function overWords(
  { step, cancelledBy, isLateInPart }: Pick<ChoicePage, "step" | "cancelledBy" | "isLateInPart">,
  words: ChoiceWords,
  sender: string,
): string {
  if (cancelledBy !== null) return words.cancelled[cancelledBy](sender);
  if (isLateInPart) return words.latePart(sender);
  return isLate(step) ? words.late[step](sender) : words.askShop(sender);
}

function isLate(step: ChoicePage["step"]): step is LateStep {
  return step !== "before_placing" && step !== "placing" && step !== "before_packing" && step !== "cancelled";
}

function choices(view: ChoiceView, words: ChoiceWords): string {
  const { order, language, token, says } = view;
  const isAsked = order.confirm === "open";
  const link = (form: ChoiceForm, text: string) =>
    `<a class="karwan-choice" href="order?lang=${language}&amp;order=${safe(token)}&amp;do=${form}">${text}</a>`;
  const given =
    order.confirm === "given" && says === null ? `<p class="karwan-notice">${words.given}</p>` : "";
  const awaited = order.isAwaited ? `<p>${words.awaited}</p>` : "";
  return `<section>${given}<h2>${isAsked ? words.ask : words.other}</h2>${isAsked ? awaited + confirmForm(view, words) : ""}
${order.canCorrect ? link("change", words.change) : ""}
${order.canCancel ? link("cancel", words.no) : ""}</section>`;
}

function back({ language, token }: ChoiceView, words: ChoiceWords): string {
  return `<a class="karwan-choice" href="order?lang=${language}&amp;order=${safe(token)}">${words.back}</a>`;
}

function cancelForm(view: ChoiceView, words: ChoiceWords): string {
  return `<section><h2>${words.cancelTitle}</h2><p>${words.cancelText}</p>${formStart(view, "cancel")}<button>${words.cancelYes}</button></form>${back(view, words)}</section>`;
}

const MORE: Readonly<Record<CorrectionField, string>> = {
  address: 'autocomplete="street-address" dir="auto"',
  landmark: 'autocomplete="off" dir="auto"',
  city: 'autocomplete="address-level2" dir="auto"',
  secondPhone: 'type="tel" autocomplete="off" dir="ltr"',
};

function changeForm(view: ChoiceView, words: ChoiceWords): string {
  const fields = (["address", "city", "landmark", "secondPhone"] as const).map((name) =>
    field(name, view, words),
  );
  const look = view.refused ? `<p class="karwan-notice" role="alert">${words.look}</p>` : "";
  return `<section><h2>${words.changeTitle}</h2><p>${words.changeIntro}</p>${look}${formStart(view, "correct")}
${fields.join("\n")}
<button>${words.save}</button></form>${back(view, words)}</section>`;
}

function field(name: CorrectionField, { refused }: ChoiceView, words: ChoiceWords): string {
  const id = `karwan-${name}`;
  const error = refused?.errors[name];
  const maybe =
    error && error.suggestions.length > 0 ? ` ${words.maybe} ${safe(error.suggestions.join(", "))}` : "";
  const says = error ? `<strong id="${id}-error">${words.errors[error.code]}${maybe}</strong>` : "";
  const marks = error
    ? ` aria-invalid="true" aria-describedby="${id}-error ${id}-hint"`
    : ` aria-describedby="${id}-hint"`;
  return `<label for="${id}">${words.fields[name]}</label>${says}<input id="${id}" name="${name}" value="${safe(refused?.typed[name] ?? "")}" maxlength="${LONGEST[name]}" ${MORE[name]}${marks}><small id="${id}-hint">${words.hints[name]}</small>`;
}
