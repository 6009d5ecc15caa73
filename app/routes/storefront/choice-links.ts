import type { TextLanguage } from "#app/domain/shops/setting-choices.ts";
import type { Tracking } from "#app/domain/storefront/track-order.server.ts";
import { CHOICE_WORDS, type ChoiceWords } from "./choice-words.ts";
import { safe } from "./safe-html.ts";

/** Beside how far an order is: whether it is meant, in one press, and the way to change or cancel it. */
export function choiceLinks({ choices }: Pick<Tracking, "choices">, language: TextLanguage): string {
  if (choices === null) return "";
  const { token, confirm, isAwaited } = choices;
  const words = CHOICE_WORDS[language];
  const isAsked = confirm === "open";
  const more = `<a class="karwan-choice" href="order?lang=${language}&amp;order=${safe(token)}">${words.other}</a>`;
  if (!isAsked) return `<section>${more}</section>`;
  return `<section><h2>${words.ask}</h2>${isAwaited ? `<p>${words.awaited}</p>` : ""}${confirmForm({ language, token }, words)}${more}</section>`;
}

type FormLinks = {
  readonly language: TextLanguage;
  /** Stands in the form, so that it is in no address that is posted to. */
  readonly token: string;
};

/** One press, on whichever page of the order it stands. */
export function confirmForm(links: FormLinks, words: ChoiceWords): string {
  return `${formStart(links, "confirm")}<button>${words.yes}</button></form>`;
}

export function formStart({ language, token }: FormLinks, intent: "confirm" | "correct" | "cancel"): string {
  return `<form method="post" action="order?lang=${language}"><input type="hidden" name="intent" value="${intent}"><input type="hidden" name="order" value="${safe(token)}">`;
}
