import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { TextLanguage } from "#app/domain/shops/setting-choices.ts";

export type TextFacts = {
  /** As the customer wrote it; null where it is not known. */
  readonly name: string | null;
  /** Who sends the parcel, as printed on it; never the supplier. */
  readonly sender: string;
  readonly orderName: string;
  /** What the courier will ask for; null when nothing is to be paid at the door. */
  readonly cashPkr: Rupees | null;
  /** Whether the order can still be confirmed, is under way, or is over. */
  readonly moment: "confirm" | "on_the_way" | "over";
  /** Where the customer sees how far it is. */
  readonly trackingUrl: string | null;
  /** Where the customer confirms, corrects or cancels it with a press. */
  readonly choiceUrl: string | null;
};

type Words = {
  readonly hello: (facts: TextFacts) => string;
  readonly cash: (amount: string) => string;
  readonly moment: Readonly<Record<TextFacts["moment"], string>>;
  readonly track: string;
  readonly choice: string;
};

const WORDS: Readonly<Record<TextLanguage, Words>> = {
  en: {
    hello: ({ name, sender, orderName }) =>
      `Assalam o alaikum${name ? ` ${name}` : ""}, this is ${sender} about your order ${orderName}.`,
    cash: (amount) => `Please keep ${amount} in cash ready for the courier.`,
    moment: {
      confirm: "Reply YES to confirm it, or NO to cancel.",
      on_the_way: "It is on its way to you.",
      over: "",
    },
    track: "See where it is:",
    choice: "Or press here to confirm, change or cancel it:",
  },
  roman_urdu: {
    hello: ({ name, sender, orderName }) =>
      `Assalam o alaikum${name ? ` ${name}` : ""}, ${sender} ki taraf se aap ke order ${orderName} ke bare mein.`,
    cash: (amount) => `Courier ko dene ke liye ${amount} cash tayyar rakhein.`,
    moment: {
      confirm: "Confirm karne ke liye YES likhein, cancel karne ke liye NO.",
      on_the_way: "Aap ka parcel raste mein hai.",
      over: "",
    },
    track: "Yahan dekhein ke parcel kahan hai:",
    choice: "Ya yahan daba kar confirm karein, badlein ya cancel karein:",
  },
  ur: {
    hello: ({ name, sender, orderName }) =>
      `السلام علیکم${name ? ` ${name}` : ""}، ${sender} کی طرف سے آپ کے آرڈر ${leftToRight(orderName)} کے بارے میں۔`,
    cash: (amount) => `کوریئر کو دینے کے لیے ${leftToRight(amount)} نقد تیار رکھیں۔`,
    moment: {
      confirm: "تصدیق کے لیے ہاں لکھیں، منسوخ کرنے کے لیے نہیں۔",
      on_the_way: "آپ کا پارسل راستے میں ہے۔",
      over: "",
    },
    track: "یہاں دیکھیں کہ پارسل کہاں ہے:",
    choice: "یا یہاں دبا کر تصدیق کریں، بدلیں یا منسوخ کریں:",
  },
};

/** Among Urdu letters "#1018" would read "1018#", and "Rs 1,800" the other way round. */
export function leftToRight(text: string): string {
  const mark = "\u200e";
  return `${mark}${text}${mark}`;
}

/** A message ready to be sent, with the sum to pay at the door. */
export function readyText(language: TextLanguage, facts: TextFacts): string {
  const { hello, cash, moment, track, choice } = WORDS[language];
  const isOver = facts.moment === "over";
  const sum = facts.cashPkr === null || isOver ? "" : cash(formatRupees(facts.cashPkr));
  const text = [hello(facts), sum, moment[facts.moment]].filter((part) => part !== "").join(" ");
  const { trackingUrl, choiceUrl } = facts;
  if (facts.moment === "confirm" && choiceUrl !== null) return `${text}\n${choice}\n${choiceUrl}`;
  return trackingUrl === null || facts.moment !== "on_the_way" ? text : `${text}\n${track}\n${trackingUrl}`;
}
