import type { Shop } from "@prisma/client";
import {
  makeTrackingToken,
  pageEnd,
  readChoiceToken,
} from "#app/domain/orders/customer/contact/tracking-address.ts";
import type { TextLanguage } from "#app/domain/shops/setting-choices.ts";
import { findChoicePage } from "#app/domain/storefront/choices/choice-page.server.ts";
import { NOBODYS } from "#app/domain/storefront/track-order.server.ts";
import { type ChoiceForm, choiceForms, choicePage, senderOf, unknownChoicePage } from "./choice-page.ts";
import {
  type ChoiceDeps,
  choiceAnswer,
  openChoices,
  pressChoice,
  type SentForm,
  typedIn,
} from "./press-choice.server.ts";
import { text } from "./read-form.ts";

type ChoiceVisit = {
  readonly shop: Shop;
  readonly language: TextLanguage;
  /** Of the link it was opened by. */
  readonly params: URLSearchParams;
  /** The form that was sent; null where the page is only opened, which changes nothing. */
  readonly form: SentForm | null;
  /** Whoever sends it, as Shopify says. */
  readonly address: string | null;
};

/** The page of a customer's choices, opened by its link or with one of its forms sent; every other link gets the same page. */
export async function showChoices(
  app: ChoiceDeps,
  { shop, language, params, form, address }: ChoiceVisit,
): Promise<string> {
  const ctx = openChoices(app, shop);
  const token = form === null ? (params.get("order") ?? "") : text(form.order);
  const link = readChoiceToken(ctx, token);
  const orderId = link?.orderId ?? NOBODYS;
  const pressed = form && (await pressChoice(ctx, { orderId, how: "page", address }, form));
  const order = await findChoicePage(ctx, orderId);
  if (!order) return unknownChoicePage(language);
  const says = { order, language, sender: senderOf(order) };
  const isWrong = pressed?.kind === "wrong";
  return choicePage({
    ...{ language, token, order },
    trackingToken: makeTrackingToken(ctx, { orderId, until: pageEnd(ctx, link) }),
    says: pressed && !isWrong ? choiceAnswer(pressed, says) : null,
    form: form === null ? toChoiceForm(params.get("do")) : isWrong ? "change" : null,
    refused: form && isWrong ? { typed: typedIn(form), errors: pressed.errors } : null,
  });
}

function toChoiceForm(asked: string | null): ChoiceForm | null {
  return choiceForms.find((form) => form === asked) ?? null;
}
