import type { Shop } from "@prisma/client";
import type { App } from "#app/app.server.ts";
import {
  makeTrackingToken,
  pageEnd,
  readChoiceToken,
} from "#app/domain/orders/customer/contact/tracking-address.ts";
import type { TextLanguage } from "#app/domain/shops/setting-choices.ts";
import { cancelOrder } from "#app/domain/storefront/choices/cancel-order.server.ts";
import { type ChoicePage, findChoicePage } from "#app/domain/storefront/choices/choice-page.server.ts";
import type { ChoiceContext, ChoiceResult } from "#app/domain/storefront/choices/choice-result.ts";
import { confirmOrder } from "#app/domain/storefront/choices/confirm-order.server.ts";
import { correctOrder } from "#app/domain/storefront/choices/correct-order.server.ts";
import type { TypedCorrection } from "#app/domain/storefront/choices/plan-correction.ts";
import { NOBODYS } from "#app/domain/storefront/track-order.server.ts";
import {
  type ChoiceForm,
  choiceForms,
  choicePage,
  overWords,
  senderOf,
  unknownChoicePage,
} from "./choice-page.ts";
import { CHOICE_WORDS } from "./choice-words.ts";
import { TRACKING_WORDS } from "./tracking-words.ts";

export type ChoiceDeps = Pick<App, "db" | "crypto" | "clock" | "wake">;

type ChoiceVisit = {
  readonly shop: Shop;
  readonly language: TextLanguage;
  /** Of the link it was opened by. */
  readonly params: URLSearchParams;
  /** The form that was sent; null where the page is only opened, which changes nothing. */
  readonly form: Readonly<Record<string, unknown>> | null;
  /** Whoever sends it, as Shopify says. */
  readonly address: string | null;
};

/** The page of a customer's choices, opened by its link or with one of its forms sent; every other link gets the same page. */
export async function showChoices(
  app: ChoiceDeps,
  { shop, language, params, form, address }: ChoiceVisit,
): Promise<string> {
  const ctx: ChoiceContext = {
    ...{ shop, db: app.db, crypto: app.crypto, clock: app.clock },
    wake: (marks) => app.wake(marks.map((mark) => ({ ...mark, shopId: shop.id }))),
  };
  const token = form === null ? (params.get("order") ?? "") : text(form.order);
  const link = readChoiceToken(ctx, token);
  const orderId = link?.orderId ?? NOBODYS;
  const pressed = form && (await carryOut(ctx, { orderId, form, address }));
  const order = await findChoicePage(ctx, orderId);
  if (!order) return unknownChoicePage(language);
  const isWrong = pressed?.kind === "wrong";
  return choicePage({
    ...{ language, token, order },
    trackingToken: makeTrackingToken(ctx, { orderId, until: pageEnd(ctx, link) }),
    says: pressed && !isWrong ? says(pressed, order, language) : null,
    form: form === null ? toChoiceForm(params.get("do")) : isWrong ? "change" : null,
    refused: form && isWrong ? { typed: typedIn(form), errors: pressed.errors } : null,
  });
}

type Press = {
  readonly orderId: Parameters<typeof confirmOrder>[1]["orderId"];
  readonly form: Readonly<Record<string, unknown>>;
  readonly address: string | null;
};

async function carryOut(ctx: ChoiceContext, { orderId, form, address }: Press): Promise<ChoiceResult | null> {
  const choice = { orderId, how: "page" } as const;
  switch (text(form.intent)) {
    case "confirm":
      return confirmOrder(ctx, choice);
    case "cancel":
      return cancelOrder(ctx, choice);
    case "correct":
      return correctOrder(ctx, { ...choice, typed: typedIn(form), address });
    default:
      return null;
  }
}

function typedIn(form: Readonly<Record<string, unknown>>): TypedCorrection {
  return {
    ...{ address: text(form.address), landmark: text(form.landmark) },
    ...{ city: text(form.city), secondPhone: text(form.secondPhone) },
  };
}

function says(
  result: Exclude<ChoiceResult, { kind: "wrong" }>,
  order: ChoicePage,
  language: TextLanguage,
): string {
  const words = CHOICE_WORDS[language];
  const sender = senderOf(order);
  switch (result.kind) {
    case "done":
      return words.done[result.next](sender);
    case "too_late":
    case "cancelled":
      return overWords(order, words);
    case "ask_shop":
      return words.askShop(sender);
    case "not_asked":
      return words.notAsked;
    case "limited":
      return words.limited(sender);
    case "too_many_tries":
      return TRACKING_WORDS[language].limited;
    case "unknown":
      return words.unknown;
  }
}

function toChoiceForm(asked: string | null): ChoiceForm | null {
  return choiceForms.find((form) => form === asked) ?? null;
}

/** A field that is sent twice is a list, and none of ours. */
function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
