import type { Shop } from "@prisma/client";
import type { App } from "#app/app.server.ts";
import type { TextLanguage } from "#app/domain/shops/setting-choices.ts";
import { cancelOrder } from "#app/domain/storefront/choices/cancel-order.server.ts";
import type { ChoicePage } from "#app/domain/storefront/choices/choice-page.server.ts";
import type {
  ChoiceContext,
  ChoiceInput,
  ChoiceResult,
} from "#app/domain/storefront/choices/choice-result.ts";
import { confirmOrder } from "#app/domain/storefront/choices/confirm-order.server.ts";
import { correctOrder } from "#app/domain/storefront/choices/correct-order.server.ts";
import type { TypedCorrection } from "#app/domain/storefront/choices/plan-correction.ts";
import { overWords } from "./choice-page.ts";
import { CHOICE_WORDS } from "./choice-words.ts";
import { text } from "./read-form.ts";
import { TRACKING_WORDS } from "./tracking-words.ts";

export type ChoiceDeps = Pick<App, "db" | "crypto" | "clock" | "wake">;

export function openChoices({ db, crypto, clock, wake }: ChoiceDeps, shop: Shop): ChoiceContext {
  return {
    ...{ shop, db, crypto, clock },
    wake: (marks) => wake(marks.map((mark) => ({ ...mark, shopId: shop.id }))),
  };
}

/** A form as it was sent. */
export type SentForm = Readonly<Record<string, unknown>>;

/** A press, and whoever sends it: for the limit of their network, as Shopify says. */
type Press = ChoiceInput & { readonly address: string | null };

/** Carries out what a form asks for; null where it asks for nothing of ours. */
export async function pressChoice(
  ctx: ChoiceContext,
  { address, ...choice }: Press,
  form: SentForm,
): Promise<ChoiceResult | null> {
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

export function typedIn(form: SentForm): TypedCorrection {
  return {
    ...{ address: text(form.address), landmark: text(form.landmark) },
    ...{ city: text(form.city), secondPhone: text(form.secondPhone) },
  };
}

type SaysOptions = {
  readonly order: ChoicePage;
  readonly language: TextLanguage;
  /** As it may stand where the sentence is shown. */
  readonly sender: string;
};

/** What the customer reads of a press. */
export function choiceAnswer(
  result: Exclude<ChoiceResult, { kind: "wrong" }>,
  { order, language, sender }: SaysOptions,
): string {
  const words = CHOICE_WORDS[language];
  switch (result.kind) {
    case "done":
      return words.done[result.next](sender);
    case "too_late":
    case "cancelled":
      return overWords(order, words, sender);
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
