import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { TextLanguage } from "#app/domain/shops/setting-choices.ts";
import { leftToRight, type TextFacts } from "./ready-text.ts";

type SpokenFacts = Omit<TextFacts, "moment" | "trackingUrl" | "choiceUrl">;

type Words = {
  readonly hello: (facts: SpokenFacts) => string;
  readonly cash: (amount: string) => string;
  readonly ask: string;
};

const WORDS: Readonly<Record<TextLanguage, Words>> = {
  en: {
    hello: ({ name, sender, orderName }) =>
      `Assalam o alaikum${name ? ` ${name}` : ""}, this is ${sender}. You placed order ${orderName} with us.`,
    cash: (amount) => `The courier will ask for ${amount} in cash when the parcel arrives.`,
    ask: "Shall we send it? And is your address still the same?",
  },
  roman_urdu: {
    hello: ({ name, sender, orderName }) =>
      `Assalam o alaikum${name ? ` ${name}` : ""}, ${sender} se baat ho rahi hai. Aap ne order ${orderName} kiya hai.`,
    cash: (amount) => `Parcel milne par courier ko ${amount} cash dena hoga.`,
    ask: "Kya hum order bhej dein? Aur kya aap ka address wohi hai?",
  },
  ur: {
    hello: ({ name, sender, orderName }) =>
      `السلام علیکم${name ? ` ${name}` : ""}، ${sender} سے بات ہو رہی ہے۔ آپ نے آرڈر ${leftToRight(orderName)} کیا ہے۔`,
    cash: (amount) => `پارسل ملنے پر کوریئر کو ${leftToRight(amount)} نقد دینا ہوگا۔`,
    ask: "کیا ہم آرڈر بھیج دیں؟ اور کیا آپ کا پتہ وہی ہے؟",
  },
};

/** What is said on the phone to have an order confirmed, with the sum to pay at the door. */
export function callScript(language: TextLanguage, facts: SpokenFacts): string {
  const { hello, cash, ask } = WORDS[language];
  const sum = facts.cashPkr === null ? "" : cash(formatRupees(facts.cashPkr));
  return [hello(facts), sum, ask].filter((part) => part !== "").join(" ");
}
