import { type TextLanguage, textLanguages } from "#app/domain/shops/setting-choices.ts";
import type { TrackingEnd, TrackingStep } from "#app/domain/storefront/tracked-parcels.ts";

export type TrackingWords = {
  /** The language's name in itself, its code for browsers, and how it is written. */
  readonly name: string;
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  readonly languages: string;
  readonly title: string;
  readonly intro: string;
  readonly number: string;
  readonly numberHint: string;
  readonly phone: string;
  readonly phoneHint: string;
  readonly button: string;
  readonly again: string;
  readonly unknown: string;
  readonly limited: string;
  readonly failed: string;
  readonly order: string;
  readonly sender: string;
  readonly parcel: (part: string, of: string) => string;
  readonly steps: Readonly<Record<TrackingStep, string>>;
  readonly isDone: string;
  readonly ends: Readonly<Record<TrackingEnd, string>>;
  readonly cash: string;
  readonly paid: string;
  readonly otherSum: (sender: string) => string;
  readonly courier: string;
  readonly trackingNumber: string;
  readonly atCourier: string;
  readonly holds: string;
};

const EN: TrackingWords = {
  ...{ name: "English", lang: "en", dir: "ltr", languages: "Languages" },
  title: "Track your order",
  intro: "Type the number of your order and the phone number you gave with it.",
  number: "Order number",
  numberHint: "As in your order message, for example 1042",
  phone: "Phone number",
  phoneHint: "For example 0300 1234567",
  button: "Track my order",
  again: "Track another order",
  unknown:
    "We found no order with this number and this phone. Look at both again. If they are right, ask the shop.",
  limited: "Too many tries. Please wait a quarter of an hour, then try again.",
  failed: "This page cannot be shown just now. Please try again in a few minutes.",
  order: "Order",
  sender: "Sender printed on the parcel",
  parcel: (part, of) => `Parcel ${part} of ${of}`,
  steps: {
    received: "Received",
    confirmed: "Confirmed",
    packed: "Being packed",
    on_the_way: "On the way",
    delivered: "Delivered",
  },
  isDone: "done",
  ends: {
    cancelled: "Cancelled",
    returned: "Returned to the sender",
    by_shop: "The shop has sent this order itself. Ask the shop where it is.",
  },
  cash: "Cash to have ready for the courier",
  paid: "Nothing is to be paid at the door.",
  otherSum: (sender) =>
    `Pay exactly this sum. If the rider asks for another one, do not pay it: show this page, and tell ${sender}.`,
  courier: "Courier",
  trackingNumber: "Tracking number",
  atCourier: "See it at the courier",
  holds: "In this parcel",
};

const ROMAN_URDU: TrackingWords = {
  ...{ name: "Roman Urdu", lang: "ur-Latn", dir: "ltr", languages: "Zabanein" },
  title: "Apna order dekhein",
  intro: "Apne order ka number aur woh phone number likhein jo aap ne order mein diya tha.",
  number: "Order number",
  numberHint: "Jaisa order ke message mein hai, misal: 1042",
  phone: "Phone number",
  phoneHint: "Misal: 0300 1234567",
  button: "Mera order dekhein",
  again: "Doosra order dekhein",
  unknown:
    "Is number aur is phone se koi order nahi mila. Dono dobara dekhein. Agar theek hain to dukaan se poochein.",
  limited: "Bohat baar koshish ho chuki hai. Pandrah minute baad dobara koshish karein.",
  failed: "Yeh page abhi nahi khul sakta. Kuch minute baad dobara koshish karein.",
  order: "Order",
  sender: "Parcel par likha bhejne wale ka naam",
  parcel: (part, of) => `Parcel ${part}, kul ${of}`,
  steps: {
    received: "Order mil gaya",
    confirmed: "Confirm ho gaya",
    packed: "Pack ho raha hai",
    on_the_way: "Raste mein hai",
    delivered: "Pohanch gaya",
  },
  isDone: "ho gaya",
  ends: {
    cancelled: "Cancel ho gaya",
    returned: "Bhejne wale ko wapas ho gaya",
    by_shop: "Yeh order dukaan ne khud bheja hai. Dukaan se poochein ke kahan hai.",
  },
  cash: "Courier ke liye itna cash tayyar rakhein",
  paid: "Darwaze par kuch nahi dena.",
  otherSum: (sender) =>
    `Sirf yehi raqam dein. Agar rider koi aur raqam maange to na dein: yeh page dikhayein aur ${sender} ko batayein.`,
  courier: "Courier",
  trackingNumber: "Tracking number",
  atCourier: "Courier ki website par dekhein",
  holds: "Is parcel mein",
};

const UR: TrackingWords = {
  ...{ name: "اردو", lang: "ur", dir: "rtl", languages: "زبانیں" },
  title: "اپنا آرڈر دیکھیں",
  intro: "اپنے آرڈر کا نمبر اور وہ فون نمبر لکھیں جو آپ نے آرڈر میں دیا تھا۔",
  number: "آرڈر نمبر",
  numberHint: "جیسا آرڈر کے پیغام میں ہے، مثلاً 1042",
  phone: "فون نمبر",
  phoneHint: "مثلاً 03001234567",
  button: "میرا آرڈر دیکھیں",
  again: "دوسرا آرڈر دیکھیں",
  unknown: "اس نمبر اور اس فون سے کوئی آرڈر نہیں ملا۔ دونوں دوبارہ دیکھیں۔ اگر درست ہیں تو دکان سے پوچھیں۔",
  limited: "بہت بار کوشش ہو چکی ہے۔ پندرہ منٹ بعد دوبارہ کوشش کریں۔",
  failed: "یہ صفحہ ابھی نہیں کھل سکتا۔ چند منٹ بعد دوبارہ کوشش کریں۔",
  order: "آرڈر",
  sender: "پارسل پر لکھا بھیجنے والے کا نام",
  parcel: (part, of) => `پارسل ${part}، کل ${of}`,
  steps: {
    received: "آرڈر مل گیا",
    confirmed: "تصدیق ہو گئی",
    packed: "پیک ہو رہا ہے",
    on_the_way: "راستے میں ہے",
    delivered: "پہنچ گیا",
  },
  isDone: "ہو گیا",
  ends: {
    cancelled: "منسوخ ہو گیا",
    returned: "بھیجنے والے کو واپس ہو گیا",
    by_shop: "یہ آرڈر دکان نے خود بھیجا ہے۔ دکان سے پوچھیں کہ کہاں ہے۔",
  },
  cash: "کوریئر کے لیے اتنی نقد رقم تیار رکھیں",
  paid: "دروازے پر کچھ نہیں دینا۔",
  otherSum: (sender) =>
    `صرف یہی رقم دیں۔ اگر رائیڈر کوئی اور رقم مانگے تو نہ دیں: یہ صفحہ دکھائیں اور ${sender} کو بتائیں۔`,
  courier: "کوریئر",
  trackingNumber: "ٹریکنگ نمبر",
  atCourier: "کوریئر کی ویب سائٹ پر دیکھیں",
  holds: "اس پارسل میں",
};

export const TRACKING_WORDS: Readonly<Record<TextLanguage, TrackingWords>> = {
  en: EN,
  roman_urdu: ROMAN_URDU,
  ur: UR,
};

/** The language an address asks for; the shop's own where it asks for none that we have. */
export function toLanguage(text: string | null, usual: TextLanguage): TextLanguage {
  return textLanguages.find((language) => language === text) ?? usual;
}
